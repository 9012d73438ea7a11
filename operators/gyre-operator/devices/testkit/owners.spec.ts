import { expect, it } from 'vitest';
import { parseObject } from '../../runtime/objects.ts';
import { changed, sample, stored } from '../../testkit/samples.ts';
import { DEVICE_LEASES, DEVICES } from '../resources.ts';
import { Owners } from './owners.ts';

const device = (fencingToken: number, uid?: string) => ({ type: 'MODIFIED', object: parseObject(DEVICES, stored('Device', changed(sample('Device'), { 'metadata.name': 'd', 'metadata.uid': 'd', status: { fencingToken, ...(uid === undefined ? {} : { leaseRef: { name: uid, uid } }) } }))) }) as const;
const lease = (uid: string, fencingToken: number, deviceName = 'd') => ({ type: 'MODIFIED', object: parseObject(DEVICE_LEASES, stored('DeviceLease', changed(sample('DeviceLease'), { 'metadata.name': uid, 'metadata.uid': uid, status: { deviceName, fencingToken } }))) }) as const;
const over = (uid: string, token: number) => ({ ...lease(uid, token), type: 'DELETED' }) as const;

it('finds nothing wrong with a device that is taken, freed and taken again', () => {
  const owners = new Owners();
  for (const each of [device(0), device(1, 'a'), device(1), device(2, 'b')]) owners.device(each);
  for (const each of [lease('a', 1), over('a', 1), lease('b', 2)]) owners.lease(each);
  expect([owners.faults, owners.taken.get('d'), owners.told.get('b')]).toEqual([[], 2, 'd 2']);
});

it.each([
  ['a token that falls', [device(2), device(1)], [], 'the token of device d went from 2 to 1'],
  ['an owner in place of another', [device(1, 'a'), device(2, 'b')], [], 'device d went from one lease to another and was never free'],
  ['a token that was had before', [device(1, 'a'), device(1), device(1, 'b')], [], 'device d was taken under token 1, which it had before'],
  ['a lease that is told of what was never taken', [device(1, 'a')], [lease('b', 1)], 'lease b was told d 1, which the device never had for it'],
  ['a lease that is told twice', [device(1, 'a'), device(1), device(2, 'a')], [lease('a', 1), lease('a', 2)], 'lease a was told d 1 and then d 2'],
  ['two leases at a time', [device(1, 'a'), device(1), device(2, 'b')], [lease('a', 1), lease('b', 2)], 'device d is with b and another'],
])('finds %s', (_, devices, leases, fault) => {
  const owners = new Owners();
  for (const each of devices) owners.device(each);
  for (const each of leases) owners.lease(each);
  expect(owners.faults).toEqual([fault]);
});
