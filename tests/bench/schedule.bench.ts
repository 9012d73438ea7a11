import { parseArgs } from 'node:util';
import { GyreError, invalid } from '#kit/errors.ts';
import { type Busy, type Run, runSchedule, type Schedule } from './schedule-life.ts';
import { boundsOf, type Load, latencyMs } from './schedule-load.ts';

/**
 * What the training schedules themselves cost: rounds of the real trainer, worker, store and bus over a simulated trainer (a step of
 * fixed length, episodes of a stated long-tailed distribution on a stated number of places), in simulated time. Wall time of the
 * asynchronous schedule against the synchronous one (the deterministic schedule with staleness 0), beside the bound of the very
 * latencies that were drawn, and the lag of every sample that reached the learner. Fails if one lies beyond the staleness bound.
 * Prints one JSON object. `--only NAME` runs one setting.
 */

const LATENCY = { medianS: 30, sigma: 1, capS: 600 };
const SETTINGS: Readonly<Record<string, Omit<Load, 'seed' | 'updates'>>> = {
  // A batch is 12 times a step of work for the places: rollouts decide.
  tail: { groups: 8, groupSize: 8, places: 32, stepS: 8, latency: LATENCY },
  // The same batch and a step as long.
  balanced: { groups: 8, groupSize: 8, places: 32, stepS: 96, latency: LATENCY },
};
const STALENESS = [0, 1, 2, 4];

const { values } = parseArgs({
  options: { updates: { type: 'string', default: '40' }, seeds: { type: 'string', default: '3' }, 'poll-ms': { type: 'string', default: '500' }, only: { type: 'string' } },
});
const whole = (flag: string, text: string) => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw invalid(flag, `is ${text}`, 'give a whole number from 1');
};
const updates = whole('--updates', values.updates);
const seeds = whole('--seeds', values.seeds);
const pollMs = whole('--poll-ms', values['poll-ms']);
const named = Object.keys(SETTINGS).filter((name) => values.only === undefined || name === values.only);
if (named.length === 0) throw invalid('--only', `is ${values.only}`, `write ${Object.keys(SETTINGS).join(' or ')}`);

const mean = (list: readonly number[]) => list.reduce((total, x) => total + x, 0) / Math.max(1, list.length);
const rounded = (x: number, digits = 3) => +x.toFixed(digits);

/** Share of `places` that was busy between the run's first slot and its last update. */
function utilisation(busy: readonly Busy[], { from, to }: Run, places: number): number {
  const within = busy.map((each) => Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)));
  return (mean(within) * within.length) / (places * (to - from));
}

/** Lags by how many samples had them. Throws for a sample outside the bound, which the schedule promises there is none of. */
function histogramOf(lags: readonly number[], bound: number): Record<string, number> {
  const histogram: Record<string, number> = {};
  for (const lag of lags) {
    if (!(lag >= 0 && lag <= bound)) throw new GyreError('INTERNAL', `a sample has lag ${lag}, the bound is ${bound}`, { boundary: 'harness' });
    histogram[lag] = (histogram[lag] ?? 0) + 1;
  }
  return histogram;
}

