/**
 * What may be emitted: made from deploy/telemetry/schema.yaml by deploy/telemetry/generate.ts. Names of the conventions follow
 * OpenTelemetry's 1.45.0 and, for GenAI, 0.1.0.
 */

/** Attributes by name, with the values that they may have. */
export interface AttributeTypes {
  /** Transport of the call. */
  'rpc.system.name': 'grpc' | 'in_process';
  /** Fully qualified method. */
  'rpc.method': string;
  /** Name of the gRPC status, OK for success. */
  'rpc.status_code': string;
  /** Host of the server that is called, as it was given. */
  'server.address': string;
  /** Port of the server that is called. */
  'server.port': number;
  /** Code of the error that ended the operation. */
  'error.type': string;
  /** Class of an error. */
  'exception.type': string;
  /** What an error says; on log lines alone. */
  'exception.message': string;
  /** Where an error was raised. */
  'exception.stacktrace': string;
  /** Driver of the bus. */
  'messaging.system.name': 'memory' | 'nats';
  /** Queue. */
  'messaging.destination.name': string;
  /** What is done with the message. */
  'messaging.operation.name': 'send' | 'process';
  /** The same, in the words of the convention. */
  'messaging.operation.type': 'send' | 'process';
  /** Id of the message. */
  'messaging.message.id': string;
  /** What the agent does. */
  'gen_ai.operation.name': 'plan' | 'chat' | 'execute_tool' | 'invoke_agent' | 'search_memory' | 'create_memory' | 'update_memory' | 'delete_memory';
  /** Who serves the model. */
  'gen_ai.provider.name': 'gyre';
  /** Policy version, or the name of a policy without weights. */
  'gen_ai.request.model': string;
  /** Sampling temperature, 0 is greedy. */
  'gen_ai.request.temperature': number;
  /** Session of the harness. */
  'gen_ai.conversation.id': string;
  /** Tokens that the policy wrote. */
  'gen_ai.usage.output_tokens': number;
  /** Name of the tool. */
  'gen_ai.tool.name': string;
  /** Kind of tool. */
  'gen_ai.tool.type': 'function';
  /** Id that the harness gave the call. */
  'gen_ai.tool.call.id': string;
  /** Skill that is loaded. */
  'gen_ai.skill.name': string;
  /** Agent that a call is handed to. */
  'gen_ai.agent.name': string;
  /** Memories found or written. */
  'gen_ai.memory.record.count': number;
  /** Who a failure belongs to. */
  'gyre.error.boundary': 'policy' | 'harness' | 'tool' | 'environment' | 'verifier' | 'store' | 'bus' | 'device' | 'cluster' | 'caller';
  /** Command of the command line. */
  'gyre.command': string;
  /** Which delivery of the message this is, from 1. */
  'gyre.message.delivery': number;
  /** Whether the message had been delivered before. */
  'gyre.message.redelivered': boolean;
  /** Round. */
  'gyre.round.id': string;
  /** Phase of a round. */
  'gyre.round.phase': 'planned' | 'constructing' | 'collecting' | 'curating' | 'awaiting_release' | 'cold_start' | 'training' | 'evaluating' | 'revising' | 'awaiting_harness' | 'done';
  /** Number of the update in its round. */
  'gyre.round.update': number;
  /** What became of a group of episodes. */
  'gyre.group.fate': 'learned' | 'without_signal' | 'lost' | 'stale';
  /** Name of a score of the dev evaluation. */
  'gyre.score.name': string;
  /** Whether the staleness bound let a group in. */
  'gyre.trajectory.admission': 'admitted' | 'refused';
  /** How far the slots of a batch are. */
  'gyre.batch.slots': 'expected' | 'accepted' | 'settled';
  /** Slot of a batch. */
  'gyre.slot.id': string;
  /** State that a slot came to. */
  'gyre.slot.state': 'planned' | 'claimed' | 'accepted' | 'exhausted' | 'dropped';
  /** What a trajectory is for. */
  'gyre.slot.purpose': 'collection' | 'training' | 'evaluation';
  /** Attempt at the slot, from 1. */
  'gyre.attempt.number': number;
  /** How an attempt ended. */
  'gyre.attempt.outcome': 'completed' | 'fault';
  /** Task. */
  'gyre.task.id': string;
  /** Ability that a task asks for. */
  'gyre.ability.group': 'tool_use' | 'memory' | 'skills' | 'sub_agent' | 'general' | 'unspecified';
  /** Capability tag of a task. */
  'gyre.capability': string;
  /** What the verifier found; none where no verdict could be given. */
  'gyre.verdict.outcome': 'success' | 'failure' | 'none';
  /** How the verdict was reached. */
  'gyre.verdict.method': 'rule' | 'rubric' | 'unspecified';
  /** Share of the milestones that was reached. */
  'gyre.verdict.progress': number;
  /** Episode of an environment. */
  'gyre.episode.id': string;
  /** What an episode runs on. */
  'gyre.environment.backend': 'sandbox' | 'simulated' | 'device' | 'unspecified';
  /** Step of a session, from 0. */
  'gyre.session.step': number;
  /** What the policy decided; invalid is output that is no action. */
  'gyre.action.kind': 'calls' | 'finish' | 'clarify' | 'refuse' | 'invalid';
  /** Tool calls of the action. */
  'gyre.action.calls': number;
  /** Tool calls that validation refused. */
  'gyre.action.rejected': number;
  /** Choices that one request to the inference server holds. */
  'gyre.score.choices': number;
  /** Kind of policy. */
  'gyre.policy.kind': 'trained' | 'lexical' | 'rule-planner' | 'teacher' | 'scripted' | 'other';
  /** Whose memory. */
  'gyre.memory.scope': 'episode' | 'user';
  /** Status that the tool answered with. */
  'gyre.tool.status': number;
  /** Controller of an operator. */
  'gyre.operator.controller': string;
  /** Resource of the API server, in the plural. */
  'gyre.operator.resource': string;
  /** How a reconcile ended. */
  'gyre.operator.outcome': 'done' | 'requeued' | 'failed' | 'timed_out';
  /** What the API server is asked for. */
  'gyre.operator.call': 'get' | 'list' | 'watch' | 'create' | 'update' | 'apply' | 'patch' | 'delete';
  /** Why a watch began: from where the last one ended, or after a list because there was none before, its version had expired, or a list was due. */
  'gyre.operator.reconnect': 'resumed' | 'first' | 'expired' | 'routine';
  /** What became of an event. */
  'gyre.operator.event.fate': 'written' | 'repeated' | 'limited' | 'failed';
  /** Why a lease of a device ended. */
  'gyre.device.lease.ending': 'Completed' | 'HolderDeleted' | 'Expired' | 'DurationReached' | 'WaitTimedOut' | 'ForceReleased' | 'DeviceFault' | 'DeviceRemoved' | 'PoolDraining' | 'Refused';
}

