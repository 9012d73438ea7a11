import { expect, it } from 'vitest';
import { busSettings, loadConfig, storageSettings } from './config.ts';
import { GyreError } from './errors.ts';

function failure(env: Record<string, string>): GyreError {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof GyreError) return error;
  }
  throw new Error('the configuration was accepted');
}

it('needs nothing in the embedded profile', () => {
  expect(loadConfig({ PATH: '/bin', GYRE_OTLP_ENDPOINT: '' })).toEqual({
    profile: 'embedded',
    stateDir: 'var',
    storeUrl: 'sqlite:var/gyre.db',
    evidenceUrl: 'sqlite:var/evidence.db',
    busUrl: 'memory:',
    blobsUrl: 'file:var/blobs',
    policyUrl: 'local:',
    logLevel: 'info',
    otlpEndpoint: undefined,
    listenAddress: '127.0.0.1:7400',
    addresses: {},
    rpc: { tls: undefined, reflection: true },
  });
});

it('reads every variable', () => {
  const config = loadConfig({
    GYRE_PROFILE: 'cluster',
    GYRE_STATE_DIR: '/data',
    GYRE_STORE_URL: 'mongodb://user:pw@db/gyre',
    GYRE_EVIDENCE_URL: 'mongodb://verifier:pw@db/evidence',
    GYRE_BUS_URL: 'nats://bus:4222',
    GYRE_BLOBS_URL: 's3://gyre',
    GYRE_POLICY_URL: 'triton://triton:8001',
    GYRE_LOG_LEVEL: 'debug',
    GYRE_OTLP_ENDPOINT: 'http://collector:4317',
    GYRE_LISTEN_ADDRESS: '[::]:7400',
    GYRE_ENV_MANAGER_ADDRESS: 'dns:///env-manager:7400',
  });
  expect(config).toMatchObject({ profile: 'cluster', storeUrl: 'mongodb://user:pw@db/gyre', policyUrl: 'triton://triton:8001', listenAddress: '[::]:7400' });
  expect(config.addresses['env-manager']).toBe('dns:///env-manager:7400');
  expect(config.addresses.verifier).toBeUndefined();
});

it('names every wrong variable at once, with what was given and what to write', () => {
  const error = failure({
    GYRE_PROFILE: 'laptop',
    GYRE_STORE_URL: 'postgres://user:secret@db',
    GYRE_EVIDENCE_URL: 'sqlite:',
    GYRE_BUS_URL: 'nats:',
    GYRE_OTLP_ENDPOINT: 'collector',
    GYRE_VERIFIER_ADDRESS: 'verifier',
  });
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', boundary: 'caller' });
  expect(error.details).toEqual({
    GYRE_PROFILE: 'is "laptop"; write embedded or cluster',
    GYRE_STORE_URL: 'is "postgres://…@db"; write sqlite:PATH or mongodb://HOST/DATABASE',
    GYRE_EVIDENCE_URL: 'is "sqlite:"; write sqlite:PATH or mongodb://HOST/DATABASE',
    GYRE_BUS_URL: 'is "nats:"; write memory: or nats://HOST:PORT',
    GYRE_OTLP_ENDPOINT: 'is "collector"; write http://HOST:PORT or https://HOST:PORT',
    GYRE_VERIFIER_ADDRESS: 'is "verifier"; write HOST:PORT',
  });
  for (const variable of Object.keys(error.details)) expect(error.message).toContain(variable);
});

it('has no defaults in the cluster profile', () => {
  const error = failure({ GYRE_PROFILE: 'cluster', GYRE_BUS_URL: 'nats://bus:4222' });
  expect(error.field).toBe('GYRE_STORE_URL, GYRE_BLOBS_URL, GYRE_POLICY_URL');
  expect(error.details['GYRE_STORE_URL']).toContain('is not set; the cluster profile has no default');
});

it('keeps evidence in a store of its own', () => {
  const error = failure({ GYRE_STORE_URL: 'sqlite:one.db', GYRE_EVIDENCE_URL: 'sqlite:one.db' });
  expect(error.field).toBe('GYRE_EVIDENCE_URL');
});

it('knows no evidence in the cluster profile unless it is told', () => {
  const told = { GYRE_PROFILE: 'cluster', GYRE_STORE_URL: 'mongodb://db/gyre', GYRE_BUS_URL: 'nats://bus:4222', GYRE_BLOBS_URL: 's3://gyre', GYRE_POLICY_URL: 'local:' };
  expect(loadConfig(told).evidenceUrl).toBeUndefined();
  expect(loadConfig({ ...told, GYRE_EVIDENCE_URL: 'mongodb://db/evidence' }).evidenceUrl).toBe('mongodb://db/evidence');
});

