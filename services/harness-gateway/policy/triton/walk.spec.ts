import { expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { ChoiceBuilder, openState, walkTurn } from '../compact/mod.ts';
import { opening } from '../compact/testkit.ts';
import { walkLater } from './walk.ts';

const TOOLS = ['manage_wifi', 'connect_wifi', 'query_wifi', 'manage_bluetooth', 'control_airplane_mode', 'open_app', 'close_app'];
const REQUESTS = ['connect to the Harbor_5G Wi-Fi, then turn on Bluetooth', '打开飞行模式', 'open "Maps" and close it again', ''];

/** Where each choice begins and ends in its buffers, so that walks can be told apart. */
const print = (batch: { readonly features: Int32Array; readonly dense: Float32Array }) => [...batch.features, ...batch.dense].join();

it('walks as the grammar does, many at a time over one builder', async () => {
  const builder = new ChoiceBuilder(1024);
  const chance = random('order');
  const walks = Array.from({ length: 80 }, (_, seed) => {
    const state = openState(opening(REQUESTS[seed % REQUESTS.length] ?? '', TOOLS));
    const [now, later] = [random('walk', seed), random('walk', seed)];
    const choices: string[] = [];
    const action = walkTurn(state, builder, (options, batch) => {
      choices.push(print(batch));
      return now.int(options.length);
    });
    const seen: string[] = [];
    const walked = walkLater(state, builder, async (candidates, batch) => {
      seen.push(print(batch));
      for (let i = chance.int(5); i > 0; i--) await Promise.resolve();
      return later.int(candidates);
    });
    return { action, choices, seen, walked };
  });
  for (const { action, choices, seen, walked } of walks) {
    expect(await walked).toEqual(action);
    expect(seen).toEqual(choices);
  }
  expect(Math.max(...walks.map(({ choices }) => choices.length))).toBeGreaterThan(4);
});

it('passes on what the chooser throws', async () => {
  const failure = new Error('gone');
  await expect(walkLater(openState(opening('open "Maps"', TOOLS)), new ChoiceBuilder(1024), () => Promise.reject(failure))).rejects.toBe(failure);
});
