import { expect, it } from 'vitest';
import { type Clock, systemClock } from '#kit/clock.ts';
import { keepRunning } from './kept.ts';

/** Waits pass at once, and are counted. */
function quick(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return { slept, now: () => 0, sleep: (ms, signal) => (slept.push(ms), systemClock.sleep(0, signal)) };
}

/** A server that does not come back for so many tries. */
function server(failures: number) {
  const state = { isRunning: true, restarts: 0 };
  const restart = async () => {
    state.restarts++;
    if (state.restarts <= failures) throw new Error('port in use');
    state.isRunning = true;
  };
  return { state, name: 'nats' as const, log: 'nats.log', restart, get isRunning() { return state.isRunning; } };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await systemClock.sleep(1);
}

it('starts what has ended again, and leaves alone what runs', async () => {
  const [ends, stays] = [server(0), server(0)];
  const said: string[] = [];
  const ending = new AbortController();
  const kept = keepRunning([ends, stays], { clock: quick(), say: (line) => said.push(line), signal: ending.signal });
  ends.state.isRunning = false;
  await until(() => ends.state.restarts === 1);
  ending.abort();
  await kept;
  expect({ ends: ends.state, stays: stays.state }).toEqual({ ends: { isRunning: true, restarts: 1 }, stays: { isRunning: true, restarts: 0 } });
  expect(said).toEqual(['nats has ended (nats.log); starting it again', 'nats is back']);
});

it('waits longer and longer for one that does not come back', async () => {
  const lost = server(8);
  const clock = quick();
  const said: string[] = [];
  const ending = new AbortController();
  const kept = keepRunning([lost], { clock, say: (line) => said.push(line), signal: ending.signal });
  lost.state.isRunning = false;
  await until(() => lost.state.isRunning);
  ending.abort();
  await kept;
  expect(said.filter((line) => line.includes('does not start')).map((line) => line.replace(/.*again in /, ''))).toEqual(['1 s', '2 s', '4 s', '8 s', '16 s', '32 s', '60 s', '60 s']);
});