async function measure(load: Load, schedule: Schedule) {
  const run = await runSchedule(load, schedule, pollMs);
  const used = run.groups.filter(({ state }) => state === 'used');
  if (schedule.name === 'asynchronous' && used.length !== load.updates * load.groups) throw new GyreError('INTERNAL', `${used.length} groups were used`, { boundary: 'harness' });
  const usedSeqs = new Set(schedule.name === 'asynchronous' ? used.map(({ seq }) => seq) : run.episodes.map(({ group }) => group));
  const latencies = (groups: Iterable<number>) => [...groups].flatMap((group) => Array.from({ length: load.groupSize }, (_, index) => latencyMs(load, group, index) / 1000));
  return {
    wallS: (run.to - run.from) / 1000,
    places: utilisation(run.episodes, run, load.places),
    trainer: utilisation(run.steps, run, 1),
    groupLags: histogramOf(schedule.name === 'asynchronous' ? used.map(({ update, policy_update }) => update - 1 - policy_update) : [], schedule.staleness),
    sampleLags: histogramOf(run.sampleLags, schedule.staleness),
    ...{ stale: run.stale, lost: run.lost, unused: run.groups.filter(({ state }) => state === 'unused').length },
    usedEpisodeS: mean(latencies(usedSeqs)),
    cpuMsPerUpdate: run.cpuMs / load.updates,
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

function merged(histograms: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const histogram of histograms) for (const [lag, count] of Object.entries(histogram)) total[lag] = (total[lag] ?? 0) + count;
  return total;
}

/** Means over seeds; counts are of all seeds together. */
function reportOf(runs: readonly Measured[]) {
  const of = (field: 'wallS' | 'places' | 'trainer' | 'usedEpisodeS' | 'cpuMsPerUpdate') => rounded(mean(runs.map((run) => run[field])));
  const all = (field: 'stale' | 'lost' | 'unused') => runs.reduce((total, run) => total + run[field], 0);
  return {
    ...{ wallS: of('wallS'), utilisation: { places: of('places'), trainer: of('trainer') } },
    ...{ groupLags: merged(runs.map((run) => run.groupLags)), sampleLags: merged(runs.map((run) => run.sampleLags)) },
    ...{ stale: all('stale'), lost: all('lost'), unused: all('unused'), usedEpisodeS: of('usedEpisodeS'), cpuMsPerUpdate: of('cpuMsPerUpdate') },
  };
}

async function settingReport(name: string) {
  const base = SETTINGS[name];
  if (!base) throw invalid('--only', `is ${name}`, `write ${Object.keys(SETTINGS).join(' or ')}`);
  const loads: Load[] = Array.from({ length: seeds }, (_, i) => ({ ...base, updates, seed: i + 1 }));
  const all = async (schedule: Schedule) => {
    const runs: Measured[] = [];
    for (const load of loads) {
      runs.push(await measure(load, schedule));
      process.stderr.write(`${name} ${schedule.name} staleness ${schedule.staleness} seed ${load.seed}: ${JSON.stringify(runs.at(-1))}\n`);
    }
    return runs;
  };
  const synchronous = await all({ name: 'deterministic', staleness: 0 });
  const asynchronous = [];
  for (const staleness of STALENESS) {
    const runs = await all({ name: 'asynchronous', staleness });
    const bounds = loads.map((load) => boundsOf(load, staleness));
    const speedUps = runs.map((run, i) => (synchronous[i]?.wallS ?? 0) / run.wallS);
    asynchronous.push({
      staleness,
      speedUp: { mean: rounded(mean(speedUps)), least: rounded(Math.min(...speedUps)), most: rounded(Math.max(...speedUps)) },
      bound: { wallS: rounded(mean(bounds.map((b) => b.asynchronousS))), fillS: rounded(mean(bounds.map((b) => b.fillS))), speedUp: rounded(mean(bounds.map((b) => b.speedUp))) },
      tooLongForBound: rounded(mean(bounds.map((b) => b.tooLong))),
      shareOfBound: rounded(mean(runs.map((run, i) => (bounds[i]?.asynchronousS ?? 0) / run.wallS))),
      ...reportOf(runs),
    });
  }
  const bounds = loads.map((load) => boundsOf(load, 0));
  const workS = mean(bounds.map((b) => b.workS)) / updates;
  return {
    setting: name,
    ...base,
    rolloutToStep: rounded(workS / base.places / base.stepS),
    drawnEpisodeS: rounded(workS / (base.groups * base.groupSize)),
    synchronous: { makespansAndStepsS: rounded(mean(bounds.map((b) => b.synchronousS))), ...reportOf(synchronous) },
    asynchronous,
  };
}

/** The machinery alone: nothing takes simulated time but its own pauses. */
async function overhead(schedule: Schedule) {
  const load: Load = { ...{ groups: 8, groupSize: 8, places: 32, stepS: 0, updates, seed: 1 }, latency: { medianS: 0, sigma: 0, capS: 0 } };
  const { wallS, cpuMsPerUpdate } = await measure(load, schedule);
  return { schedule: schedule.name, staleness: schedule.staleness, pausesSPerUpdate: rounded(wallS / updates), cpuMsPerUpdate: rounded(cpuMsPerUpdate) };
}

const settings = [];
for (const name of named) settings.push(await settingReport(name));
const nothing = [await overhead({ name: 'deterministic', staleness: 0 }), await overhead({ name: 'asynchronous', staleness: 4 })];
process.stdout.write(`${JSON.stringify({ benchmark: 'schedule', time: 'simulated', updates, seeds, pollMs, settings, overhead: nothing })}\n`);
