import { describe, expect, it } from 'vitest';
import { ManualClock, systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { EXIT } from './exit-code.ts';
import { gyre } from './testkit/capture.ts';
import { fakeServices } from './testkit/services.ts';

const COMMANDS = ['round', 'eval', 'jobs', 'tasks', 'env', 'replay', 'lineage', 'review', 'release', 'harness', 'policy', 'care', 'report', 'demo', 'doctor', 'up'];

const failing = (error: GyreError) => () => fakeServices({ trainer: { listPolicies: async () => Promise.reject(error) } });

describe('the command line', () => {
  it('lists every command in its help, on standard output, with exit code 0', async () => {
    const { code, stdout } = await gyre(['--help']);
    expect(code).toBe(EXIT.ok);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['constructor'], "unknown command 'constructor'"],
    [['policy', 'list', '--colour'], "unknown option '--colour'"],
    [['care', 'explain'], "missing required argument 'file'"],
    [['care', 'explain', 'a', 'b'], 'too many arguments'],
    [['round'], 'a subcommand is missing'],
    [['eval'], "required option '--policy"],
    [['policy', 'list', '--limit', 'many'], '--limit: "many" is not a whole number in range; give 1 to 10000'],
    [['eval', '--policy', 'lexical', '--split', 'train'], '--split: "train" is not known; give dev, test'],
  ])('says in one line what is wrong with %j', async (args, message) => {
    const { code, stderr, stdout } = await gyre(args);
    expect(code).toBe(EXIT.usage);
    const line = stderr.trimEnd().split('\n').at(-1);
    expect(line).toMatch(/^gyre: /);
    expect(line).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
  });

  it('prints one JSON document for a failure too', async () => {
    const { code, json } = await gyre(['--json', 'policy', 'list', '--limit', '0']);
    expect(code).toBe(EXIT.usage);
    expect(json()).toMatchObject({ error: { code: 'INVALID_ARGUMENT', field: '--limit', remedy: 'give 1 to 10000' } });
  });

  it.each([
    ['UNAVAILABLE', EXIT.unavailable],
    ['DEADLINE_EXCEEDED', EXIT.unavailable],
    ['PERMISSION_DENIED', EXIT.forbidden],
    ['UNAUTHENTICATED', EXIT.forbidden],
    ['NOT_FOUND', EXIT.usage],
    ['FAILED_PRECONDITION', EXIT.usage],
    ['INTERNAL', EXIT.internal],
    ['CANCELLED', EXIT.interrupted],
  ] as const)('ends with its own code for %s', async (code, expected) => {
    const error = new GyreError(code, 'no answer', { boundary: 'store', remedy: 'start it' });
    const captured = await gyre(['policy', 'list'], { services: failing(error) });
    expect(captured.code).toBe(expected);
    expect(captured.stderr).toBe('gyre: no answer; start it\n');
  });

  it('does not wait for what runs on after an interruption, and says how to go on', async () => {
    const ending = new AbortController();
    const clock = new ManualClock(0);
    const closing = Promise.withResolvers<void>();
    const services = async () => ({
      ...(await fakeServices({
        trainer: {
          resumeRound: async () => ({ round: undefined }),
          async *watchRound(_request, { signal }) {
            yield { phase: 'training', done: 1, total: 2, scores: [], message: '' };
            ending.abort();
            await systemClock.sleep(60_000, signal);
          },
        },
      })),
      async close() {
        closing.resolve();
        await new Promise<void>(() => undefined);
      },
    });
    const running = gyre(['round', 'resume', 'r1'], { services, signal: ending.signal, clock });
    await closing.promise;
    await systemClock.sleep(0);
    clock.advance(500);
    const { code, stderr, stdout } = await running;
    expect(code).toBe(EXIT.interrupted);
    expect(stderr).toContain('\ngyre: interrupted; go on with gyre round resume r1\n');
    expect(stdout).toBe('');
  });

  it('shows a stack only at the log level debug', async () => {
    const services = () => {
      throw new Error('broken');
    };
    expect((await gyre(['policy', 'list'], { services })).stderr).toBe('gyre: broken\n');
    expect((await gyre(['policy', 'list'], { services, env: { GYRE_LOG_LEVEL: 'debug' } })).stderr).toMatch(/^gyre: broken\nGyreError: broken\n {4}at [\s\S]+\nError: broken\n {4}at /);
  });

  it('names the variable of a wrong environment, on one line', async () => {
    const { code, stderr } = await gyre(['doctor'], { env: { GYRE_STORE_URL: 'oracle:x' } });
    expect(code).toBe(EXIT.usage);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain('GYRE_STORE_URL is "oracle:x"; write sqlite:PATH or mongodb://HOST/DATABASE');
  });
});
