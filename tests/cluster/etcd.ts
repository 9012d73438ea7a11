import { z } from 'zod';
import type { Kubernetes } from '#deploy/servers/mod.ts';

type Etcd = Kubernetes['etcd'];

const MARKER = '/registry/gyre.dev/marker';
const ended = z.looseObject({ header: z.looseObject({ revision: z.string() }) });
const kv = z.looseObject({ key: z.base64(), value: z.base64().optional() });
const news = z.looseObject({ result: z.looseObject({ events: z.array(z.looseObject({ type: z.enum(['PUT', 'DELETE']).default('PUT'), kv, prev_kv: kv.optional() })).default([]) }) });

/** A change as the store of the cluster keeps it: the object, for a delete as it was before. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Readonly<Record<string, unknown>>;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function ask(etcd: Etcd, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(new URL(path, etcd.url), { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The version of what was written last. */
export async function revision(etcd: Etcd): Promise<string> {
  const answer = await ask(etcd, '/v3/kv/range', { key: base64('\0'), limit: '1' });
  return ended.parse(await answer.json()).header.revision;
}

/** Forgets the history of everything, as the API server has etcd do every few minutes. */
export async function compact(etcd: Etcd): Promise<void> {
  await ask(etcd, '/v3/kv/compaction', { revision: await revision(etcd), physical: true });
}

/**
 * Every change of objects of Gyre after a version, in the order in which they were made, as etcd itself has them: nothing that an API
 * server was restarted for, or a watch left out, is missing. An error if the history is no longer whole.
 */
export async function historyOfGyre(etcd: Etcd, after: string): Promise<Change[]> {
  const over = new AbortController();
  const changes: Change[] = [];
  await ask(etcd, '/v3/kv/put', { key: base64(MARKER), value: base64('{}') });
  const watching = { key: base64('/registry/gyre.dev/'), range_end: base64('/registry/gyre.dev0'), start_revision: String(BigInt(after) + 1n), prev_kv: true };
  const answer = await ask(etcd, '/v3/watch', { create_request: watching }, over.signal);
  let rest = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.includes('"compact_revision"')) throw new Error(`the history after ${after} is no longer whole: ${line}`);
      for (const event of news.parse(JSON.parse(line)).result.events) {
        if (Buffer.from(event.kv.key, 'base64').toString() !== MARKER) changes.push(changeOf(event));
        else if (event.type === 'PUT') {
          over.abort();
          return changes;
        }
      }
    }
  }
  throw new Error('etcd ended its watch before it had told everything');
}

function changeOf({ type, kv, prev_kv: before }: z.infer<typeof news>['result']['events'][number]): Change {
  const text = Buffer.from((type === 'DELETE' ? before?.value : kv.value) ?? '', 'base64').toString();
  return { type: type === 'DELETE' ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED', object: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}
