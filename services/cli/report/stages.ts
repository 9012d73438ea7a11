import type { Round } from '#protos/core/v1/round.ts';
import type { RevisionDoc } from '#trainer-controller/mod.ts';

/** A point of the loop that is measured on test tasks: a policy with a harness. */
export interface Stage {
  readonly label: string;
  /** 0 for what is there before the first round. */
  readonly round: number;
  readonly kind: 'untrained' | 'yardstick' | 'cold_start' | 'training' | 'revision';
  readonly policy: string;
  readonly harness: string;
}

export const YARDSTICKS = [
  { policy: 'lexical', label: 'lexical baseline' },
  { policy: 'rule-planner', label: 'rule planner' },
] as const;

/**
 * The stages of a line of rounds, in order: untrained, the yardsticks, and for each round what it was after its cold start, its
 * training and its kept harness revision. A stage that changed nothing against the one before is left out.
 */
export function stagesOf(rounds: readonly Round[], revisions: readonly RevisionDoc[]): Stage[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const base = harnessBefore(first, revisions);
  const stages: Stage[] = [
    { label: 'untrained', round: 0, kind: 'untrained', policy: first.policyStart, harness: base },
    ...YARDSTICKS.map(({ policy, label }) => ({ label, round: 0, kind: 'yardstick' as const, policy, harness: base })),
  ];
  for (const [i, round] of rounds.entries()) {
    const number = i + 1;
    const before = harnessBefore(round, revisions);
    if (round.policyCold !== '' && round.policyCold !== round.policyStart) stages.push({ label: `round ${number}: cold start`, round: number, kind: 'cold_start', policy: round.policyCold, harness: before });
    if (round.policy !== '' && round.policy !== (round.policyCold || round.policyStart)) stages.push({ label: `round ${number}: ${objectiveName(round)}`, round: number, kind: 'training', policy: round.policy, harness: before });
    if (round.harness !== '' && round.harness !== before) stages.push({ label: `round ${number}: harness revision`, round: number, kind: 'revision', policy: round.policy, harness: round.harness });
  }
  return stages.filter(({ policy }) => policy !== '');
}

/** Rounds of one line, first to last, that ends with `last`. */
export function lineOf(last: Round, all: ReadonlyMap<string, Round>): Round[] {
  const line: Round[] = [];
  const seen = new Set<string>();
  for (let round: Round | undefined = last; round !== undefined && !seen.has(round.id); round = all.get(round.plan?.parentRound ?? '')) {
    seen.add(round.id);
    line.unshift(round);
  }
  return line;
}

/** The id of a stage's evaluation on test: the same stage of the same line is evaluated once. */
export function evaluationId(line: string, index: number): string {
  return `${line}/test/${index}`;
}

function harnessBefore(round: Round, revisions: readonly RevisionDoc[]): string {
  return revisions.find(({ round_id }) => round_id === round.id)?.from ?? (round.plan?.harnessVersion || round.harness);
}

function objectiveName({ plan }: Round): string {
  const names: Readonly<Record<string, string>> = { care: 'CARE', care_uncalibrated: 'CARE without calibration', outcome_only: 'outcome only' };
  return names[plan?.objective ?? ''] ?? 'training';
}
