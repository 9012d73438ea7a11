import { expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { ModelInferRequest } from '../../../../protos/gen/inference/infer.ts';
import { randomChoice, SMALL } from '../compact/network/network.testkit.ts';
import { encodeRequest, InferenceServer } from './inference.ts';
import { Parcel } from './parcel.ts';

it('a request is encoded so that anyone reads it as the contract says', () => {
  for (const choices of [1, 3, 200]) {
    const parcel = new Parcel();
    for (let i = 0; i < choices; i++) parcel.add(randomChoice(SMALL, random('request', i), 0, 4, 30));
    const { inputs, raw } = parcel.tensors();
    const parameters = { timeout: { parameterChoice: { $case: 'int64Param' as const, value: 5000 } } };
    const request = { modelName: 'policy', modelVersion: '12', id: '', parameters, inputs, outputs: [{ name: 'LOGITS', parameters: {} }], rawInputContents: raw };
    expect(ModelInferRequest.decode(encodeRequest(request))).toEqual(request);
  }
});

it('a server that is not there is neither live nor ready, and every other call says that it is unavailable', async () => {
  const server = new InferenceServer('127.0.0.1:1');
  expect(await server.live()).toBe(false);
  expect(await server.ready()).toBe(false);
  await expect(server.modelReady('policy', '1')).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'harness', retryable: true });
  await expect(server.load('policy')).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'harness' });
});
