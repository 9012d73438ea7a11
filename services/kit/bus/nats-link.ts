import { jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, errors, type NatsConnection, type NodeConnectionOptions, type Status } from '@nats-io/transport-node';
import type { Clock } from '../clock.ts';
import type { BusSettings } from '../config.ts';
import { type Code, GyreError, invalid } from '../errors.ts';
import type { Logger } from '../logs.ts';
import { readPem } from '../pem.ts';
import type { Random } from '../random.ts';

const VARIABLE = 'GYRE_BUS_URL';
const DEFAULT_PORT = 4222;
/** A server that does not answer this often in a row is given up, and the next one is tried. */
const PING_INTERVAL_MS = 10_000;
const PINGS_UNANSWERED = 2;
const DIAL_TIMEOUT_MS = 2_500;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
const API_TIMEOUT_MS = 5_000;

export interface LinkOptions {
  readonly settings: Pick<BusSettings, 'tls'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** For how long the first connection is tried, milliseconds; a try that has begun is waited for. */
  readonly connectTimeoutMs: number;
}

/** One connection to the NATS servers of a URL, kept for ever: after the first connection it comes back by itself. */
export interface Link {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Calls `listener` after each time the connection came back; returns what ends that. */
  onReturn(listener: () => void): () => void;
}

interface Target {
  readonly servers: readonly string[];
  readonly tls: boolean;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

/**
 * Connects within `connectTimeoutMs`, trying again as long as that may help. UNAVAILABLE naming GYRE_BUS_URL if that fails: whoever
 * started the process starts it again. UNAUTHENTICATED for credentials that the server refuses; INVALID_ARGUMENT for a wrong URL or file.
 */
export async function openLink(url: string, options: LinkOptions): Promise<Link> {
  const target = targetOf(url);
  const { settings, clock, random, logger, connectTimeoutMs } = options;
  await readable(settings.tls);
  let dials = 0;
  const delayMs = () => {
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(dials, 10));
    return longest / 2 + (random.next() * longest) / 2;
  };
  const { ca, cert, key } = settings.tls;
  const tls = target.tls || ca !== undefined || cert !== undefined;
  const deadline = clock.now() + connectTimeoutMs;
  const connectOptions: NodeConnectionOptions = {
    servers: [...target.servers],
    name: `gyre bus ${process.pid}`,
    ...(target.token === undefined ? {} : { token: target.token }),
    ...(target.user === undefined ? {} : { user: target.user, pass: target.pass ?? '' }),
    // The files are read again at each connection, so that certificates may be renewed.
    ...(tls ? { tls: { ...(ca === undefined ? {} : { caFile: ca }), ...(cert === undefined ? {} : { certFile: cert }), ...(key === undefined ? {} : { keyFile: key }) } } : {}),
    timeout: DIAL_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: delayMs,
    // Credentials may be renewed, too: only those of the first connection are known to be wrong for good.
    ignoreAuthErrorAbort: true,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: PINGS_UNANSWERED,
    noAsyncTraces: true,
  };
  let connection: NatsConnection;
  for (;;) {
    try {
      connection = await connect(connectOptions);
      break;
    } catch (thrown) {
      const pause = delayMs();
      if (isFinal(thrown) || clock.now() + pause >= deadline) throw notConnected(target, connectTimeoutMs, thrown);
      dials++;
      await clock.sleep(pause);
    }
  }
  dials = 0;
  const listeners = new Set<() => void>();
  void follow(connection, logger, (status) => {
    if (status.type === 'reconnecting') dials++;
    if (status.type === 'reconnect') {
      dials = 0;
      for (const listener of listeners) listener();
    }
  });
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: API_TIMEOUT_MS });
  return {
    connection,
    client: manager.jetstream(),
    manager,
    onReturn(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function follow(connection: NatsConnection, logger: Logger, on: (status: Status) => void): Promise<void> {
  for await (const status of connection.status()) {
    on(status);
    switch (status.type) {
      case 'disconnect':
        logger.warn({ server: status.server }, 'the NATS server is gone, connecting again');
        break;
      case 'reconnect':
        logger.info({ server: status.server }, 'connected to NATS again');
        break;
      case 'staleConnection':
        logger.warn('the NATS server does not answer pings');
        break;
      case 'ldm':
        logger.warn({ server: status.server }, 'the NATS server is about to shut down');
        break;
      case 'error':
        logger.error({ err: status.error }, 'the NATS server reports an error');
        break;
      case 'update':
        logger.debug({ added: status.added, deleted: status.deleted }, 'the NATS cluster has changed');
        break;
      default:
        logger.trace({ status: status.type }, 'NATS');
    }
  }
  const why = await connection.closed();
  if (why) logger.error({ err: why }, 'the connection to NATS has ended');
}

/** Takes `nats://` or `tls://`, credentials before the first host, and more servers of the cluster after commas. Quotes nothing of it in errors. */
function targetOf(text: string): Target {
  const wrong = (problem: string) => invalid(VARIABLE, problem, 'write nats://[USER:PASSWORD@ or TOKEN@]HOST:PORT, with further servers after commas');
  const urls = text.split(',').map((each) => {
    const trimmed = each.trim();
    const full = /^[a-z+]+:\/\//.test(trimmed) ? trimmed : `nats://${trimmed}`;
    if (!URL.canParse(full)) throw wrong('is no list of servers');
    return new URL(full);
  });
  for (const { protocol, hostname, pathname, search } of urls) {
    if (protocol !== 'nats:' && protocol !== 'tls:') throw wrong(`has the scheme ${protocol}`);
    if (hostname === '') throw wrong('names a server without a host');
    if (pathname.length > 1 || search !== '') throw wrong('has something after the port');
  }
  const withUser = urls.find(({ username, password }) => username !== '' || password !== '');
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw wrong('has credentials with a % that begins no escape');
    }
  };
  const [username, password] = [decoded(withUser?.username ?? ''), decoded(withUser?.password ?? '')];
  if (username === '' && password !== '') throw wrong('has a password without a user');
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? DEFAULT_PORT : port}`),
    tls: urls.some(({ protocol }) => protocol === 'tls:'),
    ...(username === '' ? {} : password === '' ? { token: username } : { user: username, pass: password }),
  };
}

async function readable({ ca, cert, key }: BusSettings['tls']): Promise<void> {
  for (const [variable, path] of [['GYRE_BUS_TLS_CA', ca], ['GYRE_BUS_TLS_CERT', cert], ['GYRE_BUS_TLS_KEY', key]] as const) {
    if (path !== undefined) await readPem(path, variable);
  }
}

/** Whether trying again makes no difference: wrong credentials, or certificates that do not fit. */
function isFinal(thrown: unknown): boolean {
  if (thrown instanceof Error && 'code' in thrown && /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(String(thrown.code))) return true;
  return thrown instanceof errors.AuthorizationError || thrown instanceof errors.UserAuthenticationExpiredError || thrown instanceof errors.InvalidArgumentError;
}

function notConnected({ servers }: Target, forMs: number, thrown: unknown): GyreError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const where = servers.join(', ');
  const failed = (code: Code, problem: string, remedy: string) => new GyreError(code, `${VARIABLE}: ${problem} (${reason}); ${remedy}`, { boundary: 'bus', field: VARIABLE, cause: thrown, remedy });
  if (thrown instanceof errors.AuthorizationError || thrown instanceof errors.UserAuthenticationExpiredError) {
    return failed('UNAUTHENTICATED', `${where} refuses the credentials`, 'write the user and password, or the token, before the host');
  }
  return failed('UNAVAILABLE', `no connection to ${where}, tried for ${forMs} ms`, 'see that a NATS server listens there; for TLS, see GYRE_BUS_TLS_CA, GYRE_BUS_TLS_CERT and GYRE_BUS_TLS_KEY');
}
