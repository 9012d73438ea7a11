import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import type { Turn } from '#protos/core/v1/context.ts';
import { ChoiceBuilder } from './builder.ts';
import { forcedChooser, NotSpellable } from './forcing.ts';
import { DEFAULT_SHAPE, initialise, Scorer, logProbabilities } from './network/mod.ts';
import { CompactPolicy } from './policy.ts';
import { absorb, openState } from './state.ts';
import { calls, finish, opening, openPhone, phone } from './testkit.ts';
import { walkTurn } from './turn.ts';

const SHAPE = { ...DEFAULT_SHAPE, rows: 4096 };
const TOOLS = ['manage_wifi', 'connect_wifi', 'query_wifi', 'manage_bluetooth', 'control_airplane_mode', 'open_app', 'close_app', 'query_apps'];
const REQUESTS = ['connect to the Harbor_5G Wi-Fi, then turn on Bluetooth', '打开飞行模式', 'is Wi-Fi on?', 'open "Maps" and close it again', ''];
const parameters = initialise(SHAPE, random('spec'));
const policy = new CompactPolicy('spec', parameters);

describe('the untrained policy', () => {
  it('acts at random: seeds differ, and the same seed gives the same action', () => {
    const context = { opening: opening(REQUESTS[0] ?? '', TOOLS), turns: [] };
    const act = (seed: number) => JSON.stringify(policy.decide({ context, sampling: { temperature: 1, seed } }));
    expect(new Set(Array.from({ length: 30 }, (_, seed) => act(seed))).size).toBeGreaterThan(10);
    expect(act(7)).toBe(act(7));
  });

  it('gives its first token nearly uniform probabilities', () => {
    const context = { opening: opening(REQUESTS[0] ?? '', TOOLS), turns: [] };
    const [first] = policy.decide({ context, sampling: { temperature: 1, seed: 3 } }).tokens;
    expect(first?.candidates).toBe(TOOLS.length + 3);
    expect(Math.exp(first?.logProb ?? 0)).toBeCloseTo(1 / (TOOLS.length + 3), 1);
  });
});

describe('sessions', () => {
  it('decide alike whether turns come one by one or all at once', () => {
    for (const [k, request] of REQUESTS.entries()) {
      const start = opening(request, TOOLS);
      const session = policy.open(start);
      const device = openPhone();
      const turns: Turn[] = [];
      for (let i = 0; i < 5; i++) {
        const sampling = { temperature: 1, seed: k };
        const step = session.decide(turns, sampling);
        expect(step).toEqual(policy.open(start).decide(turns, sampling));
        expect(session.decide(turns, sampling)).toEqual(step);
        if (step.action.turn?.$case !== 'calls') break;
        turns.push(device.play(step.action));
      }
    }
  });
});

describe('the grammar', () => {
  it('writes only calls of exposed tools, with arguments that are JSON objects, and every choice can be replayed', () => {
    const scorer = new Scorer(parameters);
    const builder = new ChoiceBuilder(SHAPE.rows);
    for (let seed = 0; seed < 60; seed++) {
      const start = opening(REQUESTS[seed % REQUESTS.length] ?? '', TOOLS);
      const output = policy.decide({ context: { opening: start, turns: [] }, sampling: { temperature: 1, seed } });
      if (output.action.turn?.$case === 'calls') {
        for (const call of output.action.turn.value.calls) {
          expect(TOOLS).toContain(call.name);
          expect(JSON.parse(call.argumentsJson)).toBeTypeOf('object');
        }
      }
      let t = 0;
      const logits = new Float64Array(1000);
      const replayed = walkTurn(openState(start), builder, (options, batch) => {
        const token = output.tokens[t++];
        const count = scorer.logits(batch, logits);
        logProbabilities(logits, count, 1, logits);
        expect(options.length).toBe(token?.candidates);
        expect(logits[token?.id ?? 0]).toBe(token?.logProb);
        return token?.id ?? 0;
      });
      expect(replayed).toEqual(output.action);
      expect(t).toBe(output.tokens.length);
    }
  });

  it('spells any action it can write with the same tokens', () => {
    const builder = new ChoiceBuilder(SHAPE.rows);
    for (let seed = 0; seed < 60; seed++) {
      const start = opening(REQUESTS[seed % REQUESTS.length] ?? '', TOOLS);
      const { action } = policy.decide({ context: { opening: start, turns: [] }, sampling: { temperature: 1, seed } });
      const spelled = walkTurn(openState(start), builder, forcedChooser(action, () => undefined));
      expect(spelled.turn).toEqual(action.turn);
    }
  });

  it('says which value no candidate offers', () => {
    const builder = new ChoiceBuilder(SHAPE.rows);
    const wanted = calls({ name: 'open_app', args: { appName: 'Something Unsaid' } });
    expect(() => walkTurn(openState(opening('open "Maps"', TOOLS)), builder, forcedChooser(wanted, () => undefined))).toThrow(NotSpellable);
  });
});

