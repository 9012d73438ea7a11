import type { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { EvidenceSink } from './sessions/evidence.ts';
import type { WorldTools } from './tools/catalogues.ts';

/** The harness's two uses of the env-manager: a world's tools, and the evidence of what the harness itself executed. */
export function environmentPorts(client: Client<EnvManagerServiceService>): { readonly worldTools: WorldTools; readonly evidence: EvidenceSink } {
  return {
    worldTools: async (world) => (await client.listTools({ world })).tools,
    evidence: {
      async append(episodeId, offset, operations, finalAction) {
        await client.appendEvidence({ episodeId, offset, operations: [...operations], finalAction });
      },
    },
  };
}
