import type { Order } from '../container/progress.ts';
import type { WrittenCheckpoint } from '../checkpoints.ts';

type Recorded = Order['checkpoints'][number];

/** A FAKE of the progress endpoint with the record of one run: what outlives the pods that report to it. */
export class FakeEndpoint {
  readonly updates: number;
  readonly everyUpdates: number;
  readonly keep: number;
  readonly record: Recorded[] = [];
  /** The update that the present pod has reported. */
  reported = 0;
  suspend = false;

  constructor(updates: number, { everyUpdates = 1, keep = 4 } = {}) {
    this.updates = updates;
    this.everyUpdates = everyUpdates;
    this.keep = keep;
  }

  order = async (): Promise<Order> => {
    const good = this.record.findLast(({ state }) => state === 'Good');
    return { resume: good ? { name: good.name, uri: good.uri, update: good.update } : null, updates: this.updates, checkpoint: { everyUpdates: this.everyUpdates }, suspend: this.suspend, checkpoints: [...this.record] };
  };

  update = async (update: number): Promise<Order> => {
    this.reported = update;
    return this.order();
  };

  checkpoint = async ({ name, uri, update }: Pick<WrittenCheckpoint, 'name' | 'uri' | 'update'>, state: 'Recorded' | 'Good' | 'Bad'): Promise<Order> => {
    const at = this.record.findIndex((each) => each.name === name);
    const ranks = ['Recorded', 'Good', 'Bad'];
    const before = this.record[at];
    if (!before) this.record.push({ name, uri, update, state });
    else if (ranks.indexOf(state) > ranks.indexOf(before.state)) this.record[at] = { ...before, state };
    this.record.splice(0, Math.max(0, this.record.length - this.keep));
    return this.order();
  };

  bad = (name: string, uri: string, update: number): Promise<Order> => this.checkpoint({ name, uri, update }, 'Bad');
}