/** Metrics: instrument, UCUM unit, attributes, and for histograms the upper bounds of the buckets. */
export const METRICS = {
  rpcServerCallDuration: {
    name: 'rpc.server.call.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of the calls that a service answered',
    attributes: ['rpc.system.name', 'rpc.method', 'rpc.status_code', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  rpcClientCallDuration: {
    name: 'rpc.client.call.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of the calls that a service made',
    attributes: ['rpc.system.name', 'rpc.method', 'rpc.status_code', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  messagingProcessDuration: {
    name: 'messaging.process.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of the handling of one message',
    attributes: ['messaging.system.name', 'messaging.destination.name', 'messaging.operation.name', 'gyre.message.redelivered', 'error.type'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
  },
  genAiClientOperationDuration: {
    name: 'gen_ai.client.operation.duration',
    instrument: 'histogram',
    unit: 's',
    description: "Duration of the policy's decision alone",
    attributes: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gyre.policy.kind', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  planDuration: {
    name: 'gyre.plan.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of one plan in the harness, from the results of the step before to the next action',
    attributes: ['gyre.policy.kind', 'gyre.action.kind', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  planTokens: {
    name: 'gyre.plan.tokens',
    instrument: 'histogram',
    unit: '{token}',
    description: 'Tokens that the policy wrote for one plan',
    attributes: ['gyre.policy.kind'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  },
  planToolCalls: {
    name: 'gyre.plan.tool_calls',
    instrument: 'histogram',
    unit: '{call}',
    description: 'Tool calls of one plan',
    attributes: ['gyre.policy.kind'],
    buckets: [0, 1, 2, 3, 4, 6, 8],
  },
  harnessSessionsOpen: {
    name: 'gyre.harness.sessions.open',
    instrument: 'gauge',
    unit: '{session}',
    description: 'Sessions that a replica of the harness holds',
    attributes: [],
  },
  environmentLeaseWait: {
    name: 'gyre.environment.lease.wait',
    instrument: 'histogram',
    unit: 's',
    description: 'Time until an environment was there, with its device where it needs one',
    attributes: ['gyre.environment.backend', 'error.type'],
    buckets: [0.001, 0.01, 0.1, 1, 5, 10, 30, 60, 120, 300, 600, 1800],
  },
  environmentEpisodesOpen: {
    name: 'gyre.environment.episodes.open',
    instrument: 'gauge',
    unit: '{episode}',
    description: 'Episodes that run in an env-manager',
    attributes: [],
  },
  environmentEpisodesLapsed: {
    name: 'gyre.environment.episodes.lapsed',
    instrument: 'counter',
    unit: '{episode}',
    description: 'Episodes freed because their lease had ended',
    attributes: [],
  },
  queueDepth: {
    name: 'gyre.queue.depth',
    instrument: 'gauge',
    unit: '{message}',
    description: 'Messages that wait or are in hand',
    attributes: ['messaging.destination.name'],
  },
  queueOldestAge: {
    name: 'gyre.queue.oldest_age',
    instrument: 'gauge',
    unit: 's',
    description: 'Age of the oldest message that is not settled',
    attributes: ['messaging.destination.name'],
  },
  slotTransitions: {
    name: 'gyre.slot.transitions',
    instrument: 'counter',
    unit: '{slot}',
    description: 'Slots that came to a state',
    attributes: ['gyre.slot.state', 'gyre.slot.purpose'],
  },
  batchSlots: {
    name: 'gyre.batch.slots',
    instrument: 'gauge',
    unit: '{slot}',
    description: 'Slots of the batch that is being waited for',
    attributes: ['gyre.batch.slots', 'gyre.slot.purpose'],
  },
  workerSlotsInHand: {
    name: 'gyre.worker.slots_in_hand',
    instrument: 'gauge',
    unit: '{slot}',
    description: 'Slots that a rollout worker is running',
    attributes: [],
  },
  attempts: {
    name: 'gyre.attempts',
    instrument: 'counter',
    unit: '{attempt}',
    description: 'Attempts at slots, and whose fault it was where one came to nothing',
    attributes: ['gyre.attempt.outcome', 'gyre.slot.purpose', 'gyre.error.boundary'],
  },
  attemptDuration: {
    name: 'gyre.attempt.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of one attempt, from the opening of its episode to its close',
    attributes: ['gyre.attempt.outcome', 'gyre.slot.purpose'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
  },
  verdicts: {
    name: 'gyre.verdicts',
    instrument: 'counter',
    unit: '{verdict}',
    description: 'Verdicts on accepted trajectories by the ability group of their task',
    attributes: ['gyre.ability.group', 'gyre.slot.purpose', 'gyre.verdict.outcome'],
  },
  capabilityVerdicts: {
    name: 'gyre.capability.verdicts',
    instrument: 'counter',
    unit: '{verdict}',
    description: 'The same by capability; a task counts once for each of its capabilities',
    attributes: ['gyre.capability', 'gyre.verdict.outcome'],
  },
  trajectoryStaleness: {
    name: 'gyre.trajectory.staleness',
    instrument: 'histogram',
    unit: '{update}',
    description: 'Updates between the policy that acted and the one that learns, for each group that was looked at',
    attributes: ['gyre.trajectory.admission'],
    buckets: [0, 1, 2, 3, 4, 6, 8, 12, 16, 32],
  },
  roundsRunning: {
    name: 'gyre.rounds.running',
    instrument: 'gauge',
    unit: '{round}',
    description: 'Rounds that a trainer-controller drives',
    attributes: [],
  },
  roundPhaseDuration: {
    name: 'gyre.round.phase.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of one phase of a round',
    attributes: ['gyre.round.phase', 'error.type'],
    buckets: [0.1, 1, 10, 60, 300, 900, 1800, 3600, 7200, 14400, 43200, 86400],
  },
  roundUpdates: {
    name: 'gyre.round.updates',
    instrument: 'counter',
    unit: '{update}',
    description: 'Updates of the policy',
    attributes: [],
  },
  updateGroups: {
    name: 'gyre.update.groups',
    instrument: 'counter',
    unit: '{group}',
    description: 'Groups of episodes by what became of them',
    attributes: ['gyre.group.fate'],
  },
  roundScore: {
    name: 'gyre.round.score',
    instrument: 'gauge',
    unit: '1',
    description: 'Scores of the latest dev evaluation',
    attributes: ['gyre.score.name'],
  },
  careLambdaProg: {
    name: 'gyre.care.lambda_prog',
    instrument: 'gauge',
    unit: '1',
    description: 'Weight of progress in the reward of CARE, as in force for the latest update',
    attributes: [],
  },
  carePLow: {
    name: 'gyre.care.p_low',
    instrument: 'gauge',
    unit: '1',
    description: 'Success rate below which a group of CARE is in the progress regime, as in force for the latest update',
    attributes: [],
  },
  carePHigh: {
    name: 'gyre.care.p_high',
    instrument: 'gauge',
    unit: '1',
    description: 'Success rate above which a group of CARE is in the efficiency regime, as in force for the latest update',
    attributes: [],
  },
  careLambdaEff: {
    name: 'gyre.care.lambda_eff',
    instrument: 'gauge',
    unit: '1',
    description: 'Weight of efficiency in the reward of CARE, as in force for the latest update',
    attributes: [],
  },
  policyVersionAge: {
    name: 'gyre.policy.version.age',
    instrument: 'gauge',
    unit: 's',
    description: 'Age of the newest policy version',
    attributes: [],
  },
  operatorReconcileDuration: {
    name: 'gyre.operator.reconcile.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of one reconcile',
    attributes: ['gyre.operator.controller', 'gyre.operator.outcome', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  operatorQueueDepth: {
    name: 'gyre.operator.queue.depth',
    instrument: 'gauge',
    unit: '{key}',
    description: 'Keys that wait for a worker',
    attributes: ['gyre.operator.controller'],
  },
  operatorQueueWait: {
    name: 'gyre.operator.queue.wait',
    instrument: 'histogram',
    unit: 's',
    description: 'Time a key that was due waited for a worker',
    attributes: ['gyre.operator.controller'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  operatorCallDuration: {
    name: 'gyre.operator.call.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Duration of one call of the API server; of a watch, until its head was there',
    attributes: ['gyre.operator.call', 'gyre.operator.resource', 'error.type'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  operatorWatches: {
    name: 'gyre.operator.watches',
    instrument: 'counter',
    unit: '{watch}',
    description: 'Watches begun',
    attributes: ['gyre.operator.resource', 'gyre.operator.reconnect'],
  },
  operatorWatchSilence: {
    name: 'gyre.operator.watch.silence',
    instrument: 'gauge',
    unit: 's',
    description: 'Time since the API server was last heard of on a resource',
    attributes: ['gyre.operator.resource'],
  },
  operatorCacheObjects: {
    name: 'gyre.operator.cache.objects',
    instrument: 'gauge',
    unit: '{object}',
    description: 'Objects in the cache of a resource',
    attributes: ['gyre.operator.resource'],
  },
  operatorLeading: {
    name: 'gyre.operator.leading',
    instrument: 'gauge',
    unit: '1',
    description: '1 in the replica that leads, 0 in the others',
    attributes: [],
  },
  operatorEvents: {
    name: 'gyre.operator.events',
    instrument: 'counter',
    unit: '{event}',
    description: 'Events about objects, by what became of them',
    attributes: ['gyre.operator.event.fate'],
  },
  deviceLeaseWait: {
    name: 'gyre.device.lease.wait',
    instrument: 'histogram',
    unit: 's',
    description: 'Time from the creation of a lease until a device was bound to it',
    attributes: [],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800],
  },
  deviceLeaseOldestWait: {
    name: 'gyre.device.lease.oldest_wait',
    instrument: 'gauge',
    unit: 's',
    description: 'For how long the lease has waited that waits longest for a device, of all that wait now',
    attributes: [],
  },
  deviceLeaseHold: {
    name: 'gyre.device.lease.hold',
    instrument: 'histogram',
    unit: 's',
    description: 'Time for which a lease held its device',
    attributes: ['gyre.device.lease.ending'],
    buckets: [0.1, 1, 10, 60, 300, 900, 1800, 3600, 7200, 14400, 43200, 86400],
  },
  trainingAdmissionDuration: {
    name: 'gyre.training.admission.duration',
    instrument: 'histogram',
    unit: 's',
    description: 'Time from the creation of a TrainingRun until it was first admitted',
    attributes: [],
    buckets: [0.1, 1, 10, 60, 300, 900, 1800, 3600, 7200, 14400, 43200, 86400],
  },
  trainingConflicts: {
    name: 'gyre.training.conflicts',
    instrument: 'counter',
    unit: '{conflict}',
    description: "TrainingRuns that found an object of a child's name that belongs to another",
    attributes: [],
  },
} as const;
