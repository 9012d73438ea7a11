import { createServer } from 'node:http';
import type { Controller } from './controller.ts';
import type { Election } from './election.ts';
import type { Informer } from './informer.ts';
import { listen, type Listening } from './listen.ts';
import type { KubeObject } from './objects.ts';

/** Says what is wrong, undefined if nothing is. */
export type Check = () => string | undefined;

/** A resource that was not heard of for so long is not watched, whatever the connection says; two bookmarks and a reconnect fit in. */
const STALE_MS = 180_000;

/** Whether the process does what it is there for. `live`: only a restart helps. `ready`: it has the cluster in view. */
export class Health {
  readonly #checks: { readonly name: string; readonly kind: 'live' | 'ready'; readonly check: Check }[] = [];

  add(name: string, kind: 'live' | 'ready', check: Check): void {
    this.#checks.push({ name, kind, check });
  }

  /** Fails while the first list is not there, and when the API server was not heard of for too long. */
  addInformer(informer: Pick<Informer<KubeObject>, 'resource' | 'hasSynced' | 'silenceMs' | 'failure'>, staleMs = STALE_MS): void {
    const { plural } = informer.resource;
    this.add(`watch ${plural}`, 'ready', () => {
      const why = informer.failure ? `: ${informer.failure.message}` : '';
      if (!informer.hasSynced) return `${plural} are not listed yet${why}`;
      return informer.silenceMs > staleMs ? `nothing was heard of ${plural} for ${Math.round(informer.silenceMs)} ms${why}` : undefined;
    });
  }

  /** Fails when the lease can be neither held nor followed. */
  addElection(election: Election): void {
    this.add('election', 'ready', () => election.problem());
  }

  /** Fails when a reconcile does not come back. */
  addController(controller: Controller): void {
    this.add(`controller ${controller.name}`, 'live', () => {
      const stuck = controller.stuck();
      return stuck.length > 0 ? `reconciles of ${stuck.slice(0, 3).join(', ')} do not come back` : undefined;
    });
  }

  /** What is wrong, by check. Readiness includes liveness. */
  problems(kind: 'live' | 'ready'): Readonly<Record<string, string>> {
    const asked = this.#checks.filter((each) => kind === 'ready' || each.kind === 'live');
    return Object.fromEntries(
      asked.flatMap(({ name, check }) => {
        const problem = check();
        return problem === undefined ? [] : [[name, problem]];
      }),
    );
  }

  /** Answers probes at `/livez` and `/readyz`: 200, or 503 with what is wrong as JSON. Port 0 takes a free one. */
  async serve(host: string, port: number): Promise<Listening> {
    const server = createServer((request, response) => {
      const kind = request.url === '/livez' ? 'live' : request.url === '/readyz' ? 'ready' : undefined;
      const problems = kind ? this.problems(kind) : {};
      const status = !kind ? 404 : Object.keys(problems).length > 0 ? 503 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ problems }));
    });
    return listen(server, host, port);
  }
}
