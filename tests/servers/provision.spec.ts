import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram, provideProgram } from '#deploy/servers/mod.ts';
import { type FakeMachine, fakeMachine, goThatInstalls, natsServer } from './fake-machine.ts';

let machine: FakeMachine;
beforeEach(async () => {
  machine = await fakeMachine();
});
afterEach(() => machine.remove());

const CACHED = 'nats-2.15.2/bin/nats-server';
/** What is in the cache apart from locks and logs. */
const kept = () => readdirSync(machine.cache).filter((name) => !/\.(lock|log)$/.test(name));

describe('a server is found', () => {
  it('on PATH, of a version that suffices, and nothing is written', async () => {
    machine.program('nats-server', natsServer('2.12.3'));
    expect(await provideProgram('nats', machine)).toEqual({ kind: 'ready', name: 'nats', version: '2.12.3', origin: 'path', executable: machine.at('bin/nats-server') });
    expect(existsSync(machine.cache)).toBe(false);
    expect(machine.said).toEqual([]);
  });

  it('in the cache only if it was built from the sources of ours that are here', async () => {
    machine.program('mvn', 'for a; do case "$a" in -DoutputDirectory=*) touch "${a#*=}/a.jar";; esac; done');
    machine.program('javac', 'exit 0');
    const installed = await provideProgram('mongo', machine);
    expect(installed).toMatchObject({ kind: 'ready', executable: expect.stringMatching(/\/mongo-1\.47\.0-[0-9a-f]{8}\/bin\/mongo-java-server$/) });
    const [folder = ''] = kept();
    renameSync(join(machine.cache, folder), join(machine.cache, 'mongo-1.47.0-00000000'));
    expect(await findProgram('mongo', machine)).toMatchObject({ kind: 'missing', lacking: 'absent' });
  });

  it('in the cache rather than on PATH where that one is too old', async () => {
    machine.program('nats-server', natsServer('2.9.10'));
    machine.program('go', goThatInstalls());
    const installed = await provideProgram('nats', machine);
    expect(installed).toEqual({ kind: 'ready', name: 'nats', version: '2.15.2', origin: 'installed', executable: join(machine.cache, CACHED) });
    expect(machine.said).toEqual([
      expect.stringMatching(/^nats 2\.15\.2: .*bin\/nats-server is 2\.9\.10, at least 2\.11\.0 is needed$/),
      expect.stringMatching(/^nats 2\.15\.2: installing into .* with go install of nats-server v2\.15\.2; about 1\.5 min$/),
      expect.stringMatching(/^nats 2\.15\.2: installed in \d+\.\d s$/),
    ]);
    expect(await provideProgram('nats', machine)).toEqual({ ...installed, origin: 'cache' });
    expect(machine.read('go-runs')).toBe('install -trimpath -ldflags=-s -w github.com/nats-io/nats-server/v2@v2.15.2\n');
  });

  it('on PATH only with the parts that are needed', async () => {
    const collector = (parts: string) => `case "$1" in --version) echo otelcol version 0.150.0;; components) printf '${parts}';; esac`;
    machine.program('otelcol', collector('receivers:\\n    - name: otlp\\nprocessors:\\n    - name: batch\\n'));
    expect(await findProgram('otelcol', machine)).toMatchObject({ kind: 'missing', lacking: 'absent' });
    machine.program('otelcol-contrib', collector('parts:\\n- name: otlp\\n- name: batch\\n- name: file\\n- name: health_check\\n'));
    expect(await findProgram('otelcol', machine)).toMatchObject({ kind: 'ready', origin: 'path', version: '0.150.0', executable: machine.at('bin/otelcol-contrib') });
  });

  it('beside its backends, as in the image of Triton', async () => {
    machine.program('tritonserver', 'exit 9');
    expect(await findProgram('triton', machine)).toMatchObject({ kind: 'missing', lacking: 'absent' });
    const stub = machine.at('backends/python/triton_python_backend_stub');
    mkdirSync(dirname(stub), { recursive: true });
    writeFileSync(stub, '', { mode: 0o755 });
    writeFileSync(machine.at('TRITON_VERSION'), '2.51.0\n');
    expect(await findProgram('triton', machine)).toMatchObject({ kind: 'ready', origin: 'path', version: '2.51.0' });
    writeFileSync(machine.at('TRITON_VERSION'), '2.10.0\n');
    expect(await findProgram('triton', machine)).toMatchObject({ kind: 'missing', reason: expect.stringContaining('2.10.0, at least 2.40.0') });
  });

  it('as a tool that a machine has anyway', async () => {
    machine.program('helm', 'echo v3.16.2+g13654a5');
    expect(await findProgram('helm', machine)).toMatchObject({ kind: 'ready', origin: 'path', version: '3.16.2', executable: machine.at('bin/helm') });
    machine.program('helm', 'echo v3.2.4+g0ad800e');
    expect(await findProgram('helm', machine)).toMatchObject({ kind: 'missing', reason: expect.stringContaining('3.2.4, at least 3.14.0') });
  });

  it('with what it needs of its module beside it', async () => {
    machine.program('go', 'case "$1" in env) echo "$S/modules";; install) mkdir -p "$GOBIN"; cp /bin/true "$GOBIN/kwok";; esac');
    const stages = ['node/fast/node-initialize', 'node/heartbeat-with-lease/node-heartbeat-with-lease', 'pod/fast/pod-ready', 'pod/fast/pod-complete', 'pod/fast/pod-delete'];
    for (const stage of stages) {
      const file = machine.at(`modules/sigs.k8s.io/kwok@v0.8.0/kustomize/stage/${stage}.yaml`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '');
    }
    expect(await provideProgram('kwok', machine)).toMatchObject({ kind: 'ready', origin: 'installed', executable: join(machine.cache, 'kwok-0.8.0/bin/kwok') });
    expect(readdirSync(join(machine.cache, 'kwok-0.8.0/stages')).sort()).toEqual(stages.map((stage) => `${stage.split('/').at(-1)}.yaml`).sort());
  });

  it('in no folder that the variable does not name in full', async () => {
    const env = { ...machine.env, GYRE_SERVERS_DIR: 'servers' };
    await expect(findProgram('nats', { ...machine, env })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_SERVERS_DIR', remedy: 'write an absolute path' });
  });
});

describe('a server is missing', () => {
  it.each([
    ['nats', 'go', 'no Docker engine answers'],
    ['otelcol', 'go', 'no Docker engine answers'],
    ['mongo', 'mvn', 'no Docker image is used for mongo'],
    ['s3', 'go', 'no Docker engine answers'],
    ['triton', 'python3.11', 'no Docker image is used for triton'],
    ['kube', 'go', 'no Docker image is used for kube'],
    ['kwok', 'go', 'no Docker image is used for kwok'],
    ['helm', 'go', 'no Docker image is used for helm'],
  ] as const)('%s, for want of %s, and %s', async (name, what, and) => {
    expect(await provideProgram(name, machine)).toMatchObject({ kind: 'missing', name, lacking: 'tool', what, reason: `${what} is not on PATH, and ${and}` });
    expect(kept()).toEqual([]);
  });

  it.each([
    ['registry', 'no route to a module', 'go: github.com/nats-io/nats-server/v2@v2.15.2: dial tcp: lookup modules.example: no such host', 'could not fetch'],
    ['tool', 'a Go that is too old', 'go: github.com/nats-io/nats-server/v2@v2.15.2 requires go >= 1.25.0 (running go 1.19.8; GOTOOLCHAIN=local)', 'requires go >= 1.25.0'],
    ['build', 'a program that does not compile', 'server/opts.go:12:3: undefined: jetstream', 'ended with 1: server/opts.go:12:3'],
  ] as const)('%s: %s', async (lacking, _, output, reason) => {
    machine.program('go', `${goThatInstalls(`echo '${output}' >&2; exit 1`)}`);
    const result = await provideProgram('nats', machine);
    expect(result).toMatchObject({ kind: 'missing', lacking, what: 'go', reason: expect.stringContaining(reason) });
    expect(kept()).toEqual([]);
    expect(machine.read('cache/nats-2.15.2.log')).toContain(output);
    expect(machine.said.at(-1)).toMatch(/^nats 2\.15\.2: not installed \(\d+\.\d s\): go /);
    // The next one tries again.
    machine.program('go', goThatInstalls());
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'ready', origin: 'installed' });
  });

  it('when there is no place to keep it', async () => {
    writeFileSync(machine.at('file'), '');
    const env = { ...machine.env, GYRE_SERVERS_DIR: machine.at('file/servers') };
    machine.program('go', goThatInstalls());
    expect(await provideProgram('nats', { ...machine, env })).toMatchObject({ kind: 'missing', lacking: 'folder', what: 'GYRE_SERVERS_DIR', reason: expect.stringContaining('cannot be written (ENOTDIR)') });
    expect(machine.read('go-runs')).toBe('');
  });

  it('when a build ends well and leaves nothing', async () => {
    machine.program('go', 'exit 0');
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'missing', lacking: 'build', reason: expect.stringContaining('left no bin/nats-server') });
    expect(kept()).toEqual([]);
  });

  it('when only the second of its programs is there', async () => {
    machine.program('mvn', 'for a; do case "$a" in -DoutputDirectory=*) touch "${a#*=}/a.jar";; esac; done');
    expect(await provideProgram('mongo', machine)).toMatchObject({ kind: 'missing', lacking: 'tool', what: 'javac' });
    expect(kept()).toEqual([]);
    machine.program('javac', 'echo "$@" > "$S/javac-args"');
    expect(await provideProgram('mongo', machine)).toMatchObject({ kind: 'ready', origin: 'installed' });
    expect(machine.read('javac-args')).toContain('/lib/a.jar ');
  });
});
