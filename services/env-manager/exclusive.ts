/** Runs work under the same key one after another, and work under different keys side by side. */
export class Exclusive {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<R>(key: string, body: () => Promise<R>): Promise<R> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(body, body);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }
}
