import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { type Code, GyreError } from '../errors.ts';

/** JetStream's own error codes (`err_code`) that mean something other than their HTTP-like status says. */
const RESOURCES: ReadonlySet<number> = new Set([
  10002, // limits of the account
  10023, // no resources left on the server
  10028, // no memory left
  10047, // no storage left
]);
const STORE_FAILED = 10077;
const TOO_LARGE: ReadonlySet<number> = new Set([10054, 10097]);
/** What the server cannot make as it was declared; trying again makes no difference. */
const CONFIGURATION: ReadonlySet<number> = new Set([
  10012, // consumer, on creation
  10049, // stream, on creation
  10052, // stream, on any occasion
  10069, // stream, on update
]);
/** More replicas than there are servers. */
const REPLICAS: ReadonlySet<number> = new Set([10005, 10074]);
const SEQUENCE_NOT_FOUND = 10043;
const WRONG_LAST_SEQUENCE: ReadonlySet<number> = new Set([10071, 10164]);

/** What the client library threw while doing `what`, as an error of the bus. Everything that may pass by itself is retryable. */
export function busError(thrown: unknown, what: string): GyreError {
  if (thrown instanceof GyreError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const make = (code: Code, text: string, remedy?: string, field?: string) =>
    new GyreError(code, `${what}: ${text}`, { boundary: 'bus', cause: thrown, ...(remedy === undefined ? {} : { remedy }), ...(field === undefined ? {} : { field }) });
  if (thrown instanceof errors.TimeoutError) return make('DEADLINE_EXCEEDED', 'the NATS server does not answer');
  if (isNobodyThere(thrown)) return make('UNAVAILABLE', 'nobody answers: no leader, no such stream, or JetStream is off', 'wait, or enable JetStream on the NATS server');
  if (thrown instanceof JetStreamApiError) return make(...ofApi(thrown));
  if (isForbidden(thrown)) return make('PERMISSION_DENIED', message, 'allow the NATS user to publish gyre.>, $JS.API.> and $JS.ACK.>, and to subscribe _INBOX.>');
  if (thrown instanceof errors.AuthorizationError || thrown instanceof errors.UserAuthenticationExpiredError) return make('UNAUTHENTICATED', message, 'check the credentials in GYRE_BUS_URL');
  if (thrown instanceof errors.InvalidArgumentError) return make('INVALID_ARGUMENT', message, 'send less in one message', 'message.data');
  if (isConnection(thrown)) return make('UNAVAILABLE', message);
  return make('INTERNAL', message);
}

/** No stream listens on the subject; so it is while a stream has no leader, too. */
export function isNobodyThere(thrown: unknown): boolean {
  if (thrown instanceof errors.NoRespondersError || (thrown instanceof errors.RequestError && thrown.isNoResponders())) return true;
  return thrown instanceof Error && (thrown.name === 'JetStreamNotEnabled' || (thrown.cause !== undefined && isNobodyThere(thrown.cause)));
}

function isForbidden(thrown: unknown): boolean {
  return thrown instanceof errors.PermissionViolationError || (thrown instanceof Error && thrown.cause !== undefined && isForbidden(thrown.cause));
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof JetStreamApiError && thrown.status === 404;
}

/** A stream that is there has no message of that sequence, or no longer. */
export function isNoMessage(thrown: unknown): boolean {
  return thrown instanceof JetStreamApiError && thrown.code === SEQUENCE_NOT_FOUND;
}

/** The subject had a message already where none was expected. */
export function isTaken(thrown: unknown): boolean {
  return thrown instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(thrown.code);
}

function isConnection(thrown: unknown): boolean {
  const { ConnectionError, ClosedConnectionError, DrainingConnectionError, RequestError } = errors;
  return [ConnectionError, ClosedConnectionError, DrainingConnectionError, RequestError].some((kind) => thrown instanceof kind);
}

function ofApi({ code, status, message }: JetStreamApiError): [Code, string, string?, string?] {
  if (RESOURCES.has(code) || (code === STORE_FAILED && message.startsWith('maximum'))) return ['RESOURCE_EXHAUSTED', message, 'send again later, or add consumers'];
  if (TOO_LARGE.has(code)) return ['INVALID_ARGUMENT', message, 'send less in one message', 'message.data'];
  if (REPLICAS.has(code)) return ['FAILED_PRECONDITION', `${message} (${code})`, 'lower GYRE_BUS_REPLICAS, or add NATS servers', 'GYRE_BUS_REPLICAS'];
  if (CONFIGURATION.has(code)) return ['FAILED_PRECONDITION', `${message} (${code})`];
  if (status === 404 || status >= 500) return ['UNAVAILABLE', `${message} (${code})`];
  return ['FAILED_PRECONDITION', `${message} (${code})`];
}
