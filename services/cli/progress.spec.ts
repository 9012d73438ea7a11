import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { openProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

function terminal(interactive: boolean): { terminal: Terminal; text: () => string } {
  const stderr = Object.assign(new PassThrough(), { isTTY: interactive, columns: 100, rows: 24 });
  const parts: string[] = [];
  stderr.on('data', (part) => parts.push(String(part)));
  return { terminal: { stdin: stderr, stdout: new PassThrough(), stderr, interactive }, text: () => parts.join('') };
}

it('writes plain lines at a modest rate: phases, ends, and one in five seconds', () => {
  const { terminal: plain, text } = terminal(false);
  const clock = new ManualClock();
  const progress = openProgress(plain, clock, false);
  for (let done = 0; done <= 100; done++) {
    progress.update('training', done, 100, `update ${done}`);
    clock.advance(100);
  }
  progress.update('training', 100, 100);
  progress.update('evaluating', 0, 0);
  progress.stop();
  expect(text()).toBe(['training  0/100  update 0', 'training  50/100  update 50', 'training  100/100  update 100', 'evaluating', ''].join('\n'));
});

it('draws a bar a phase on a terminal, and leaves the cursor visible', () => {
  const { terminal: tty, text } = terminal(true);
  const progress = openProgress(tty, new ManualClock(), false);
  progress.update('collecting', 1, 4, 'demonstrations');
  progress.update('training', 1, 2, '\u001b[31mred');
  progress.stop();
  expect(text()).toMatch(/collecting.*25 %.*1\/4 {2}demonstrations/);
  expect(text()).toMatch(/training.*50 %.*1\/2 {2}\\u001b\[31mred/);
  expect(text()).toContain('\u001b[?25h');
});

it('is silent beside a JSON document', () => {
  const { terminal: tty, text } = terminal(true);
  const progress = openProgress(tty, new ManualClock(), true);
  progress.update('training', 1, 2);
  progress.say('a line');
  progress.stop();
  expect(text()).toBe('');
});