describe('what has been served', () => {
  it('a call that cleared the way does not serve the clause it was made for', () => {
    const state = openState(opening('turn on Wi-Fi', TOOLS));
    const device = phone.open({ state: { network: { airplane_mode: { on: true }, wifi: { on: false } } }, now: '2026-03-04T09:20:00Z', timeZone: 'UTC', locale: 'en', deniedPermissions: [], faults: [] }, 1);
    const play = (name: string, args: object, id: string) => {
      const action = calls({ name, args });
      if (action.turn?.$case !== 'calls') return;
      const results = device.step(action.turn.value.calls.map((call) => ({ ...call, callId: id })));
      absorb(state, { action, results, notices: [], addedTools: [] });
    };
    play('manage_wifi', { action: 'enable' }, 'a');
    expect(state.pending?.status).toBe(409);
    play('control_airplane_mode', { action: 'disable' }, 'b');
    expect(state.calls.at(-1)?.repair).toBe(true);
    expect(state.servedClauses.size).toBe(0);
    play('manage_wifi', { action: 'enable' }, 'c');
    expect(state.pending).toBeUndefined();
    expect(state.servedClauses.size).toBe(1);
  });

  it('survives results that are no JSON and turns without an action', () => {
    const state = openState(opening('open "Maps"', TOOLS));
    absorb(state, { action: undefined, results: [], notices: [], addedTools: [] });
    absorb(state, { action: calls({ name: 'open_app', args: {} }), results: [{ callId: '', tool: 'open_app', status: 500, resultJson: '{"cut', imageRef: '', error: undefined }], notices: [], addedTools: [] });
    expect(state.turns).toBe(2);
    expect(finish('a').turn?.$case).toBe('finish');
  });
});

describe('what was said', () => {
  const clauses = (request: string) => openState(opening(request, TOOLS)).request.clauses.map(({ start, end }) => request.slice(start, end).trim());

  it('is cut between wishes, and never within a time, an address, a number or a quotation', () => {
    expect(clauses('write to pebble613@example.net at 9:30, then turn the volume to 2.5 percent')).toEqual(['write to pebble613@example.net at 9:30, then', 'turn the volume to 2.5 percent']);
    expect(clauses('把「项目，评审」的时间改成下午5:40，并且听筒声音调低')).toHaveLength(2);
    expect(clauses('打开蓝牙,关闭无线网络')).toHaveLength(2);
  });

  it('takes what announces a wish, and the circumstances of it, together with the wish', () => {
    expect(clauses('Step one: forget the speaker in the garden.')).toHaveLength(1);
    expect(clauses('forget the garden speaker; once that is through, take the icons out of the bar')).toHaveLength(2);
  });
});

describe('a tool that fails', () => {
  const again = calls({ name: 'connect_wifi', args: { ssid: 'Nowhere' } });
  const offered = (turns: readonly Turn[]) => {
    const state = openState(opening(REQUESTS[0] ?? '', TOOLS));
    for (const turn of turns) absorb(state, turn);
    let names: readonly string[] = [];
    walkTurn(state, new ChoiceBuilder(SHAPE.rows), (options) => {
      if (names.length === 0) names = options.map((option) => (option.kind === 'tool' ? option.name : option.kind));
      return options.length - 1;
    });
    return names;
  };

  it('is offered a second time, and a third only when another call has succeeded', () => {
    const device = openPhone();
    const turns = [device.play(again)];
    expect(offered(turns)).toContain('connect_wifi');
    turns.push(device.play(again));
    expect(offered(turns)).not.toContain('connect_wifi');
    turns.push(device.play(calls({ name: 'query_apps', args: { queryType: 'running' } })));
    expect(turns.map(({ results }) => (results[0]?.status ?? 0) >= 400)).toEqual([true, true, false]);
    expect(offered(turns)).toContain('connect_wifi');
  });
});
