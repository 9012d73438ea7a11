/** What a command reads from and writes to. Results go to stdout, everything else to stderr. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Whether progress is watched by a person: bars may be drawn. */
  readonly interactive: boolean;
}

/** The terminal of this process. Lines are drawn only where both streams are terminals and nothing says otherwise. */
export function processTerminal(): Terminal {
  const plain = process.env['CI'] !== undefined || process.env['TERM'] === 'dumb' || process.env['NO_PROGRESS'] !== undefined;
  return { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, interactive: process.stderr.isTTY === true && !plain };
}
