import { openBlobs } from '#kit/blobs/open.ts';
import { systemClock } from '#kit/clock.ts';
import { type Config, loadConfig } from '#kit/config.ts';
import { invalid } from '#kit/errors.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess } from '#kit/process.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { openTriton, type TritonPolicies } from './open.ts';
import { versionNumber } from './repository.ts';

/**
 * What serves, by hand; with the environment of the harness-gateway. Each command prints one JSON object.
 *
 *     node services/harness-gateway/policy/triton/command.ts status
 *     node services/harness-gateway/policy/triton/command.ts publish VERSION [CHECKPOINT]
 *     node services/harness-gateway/policy/triton/command.ts rollback REASON
 */
const USAGE = 'write status, publish VERSION [CHECKPOINT], or rollback REASON';
const POLICIES_LOOKED_AT = 1000;

async function main(): Promise<void> {
  const [command = '', ...words] = process.argv.slice(2);
  const [version = '', checkpoint] = words;
  const config = loadConfig(process.env);
  const store = await openCommonStore(config);
  const blobs = await openBlobs(config.blobsUrl);
  const triton = openTriton({
    url: config.policyUrl,
    ...{ store, blobs },
    clock: systemClock,
    checkpointOf: async (id) => (id === version && checkpoint !== undefined ? checkpoint : checkpointAtTrainer(config, id)),
    wanted: async () => undefined,
    onFailure: (error) => console.error(error.message),
  });
  try {
    console.log(JSON.stringify(await run(triton, command, words.join(' '), version), null, 2));
  } finally {
    closeChannels();
    await blobs.close();
    await store.close();
  }
}

async function run({ server, publisher }: TritonPolicies, command: string, text: string, version: string): Promise<object> {
  if (command === 'status' && text === '') {
    const live = await server.live();
    const states = new Map(live ? (await server.index()).map((each) => [each.version, each.state]) : []);
    const { loaded, serving, previous, refused } = await publisher.state();
    const versions = loaded.map((id) => ({ version: id, number: versionNumber(id), state: states.get(versionNumber(id)) ?? 'ABSENT' }));
    return { live, serving, previous, versions, refused };
  }
  if (command === 'publish' && version !== '') return publisher.publish(version);
  if (command === 'rollback' && text !== '') return publisher.rollback(text);
  throw invalid('command', `${JSON.stringify([command, text].join(' ').trim())} is none`, USAGE);
}

async function checkpointAtTrainer(config: Config, version: string): Promise<string | undefined> {
  const logger = createLogger('harness-gateway', config.logLevel, process.stderr);
  const rpc = await openRpc(config, { logger, token: () => process.env['GYRE_HARNESS_TOKEN'] });
  const trainer = rpc.client(TrainerControllerServiceService, 'trainer-controller');
  return (await trainer.listPolicies({ limit: POLICIES_LOOKED_AT })).policies.find(({ id }) => id === version)?.checkpoint;
}

await runProcess('harness', main);
