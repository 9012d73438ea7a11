import { describe, expect, it } from 'vitest';
import { operatorSettings } from './settings.ts';

const least = { GYRE_OPERATOR_LEASE_NAMESPACE: 'gyre', GYRE_OPERATOR_PROGRESS_URL: 'http://gyre-operator.gyre.svc:8080' };

describe('the settings of the operator', () => {
  it('need a namespace for the lease and the address of the endpoint, and have defaults for the rest', () => {
    expect(operatorSettings(least)).toEqual({
      namespace: undefined,
      lease: { namespace: 'gyre', name: 'gyre-operator' },
      progress: { host: '0.0.0.0', port: 8080, url: 'http://gyre-operator.gyre.svc:8080' },
      health: { host: '0.0.0.0', port: 8081 },
    });
    expect(operatorSettings({ ...least, GYRE_OPERATOR_NAMESPACE: 'ml', GYRE_OPERATOR_HEALTH_LISTEN: '127.0.0.1:0' })).toMatchObject({ namespace: 'ml', health: { host: '127.0.0.1', port: 0 } });
  });

  it.each([
    ['GYRE_OPERATOR_NAMESPACE', 'Two Words', 'write the name of a namespace'],
    ['GYRE_OPERATOR_LEASE_NAMESPACE', '', 'write the namespace that the operator runs in'],
    ['GYRE_OPERATOR_PROGRESS_LISTEN', '8080', 'write HOST:PORT'],
    ['GYRE_OPERATOR_PROGRESS_URL', 'gyre-operator:8080', 'write where pods reach the progress endpoint'],
    ['GYRE_OPERATOR_HEALTH_LISTEN', 'http://x', 'write HOST:PORT'],
  ])('%s = %j is refused with its remedy', (variable, value, remedy) => {
    expect(() => operatorSettings({ ...least, [variable]: value })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: variable, message: expect.stringContaining(`${variable}: ${remedy}`) }));
  });
});
