import { describe, expect, it } from 'vitest';
import { tritonAddress } from './address.ts';

describe('the address of a Triton server', () => {
  it.each([
    ['triton://triton:8001', { address: 'triton:8001', model: 'policy', repository: undefined }],
    ['triton://127.0.0.1:8001/', { address: '127.0.0.1:8001', model: 'policy', repository: undefined }],
    ['triton://[::1]:8001/planner', { address: '[::1]:8001', model: 'planner', repository: undefined }],
    ['triton://triton:8001/policy-v2?repository=/models', { address: 'triton:8001', model: 'policy-v2', repository: '/models' }],
  ])('%s', (url, expected) => {
    expect(tritonAddress(url)).toEqual(expected);
  });

  it.each([
    ['triton://triton', 'is not of a host and a port'],
    ['triton://user:secret@triton:8001', 'is not of a host and a port'],
    ['http://triton:8001', 'is no address of a Triton server'],
    ['triton:', 'is not of a host and a port'],
    ['triton://triton:8001/a/b', 'names a model that is no folder name'],
    ['triton://triton:8001/policy?repo=/models', 'has an option repo'],
    ['triton://triton:8001/policy?repository=models', 'has a repository that is no absolute path'],
  ])('%s is refused with the variable and what to write', (url, problem) => {
    const refusal = expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'GYRE_POLICY_URL', message: expect.stringContaining(problem), remedy: expect.stringContaining('triton://HOST:PORT/MODEL?repository=DIR') });
    expect(() => tritonAddress(url)).toThrow(refusal);
  });

  it('shows no password', () => {
    expect(() => tritonAddress('triton://user:secret@triton:8001')).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
  });
});
