import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '#deploy/servers/mod.ts';

const CLI = fileURLToPath(new URL('../../deploy/servers/main.ts', import.meta.url));

/** A process of the command, and what it has printed so far on both outputs. */
export interface Command {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** A machine with no programs but those that a test writes, and a cache folder of its own. */
export interface FakeMachine extends Machine {
  readonly cache: string;
  readonly said: readonly string[];
  /** Path of a file for programs and tests to meet at. */
  at(name: string): string;
  read(name: string): string;
  /** Puts a program on PATH. `$S` is the folder of `at`. */
  program(name: string, script: string): void;
  /** Runs `node deploy/servers/main.ts` on this machine. */
  command(...args: readonly string[]): Command;
  remove(): Promise<void>;
}

export async function fakeMachine(): Promise<FakeMachine> {
  const root = await mkdtemp(join(tmpdir(), 'gyre-machine-'));
  const [bin, cache] = [join(root, 'bin'), join(root, 'cache')];
  mkdirSync(bin);
  const said: string[] = [];
  const env = { PATH: bin, HOME: root, GYRE_SERVERS_DIR: cache };
  return {
    cache,
    said,
    env,
    say: (line) => said.push(line),
    elapsed: () => performance.now(),
    at: (name) => join(root, name),
    read: (name) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : ''),
    program(name, script) {
      writeFileSync(join(bin, name), `#!/bin/sh\nPATH=/usr/bin:/bin\nS='${root}'\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    },
    command(...args) {
      const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
      const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
      return { child, text: () => text, ended };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** What `nats-server --version` prints. */
export const natsServer = (version: string) => `echo 'nats-server: v${version}'`;

/**
 * A `docker` whose engine keeps containers as files of `$S/containers` and whose images hold one program, a script. `first` is done
 * before each command; `$S/docker-runs` has the commands.
 */
export const dockerWith = (program: string, first = '') => `
echo "$@" >> "$S/docker-runs"
mkdir -p "$S/containers"
${first}
case "$1" in
version) echo 28.2.2;;
create) if [ -e "$S/containers/$3" ]; then echo "Conflict. The container name is in use" >&2; exit 1; fi; : > "$S/containers/$3";;
cp) [ -e "$S/containers/\${2%%:*}" ] || exit 1
cat > "$3" <<'END'
#!/bin/sh
${program}
END
chmod +x "$3";;
rm) rm "$S/containers/$4";;
esac`;

/** A `go` that installs a nats-server and counts its runs; `first` is done before that. */
export const goThatInstalls = (first = '') => `
echo "$@" >> "$S/go-runs"
${first}
mkdir -p "$GOBIN"
printf '#!/bin/sh\\necho nats-server: v2.15.2\\n' > "$GOBIN/nats-server"
chmod +x "$GOBIN/nats-server"`;
