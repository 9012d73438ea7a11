import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CuratorCollections, curatorCollections, packTrajectory, TaskPool } from '#curator/mod.ts';
import { type Captured, gyre } from '../testkit/capture.ts';
import { type StoredLine, storedLine } from '../testkit/stored-line.ts';

/** Commands that only read what is stored. */
let line: StoredLine;
let curator: CuratorCollections;
beforeAll(async () => {
  line = await storedLine();
  curator = curatorCollections(line.store);
});

const run = (...args: string[]): Promise<Captured> => gyre(args, { store: line.store });

describe('replay', () => {
  it('reproduces a trajectory, by its id or its record', async () => {
    const byId = await run('replay', line.trajectory.id, '--json');
    expect(byId.json()).toMatchObject({ trajectories: 1, observations: 0, skipped: 1, differing: 0, finalStateDigest: line.trajectory.finalStateDigest });
    expect(byId.code).toBe(0);
    expect((await run('replay', line.record.slice(0, 19))).stdout).toContain('1 trajectories, 0 observations compared, 0 differ');
    expect((await run('replay', '--all')).stdout).toContain('0 differ');
  });

  it('fails with 1 and says where a record was changed', async () => {
    const changed = { ...line.trajectory, id: 'line-1/u/9/0/0#1', finalStateDigest: 'sha256:changed' };
    await curator.trajectories.put(packTrajectory(changed, line.record));
    const { code, json } = await run('--json', 'replay', changed.id);
    expect(code).toBe(1);
    expect(json()).toMatchObject({ differing: 1, differences: [{ trajectory: changed.id, differences: [{ what: 'final_state', recorded: 'sha256:changed' }] }] });
    await curator.trajectories.delete(changed.id);
  });

  it.each([[['replay']], [['replay', 'x', '--all']], [['replay', 'nothing']]])('refuses %j', async (args) => {
    expect((await run(...args)).code).toBe(2);
  });
});

describe('lineage', () => {
  it('walks from a policy version to what it learned from', async () => {
    const { json } = await run('--json', 'lineage', 'sha256:b101');
    expect(json()).toMatchObject({ direction: 'from', complete: true });
    const kinds = new Set((json() as { nodes: { kind: string }[] }).nodes.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['policy', 'record', 'trajectory', 'slot', 'task']));
  });

  it('walks back into what was made', async () => {
    const { stdout } = await run('lineage', line.record.slice(0, 19), '--into');
    expect(stdout).toContain('-> policy sha256:b101');
    expect(stdout).toContain('-> release sha256:777777777777');
  });

  it('cuts long answers off and says so', async () => {
    expect((await run('lineage', 'sha256:b112', '--limit', '3')).stdout).toContain('cut off after 3');
  });

  it('ends with 2 for what nobody is called', async () => {
    const { code, stderr } = await run('lineage', 'nobody');
    expect(code).toBe(2);
    expect(stderr).toContain('nothing is called nobody');
  });
});

