import { GyreError, invalid } from '#kit/errors.ts';
import { type Access, type Authenticate, guarded, requireRole } from '#kit/rpc/roles.ts';
import type { CallContext, Handlers } from '#kit/rpc/types.ts';
import type { Approval } from '#protos/core/v1/release.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { HarnessVersions } from './versions/versions.ts';

const LONGEST_ID = 512;

/** `agent` is a product acting for one user: its token's subject is that user's scope. What is not listed is closed to everybody. */
export const HARNESS_ACCESS: Access<HarnessServiceService> = {
  openSession: ['worker', 'agent', 'admin'],
  plan: ['worker', 'agent', 'admin'],
  closeSession: ['worker', 'agent', 'admin'],
  proposeRevision: ['trainer', 'admin'],
  decideRevision: ['reviewer', 'trainer', 'admin'],
  getVersion: ['worker', 'trainer', 'curator', 'reviewer', 'admin'],
  listVersions: ['worker', 'trainer', 'curator', 'reviewer', 'admin'],
  rollback: ['reviewer', 'admin'],
};

const PEOPLE = ['reviewer', 'admin'];

/** The handlers behind their role check. */
export function harnessHandlers(sessions: Sessions, versions: HarnessVersions, authenticate: Authenticate): Handlers<HarnessServiceService> {
  const subject = async (context: CallContext) => (await requireRole(context, HARNESS_ACCESS.plan ?? [], authenticate)).subject;
  const handlers: Handlers<HarnessServiceService> = {
    async openSession(request, context) {
      checkId(request.sessionId);
      return sessions.open(request, await subject(context));
    },
    async plan(request, context) {
      checkId(request.sessionId);
      if (request.step < 0) throw invalid('step', `${request.step} is negative`, 'count steps from 0');
      return sessions.plan(request, await subject(context));
    },
    async closeSession(request, context) {
      checkId(request.sessionId);
      return sessions.close(request, await subject(context));
    },
    async proposeRevision({ revision }) {
      if (!revision) throw invalid('revision', 'is missing', 'send the revision');
      return versions.propose(revision);
    },
    async decideRevision({ id, accept, approval }, context) {
      const { roles } = await requireRole(context, HARNESS_ACCESS.decideRevision ?? [], authenticate);
      // No program can sign for a person: what the training loop decides is on record as automatic.
      const automatic = !PEOPLE.some((role) => roles.has(role));
      return { version: await versions.decide(id, accept, automatic ? asAutomatic(approval) : approval) };
    },
    async getVersion({ id }) {
      return { version: await versions.get(id) };
    },
    async listVersions() {
      return { versions: await versions.list(), serving: await versions.serving() };
    },
    async rollback({ id, approval }) {
      if (id === '') throw invalid('id', 'is empty', 'name the version to serve');
      return { version: await versions.rollback(id, approval) };
    },
  };
  return guarded(HarnessServiceService, handlers, { ...HARNESS_ACCESS, openSession: 'anyone', plan: 'anyone', closeSession: 'anyone', decideRevision: 'anyone' }, authenticate);
}

function asAutomatic(approval: Approval | undefined): Approval | undefined {
  return approval && { ...approval, automatic: true };
}

function checkId(id: string): void {
  if (id !== '' && id.length <= LONGEST_ID) return;
  throw new GyreError('INVALID_ARGUMENT', `session_id ${id === '' ? 'is empty' : 'is too long'}`, {
    boundary: 'caller',
    field: 'session_id',
    remedy: `give 1 to ${LONGEST_ID} characters`,
  });
}
