import { alreadyDone } from './already-done.ts';
import { single } from './command.ts';
import { conditional, conditionalOrNothing } from './conditional.ts';
import { constraintAsk, constraintSkip } from './constraint.ts';
import { contradiction } from './contradiction.ts';
import { pairWithConflict, sequenceWithFault, transientFault } from './disturbed.ts';
import { distractor } from './distractor.ts';
import { entityAmbiguity } from './entity-ambiguity.ts';
import { falseAcknowledgement } from './false-acknowledgement.ts';
import { handOff, handOffAndWrite } from './hand-off.ts';
import { memoryReadBlocked } from './memory-blocked.ts';
import { memoryException, memoryIsNotState, memoryMiss, memoryRead, memoryReadAndAct, memorySuperseded } from './memory-read.ts';
import { memoryAdd, memoryRemove, memoryReplace } from './memory-write.ts';
import { missingArgument } from './missing-argument.ts';
import { missingContext } from './missing-context.ts';
import { parallelPair } from './parallel.ts';
import { MORE_FRAMES } from './more-frames.ts';
import { extendFrames, type Pattern } from './pattern.ts';
import { permissionAsk, permissionBlock } from './permission.ts';
import { question } from './question.ts';
import { questionThenAct, referenceToAnswer } from './question-then-act.ts';
import { reference } from './reference.ts';
import { revision } from './revision.ts';
import { sequenceThree, sequenceTwo } from './sequence.ts';
import { skillMixed, skillNamed, skillNotNeeded, skillOnly } from './skills.ts';
import { stateConflict } from './state-conflict.ts';
import { unavailableThing, unavailableTool } from './unavailable.ts';
import { soundsUnsafe, unsafe } from './unsafe.ts';

/** All patterns, in a fixed order. */
export const PATTERNS: readonly Pattern[] = [
  single, sequenceTwo, sequenceThree, parallelPair, conditional, conditionalOrNothing, question, questionThenAct, referenceToAnswer, distractor, reference, revision,
  falseAcknowledgement, constraintSkip, constraintAsk, missingArgument, entityAmbiguity, contradiction, missingContext, permissionBlock, permissionAsk,
  stateConflict, alreadyDone, transientFault, sequenceWithFault, pairWithConflict, unavailableTool, unavailableThing, unsafe, soundsUnsafe,
  memoryRead, memorySuperseded, memoryException, memoryIsNotState, memoryMiss, memoryReadAndAct, memoryReadBlocked, memoryAdd, memoryReplace, memoryRemove,
  skillOnly, skillMixed, skillNamed, skillNotNeeded,
  handOff, handOffAndWrite,
];

for (const pattern of PATTERNS) {
  for (const [use, wordings] of Object.entries(pattern.frames)) {
    const more = MORE_FRAMES[`${pattern.id}.${use}`];
    if (more) extendFrames(wordings, more);
  }
}

const BY_ID = new Map(PATTERNS.map((pattern) => [pattern.id, pattern]));

/** The pattern of that id; undefined if there is none. */
export function patternOf(id: string): Pattern | undefined {
  return BY_ID.get(id);
}
