import { GyreError } from '#kit/errors.ts';
import type { Collection } from '#kit/store/types.ts';
import { Round, type RoundPlan } from '#protos/core/v1/round.ts';
import { canonicalJson } from '#kit/digest.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { RoundDoc } from '../collections.ts';

/** A round taken over by this controller. */
export interface OwnedRound {
  readonly round: Round;
  readonly epoch: number;
  readonly poolSeed: number;
}

/** Round documents. A controller that takes a round over raises its epoch, and only writes of the latest epoch count. */
export class RoundStore {
  readonly #rounds: Collection<RoundDoc>;

  constructor(rounds: Collection<RoundDoc>) {
    this.#rounds = rounds;
  }

  /** Writes a new round; the same id and plan again changes nothing. ALREADY_EXISTS for another plan under a known id. */
  async create(id: string, plan: RoundPlan, poolSeed: number): Promise<Round> {
    const round = Round.fromPartial({ id, plan, phase: 'planned' });
    if (await this.#rounds.insert({ _id: id, round: jsonOf(Round.toJSON(round)), epoch: 0, pool_seed: poolSeed })) return round;
    const known = await this.get(id);
    if (canonicalJson(known.plan) === canonicalJson(plan)) return known;
    throw new GyreError('ALREADY_EXISTS', `round ${id} has another plan`, { boundary: 'caller', field: 'round_id', remedy: 'choose another id', details: { round: id } });
  }

  /** NOT_FOUND if there is none. */
  async get(id: string): Promise<Round> {
    return Round.fromJSON((await this.#require(id)).round);
  }

  async poolSeed(id: string): Promise<number> {
    return (await this.#require(id)).pool_seed;
  }

  async list(): Promise<Round[]> {
    return (await this.#rounds.find({})).map((doc) => Round.fromJSON(doc.round));
  }

  async take(id: string): Promise<OwnedRound> {
    const doc = await this.#rounds.update(id, {}, { inc: { epoch: 1 } });
    if (!doc) throw notFound(id);
    return { round: Round.fromJSON(doc.round), epoch: doc.epoch, poolSeed: doc.pool_seed };
  }

  async save(round: Round, epoch: number): Promise<void> {
    if (await this.#rounds.update(round.id, { epoch }, { set: { round: jsonOf(Round.toJSON(round)) } })) return;
    throw new GyreError('ABORTED', `round ${round.id} was taken over by another controller`, { boundary: 'store', retryable: false, details: { round: round.id } });
  }

  async #require(id: string): Promise<RoundDoc> {
    const doc = await this.#rounds.get(id);
    if (doc) return doc;
    throw notFound(id);
  }
}

function notFound(id: string): GyreError {
  return new GyreError('NOT_FOUND', `there is no round ${id}`, { boundary: 'caller', field: 'round_id', remedy: 'name a round that was started', details: { round: id } });
}
