import { expect, it } from 'vitest';
import { describeWithServer, withServers } from './server.testkit.ts';

/** Run by `closing-lines.spec.ts` on a machine that has a nats-server and nothing else. */
await describeWithServer('mongo', 'store on MongoDB', (server) => {
  it('is never reached', () => expect(server().url).toBe('unreachable'));
});

const describeNats = await withServers('nats');
describeNats('bus on NATS', () => {
  it('runs', () => expect(1).toBe(1));
});

const describeBoth = await withServers('nats', 'otelcol');
describeBoth('both', () => {
  it('is never reached either', () => expect(1).toBe(2));
});
