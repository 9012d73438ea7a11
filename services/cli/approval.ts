import type { Command } from 'commander';
import { invalid } from '#kit/errors.ts';
import { Approval } from '#protos/core/v1/release.ts';

export interface ApprovalFlags {
  readonly by: string;
  readonly reason?: string;
}

/** Adds who decides and why. */
export function withApproval(command: Command): Command {
  return command.requiredOption('--by <who>', 'who decides; kept with the decision').option('--reason <text>', 'why');
}

/** The approval that the options describe; a person's, never an automatic one. */
export function approvalOf({ by, reason }: ApprovalFlags): Approval {
  if (by.trim() === '' || by === 'auto') throw invalid('--by', by === 'auto' ? 'auto stands for automatic approvals' : 'is empty', 'say who decides');
  return Approval.fromPartial({ by, reason: reason ?? '', automatic: false });
}
