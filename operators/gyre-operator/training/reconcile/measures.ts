import { count, record } from '#kit/metrics.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { RUN_REASONS } from '../../api/mod.ts';
import type { Run } from '../run.ts';
import type { OwnStatus } from './status.ts';

/** Measures what a status that has just been written says for the first time. */
export function measure(run: Run, after: OwnStatus, nowMs: number): void {
  const before = (type: string) => run.status?.conditions?.find((each) => each.type === type);
  const now = (type: string) => after.conditions?.find((each) => each.type === type);
  // `startTime` is there once the run had pods: what is admitted again after an eviction or a restart is not measured again.
  if (run.status?.startTime === undefined && now('QuotaReserved')?.status === 'True' && before('QuotaReserved')?.status !== 'True') {
    record(METRICS.trainingAdmissionDuration, Math.max(0, nowMs - Date.parse(run.metadata.creationTimestamp ?? '')) / 1000, {});
  }
  const { reason: taken } = RUN_REASONS.nameTaken('', '');
  if (now('Accepted')?.reason === taken && before('Accepted')?.reason !== taken) count(METRICS.trainingConflicts, 1, {});
}
