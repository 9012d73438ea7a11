import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Recipe } from '../types.ts';

const VERSION = '1.34.4';
const SOURCES = ['main.go', 'go.mod', 'go.sum'].map((file) => join(import.meta.dirname, file));

/** What the parts say that they are; without it they say 0.0.0, which API server and clients take seriously. */
const STAMPS: Readonly<Record<string, string>> = { gitVersion: `v${VERSION}`, gitMajor: '1', gitMinor: '34', gitTreeState: 'clean', gitCommit: 'v1.34.4', buildDate: '2026-01-01T00:00:00Z' };
const LINK = ['-s -w', ...['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((path) => Object.entries(STAMPS).map(([name, value]) => `-X ${path}.${name}=${value}`))].join(' ');

/** etcd and the control plane of Kubernetes as one program, built from `main.go` beside this file. */
export const kube: Recipe = {
  name: 'kube',
  version: VERSION,
  how: `go build of etcd and the control plane of Kubernetes ${VERSION}`,
  minutes: 20,
  program: 'bin/kube',
  sources: SOURCES,
  async install({ folder, run }) {
    for (const source of SOURCES) await copyFile(source, join(folder, basename(source)));
    return run('go', ['build', '-trimpath', `-ldflags=${LINK}`, '-o', join(folder, 'bin', 'kube'), '.'], { CGO_ENABLED: '0' });
  },
};
