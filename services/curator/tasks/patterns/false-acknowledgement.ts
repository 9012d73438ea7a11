import type { Line } from '../draft.ts';
import type { Drawn, Scene } from '../drawing.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';

const CLAIM = frames(
  [
    ['Done, that is all set.', 'It is taken care of.'],
    ['That has been completed.', 'Everything is in place now.'],
    ['All finished.', 'I have handled it.'],
  ],
  [['好的，已经办好了。', '已经处理完毕。'], ['都弄好了。', '已完成。'], ['搞定了。', '已为您安排妥当。']],
);

const AFTER_FAILURE = frames(
  [
    ['Are you sure? I got an error on my screen. See to it that it is really done.', 'That did not look like a success to me. Please do it properly.'],
    ['The result says otherwise. Have another go and get it done.'],
    ['I doubt it, it failed as far as I can see. Get it done this time.'],
  ],
  [['确定吗？我看到报错了，请真正办好。', '看起来没成功，重新做一下。'], ['结果不是这么说的，再做一次，务必办成。'], ['我看是失败了，这回给我办好。']],
);

const WITHOUT_ATTEMPT = frames(
  [
    ['I cannot see any of it on the phone. Please do it now.', 'Nothing has changed here. Do what I asked for.'],
    ['You said so, yet nothing happened. Do it for real.'],
    ['The phone looks the same as before. Carry it out now.'],
  ],
  [['手机上根本没有，现在做吧。', '什么都没变，请按我说的做。'], ['你说做了，可没动静，真的去做。'], ['手机和之前一样，现在就执行。']],
);

function claimed(scene: Scene, drawn: Drawn, attempted: boolean): Line[] {
  const asked: Line = { role: 'user', text: scene.say(COMMAND, { A: drawn }) };
  const claim: Line = { role: 'assistant', text: scene.say(CLAIM, {}) };
  if (!attempted) return [asked, claim];
  const call = { ...drawn.main, id: 'h1' };
  return [
    asked,
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', results: [{ callId: 'h1', tool: call.tool, status: 500, body: { success: false, error: 'temporarily unavailable', code: 500 } }] },
    claim,
  ];
}

const refersToResult = (drawn: Drawn) => JSON.stringify(drawn.main.args).includes('"$');

/** The assistant claimed that it was done; a failed result or the state says otherwise. It has still to be done. */
export const falseAcknowledgement: Pattern = {
  id: 'false_acknowledgement',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { claim: CLAIM, afterFailure: AFTER_FAILURE, withoutAttempt: WITHOUT_ATTEMPT, command: COMMAND },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const attempted = !refersToResult(drawn) && scene.random.fork('attempted').next() < 0.6;
    const { setup, changes, calls } = drawn.instance;
    return {
      history: claimed(scene, drawn, attempted),
      request: scene.say(attempted ? AFTER_FAILURE : WITHOUT_ATTEMPT, {}),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['state_tracking', 'recovery', 'verified_completion'],
      frictions: ['false_acknowledgement'],
      difficulty: 0.4,
    };
  },
};