describe('tasks', () => {
  it('lists and shows tasks without a word of their check', async () => {
    const { stdout } = await run('tasks', 'list', '--split', 'train');
    expect(stdout).toMatch(/alarm\/set#1 +train +alarm\/set +tool_use/);
    expect(stdout).toContain('train: 1 tasks of 1 families');
    expect((await run('--json', 'tasks', 'list', '--split', 'dev')).json()).toMatchObject({ tasks: [] });
    const shown = await run('tasks', 'show', line.task.id);
    expect(shown.stdout).toContain('request   Wake me at 7:30 <tomorrow> 请');
    expect(shown.stdout).not.toMatch(/witness|criteria|check/i);
  });

  it('says how many there are beside those shown', async () => {
    const { store, task } = await storedLine();
    await new TaskPool(curatorCollections(store)).add([{ ...task, id: 'alarm/set#2' }, { ...task, id: 'alarm/set#3' }]);
    const list = (...more: string[]) => gyre(['tasks', 'list', '--split', 'train', ...more], { store });
    expect((await list('--limit', '2')).stdout).toContain("2 of 3 tasks; more with --limit N, or --after 'alarm/set#2'");
    expect((await list()).stdout).not.toContain('more with');
    expect((await list('--json', '--limit', '1')).json()).toMatchObject({ total: 3 });
  });

  it('names a task that is not there, and a split that is none', async () => {
    expect((await run('tasks', 'show', 'x')).stderr).toBe('gyre: task x is not in the pool; give an id from gyre tasks list\n');
    expect((await run('tasks', 'list', '--split', 'all')).code).toBe(2);
  });
});

describe('release list', () => {
  it('lists what is proposed and frozen', async () => {
    expect((await run('release', 'list')).stdout).toMatch(/sha256:777777777777 +proposed +line-1 +1 +1 +1/);
    expect((await run('release', 'list', '--json')).json()).toMatchObject({ releases: [{ digest: line.release, state: 'proposed', records: 1 }] });
  });
});

describe('env call', () => {
  const call = '{"name":"manage_alarm","arguments":{"action":"create","time":"07:30"}}';

  it('starts where a task starts, and shows results and the change of state', async () => {
    const { code, stdout } = await gyre(['env', 'call', '--task', line.task.id], { store: line.store, stdin: `${call}\n{"finish":{"message":"done"}}` });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^call {6}manage_alarm .*\n {2}200 /m);
    expect(stdout).toMatch(/changed\n {2}alarms\/alarm_\d+\n {4}- absent\n {4}\+ .*07:30/);
    expect(stdout).toContain('reply     {"finish":{"message":"done"}}');
  });

  it('takes values from earlier results, and gives a wrong call its error', async () => {
    const script = ['{"calls":[{"id":"c1","name":"manage_alarm","arguments":{"action":"create","time":"06:00"}}]}', '{"name":"manage_alarm","arguments":{"action":"delete","alarmId":"$c1.data.alarm.alarm_id"}}', '{"name":"no_such_tool","arguments":{}}', '{"name":"manage_alarm","arguments":"{broken"}'].join('\n');
    const { json } = await gyre(['--json', 'env', 'call'], { stdin: script });
    const { turns, changes } = json() as { turns: { results: { status?: number; error?: { code: string } }[] }[]; changes: { bookkeeping?: boolean }[] };
    expect(turns.map(({ results }) => results[0]?.error?.code ?? results[0]?.status)).toEqual([200, 200, 'unknown_tool', 'malformed_json']);
    expect(changes.filter(({ bookkeeping }) => bookkeeping !== true)).toEqual([]);
  });

  it.each([
    [['env', 'call', '--task', 'x', '--state', 'y'], call, '--state: cannot be given together with --task'],
    [['env', 'call', '--task', 'x'], call, 'task x is not in the pool'],
    [['env', 'call', '--state', 'nowhere.json'], call, '--state: nowhere.json: there is no such file'],
    [['env', 'call', '--state', '-'], '{"alarms": {"alarm_1": null, "alarm_2": 5}}', '--state: alarms/alarm_2: '],
    [['env', 'call', '--state', '-'], '{"alarms"', '--state: is no'],
    [['env', 'call', '--locale', 'fr'], call, '--locale: "fr" is not served'],
    [['env', 'call', '--time-zone', 'Mars/Base'], call, 'Mars/Base'],
    [['env', 'call'], '', '--calls: is empty'],
  ])('says what is wrong with %j', async (args, stdin, message) => {
    const { code, stderr } = await gyre(args, { store: line.store, stdin });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('report', () => {
  it('writes a page of one file and prints its table', async () => {
    const out = join(tmpdir(), `gyre-report-${process.pid}.html`);
    const { code, stdout } = await run('report', '--out', out);
    const page = await readFile(out, 'utf8');
    await rm(out);
    expect(code).toBe(0);
    expect(stdout).toMatch(/round 2: harness revision +\d+\.\d % \(\d+–\d+\)/);
    expect(stdout).toContain(`report page: ${out}`);
    expect(page).toMatch(/^<!doctype html>/);
    // Nothing is loaded from elsewhere, and nothing runs.
    expect(page).not.toMatch(/\b(src|href)=|url\(|@import|<script/i);
  });

  it('ends with 2 where --out is a folder or under a file, and leaves nothing behind', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'gyre-report-'));
    const folder = join(dir, 'folder');
    await mkdir(folder);
    await writeFile(join(dir, 'file'), '');
    for (const [out, message] of [[folder, 'is a folder; name a file'], [join(dir, 'file', 'x.html'), 'cannot be written']] as const) {
      const { code, stderr } = await run('report', '--out', out);
      expect(code).toBe(2);
      expect(stderr).toContain('--out');
      expect(stderr).toContain(message);
    }
    expect((await readdir(dir)).sort()).toEqual(['file', 'folder']);
    await rm(dir, { recursive: true });
  });

  it('ends with 2 for a round that is not there', async () => {
    expect((await run('report', '--round', 'x')).stderr).toContain('there is no round x');
    expect((await gyre(['report'])).stderr).toContain('no round has been run');
  });
});
