import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a port on loopback that can be cut, or swallow everything. */
export class Relay {
  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server: Server | undefined;
  #port = 0;
  #silent = false;

  constructor(target: number) {
    this.#target = target;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens, on the same port each time. */
  async open(): Promise<void> {
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Ends every connection and takes no more. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#server === undefined ? resolve() : this.#server.close(() => resolve())));
    this.#server = undefined;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  /** From now on nothing passes, neither bytes nor the end of a connection; new ones are taken, and nothing comes of them. */
  silence(): void {
    this.#silent = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** What was held back goes on its way. */
  speak(): void {
    this.#silent = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  #join(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1');
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', () => undefined);
      from.once('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#silent) for (const socket of pair) socket.pause();
  }
}
