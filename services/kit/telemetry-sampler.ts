import type { Attributes } from '@opentelemetry/api';
import { ParentBasedSampler, type Sampler, SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { seedOf } from './random.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

const ATTEMPT = 'attempt';
const RANGE = 2 ** 32;

/**
 * Keeps a share of the traces, as a whole, and within a kept one a share of the attempts with everything below them. Which attempts
 * depends on their slot alone, so that every attempt at one slot is kept or none is, wherever they run.
 */
export function samplerFrom({ traces, attempts }: Pick<TelemetrySettings, 'traces' | 'attempts'>): Sampler {
  const whole = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces) });
  if (attempts >= 1) return whole;
  return {
    shouldSample(parent, traceId, name, kind, attributes, links) {
      if (name === ATTEMPT && drawOf(attributes) >= attempts) return { decision: SamplingDecision.NOT_RECORD };
      return whole.shouldSample(parent, traceId, name, kind, attributes, links);
    },
    toString: () => `Attempts{${attempts},${whole.toString()}}`,
  };
}

function drawOf(attributes: Attributes): number {
  return (seedOf(String(attributes['gyre.slot.id'])) >>> 0) / RANGE;
}
