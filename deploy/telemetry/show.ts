import { existsSync } from 'node:fs';
import { invalid } from '#kit/errors.ts';
import { runProcess } from '#kit/process.ts';
import { receivedSpans } from './received.ts';
import { largestTrace, traceTree } from './tree.ts';

/**
 * Shows one trace of those that a collector has written into a file:
 *
 *     node deploy/telemetry/show.ts var/cluster/otelcol/traces.jsonl [TRACE]
 *
 * TRACE is the id or its beginning; without it, the trace with the most spans is shown.
 */
async function main(): Promise<void> {
  const [file, id, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw invalid('arguments', 'are wrong', 'write FILE [TRACE]');
  if (!existsSync(file)) throw invalid('FILE', `${file} is not there`, 'name the traces.jsonl of a collector; make up UP=--telemetry starts one');
  const spans = receivedSpans(file);
  const trace = largestTrace(id === undefined ? spans : spans.filter(({ traceId }) => traceId.startsWith(id)));
  if (trace.length === 0) throw invalid(id === undefined ? 'FILE' : 'TRACE', 'has no spans', 'name another, or wait until they have arrived');
  console.log(`trace ${trace[0]?.traceId}, ${trace.length} spans\n${traceTree(trace)}`);
}

await runProcess('caller', main);
