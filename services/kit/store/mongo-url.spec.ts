import { expect, it } from 'vitest';
import { mongoAddress } from './mongo-url.ts';

it.each([
  ['mongodb://host/gyre', { database: 'gyre', shown: 'mongodb://host/gyre', hasCredentials: false, hasWriteConcern: false }],
  ['mongodb://user:pa%40ss@a:1,b:2,c:3/gyre-1?replicaSet=rs0&w=majority', { database: 'gyre-1', shown: 'mongodb://…@a:1,b:2,c:3/gyre-1', hasCredentials: true, hasWriteConcern: true }],
  ['mongodb+srv://user:pass@cluster.example/gyre?authSource=admin&readPreference=primary', { database: 'gyre', shown: 'mongodb+srv://…@cluster.example/gyre', hasCredentials: true }],
  ['mongodb://[::1]:27017/gyre', { database: 'gyre' }],
])('reads %s', (url, address) => {
  expect(mongoAddress(url, 'GYRE_STORE_URL')).toMatchObject({ url, ...address });
});

it.each([
  ['mongodb://user:hidden@host', 'names no database'],
  ['mongodb://user:hidden@host/', 'names no database'],
  ['mongodb://user:hidden@host/a.b', 'names no database'],
  ['mongodb://user:hid@den@host/gyre', 'no URL of a MongoDB database'],
  ['mongodb:///gyre', 'no URL of a MongoDB database'],
  ['mongodb:host/gyre', 'no URL of a MongoDB database'],
  ['mongodb://user:hidden@host/gyre?readPreference=secondaryPreferred', 'leave readPreference out'],
  ['mongodb://user:hidden@host/gyre?W=0', 'w=majority'],
  ['mongodb://user:hidden@host/gyre?timeoutMS=100', 'GYRE_STORE_TIMEOUT_MS'],
])('refuses %s and shows no password', (url, problem) => {
  const refused = () => mongoAddress(url, 'GYRE_EVIDENCE_URL');
  expect(refused).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'GYRE_EVIDENCE_URL', message: expect.stringContaining(problem) }));
  expect(refused).not.toThrow(/hidden|hid@|den@/);
});