it('reads how gRPC is spoken', () => {
  const pair = { GYRE_RPC_TLS_CERT: 'cert.pem', GYRE_RPC_TLS_KEY: 'key.pem' };
  expect(loadConfig({ GYRE_RPC_TLS_CA: 'ca.pem', ...pair }).rpc.tls).toEqual({ ca: 'ca.pem', own: { cert: 'cert.pem', key: 'key.pem' }, clients: 'certified' });
  expect(loadConfig({ GYRE_RPC_TLS_CA: 'ca.pem', GYRE_RPC_TLS_CLIENTS: 'any' }).rpc.tls).toEqual({ ca: 'ca.pem', own: undefined, clients: 'any' });
  expect(loadConfig({ GYRE_RPC_REFLECTION: 'off' }).rpc.reflection).toBe(false);
  const cluster = { GYRE_PROFILE: 'cluster', GYRE_STORE_URL: 'sqlite:a', GYRE_BUS_URL: 'memory:', GYRE_BLOBS_URL: 'file:b', GYRE_POLICY_URL: 'local:' };
  expect([loadConfig(cluster), loadConfig({ ...cluster, GYRE_RPC_REFLECTION: 'on' })].map(({ rpc }) => rpc.reflection)).toEqual([false, true]);
});

it.each([
  [{ GYRE_RPC_TLS_CERT: 'cert.pem', GYRE_RPC_TLS_KEY: 'key.pem' }, { GYRE_RPC_TLS_CA: /is not set; name the PEM file of the authority/ }],
  [{ GYRE_RPC_TLS_CA: 'ca.pem', GYRE_RPC_TLS_CERT: 'cert.pem' }, { GYRE_RPC_TLS_KEY: /is not set; it goes together with GYRE_RPC_TLS_CERT/ }],
  [{ GYRE_RPC_TLS_KEY: 'key.pem' }, { GYRE_RPC_TLS_CERT: /goes together with GYRE_RPC_TLS_KEY/, GYRE_RPC_TLS_CA: /is not set/ }],
  [{ GYRE_RPC_TLS_CLIENTS: 'any' }, { GYRE_RPC_TLS_CA: /is not set; name the PEM file/ }],
  [{ GYRE_RPC_TLS_CLIENTS: 'none', GYRE_RPC_REFLECTION: 'yes' }, { GYRE_RPC_TLS_CLIENTS: /is "none"; write certified or any/, GYRE_RPC_REFLECTION: /is "yes"; write on or off/ }],
])('does not take %o for a way to speak gRPC', (env, problems) => {
  const { details } = failure(env);
  expect(Object.keys(details).sort()).toEqual(Object.keys(problems).sort());
  for (const [variable, text] of Object.entries(problems)) expect(details[variable]).toMatch(text);
});

it('reads what the bus on NATS needs beside its URL', () => {
  expect(busSettings({})).toEqual({ tls: { ca: undefined, cert: undefined, key: undefined }, replicas: 1, logLevel: 'info' });
  const env = { GYRE_BUS_TLS_CA: 'ca.pem', GYRE_BUS_TLS_CERT: 'cert.pem', GYRE_BUS_TLS_KEY: 'key.pem', GYRE_BUS_REPLICAS: '3', GYRE_LOG_LEVEL: 'warn' };
  expect(busSettings(env)).toEqual({ tls: { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem' }, replicas: 3, logLevel: 'warn' });
  const error = failure({ GYRE_BUS_REPLICAS: '2' });
  expect(error.details).toEqual({ GYRE_BUS_REPLICAS: 'is "2"; write 1, 3 or 5, at most the number of NATS servers' });
  expect(failure({ GYRE_BUS_TLS_KEY: 'key.pem' }).field).toBe('GYRE_BUS_TLS_CERT');
});

it('takes one database under two users for one store', () => {
  const error = failure({ GYRE_STORE_URL: 'mongodb://gyre:pw@db/gyre?w=majority', GYRE_EVIDENCE_URL: 'mongodb://verifier:pw@db/gyre' });
  expect(error.field).toBe('GYRE_EVIDENCE_URL');
  expect(loadConfig({ GYRE_STORE_URL: 'mongodb://gyre:pw@db/gyre', GYRE_EVIDENCE_URL: 'mongodb://gyre:pw@db/evidence' }).evidenceUrl).toContain('/evidence');
});

it('limits operations on store and blobs, as told', () => {
  expect(storageSettings({ GYRE_STORE_TIMEOUT_MS: '' })).toEqual({ storeTimeoutMs: 10_000, blobsTimeoutMs: 60_000 });
  expect(storageSettings({ GYRE_STORE_TIMEOUT_MS: '2500', GYRE_BLOBS_TIMEOUT_MS: '600000' })).toEqual({ storeTimeoutMs: 2_500, blobsTimeoutMs: 600_000 });
  const wrong = { GYRE_STORE_TIMEOUT_MS: '10s', GYRE_BLOBS_TIMEOUT_MS: '600001' };
  const details = { GYRE_STORE_TIMEOUT_MS: 'is "10s"; write milliseconds, 100 to 600000', GYRE_BLOBS_TIMEOUT_MS: 'is "600001"; write milliseconds, 100 to 600000' };
  expect(() => storageSettings(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', details }));
  expect(failure(wrong).details).toEqual(details);
});
