import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { METRICS } from '#kit/telemetry-names.ts';
import { ROOT } from '../architecture/sources.ts';

/** Every alert has a runbook that its annotation leads to, and a runbook speaks of what there is. */

const rule = z.looseObject({ alert: z.string(), labels: z.object({ severity: z.string() }), annotations: z.looseObject({ runbook_url: z.string() }) });
const rules = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) }).parse(parse(readFileSync(join(ROOT, 'deploy/telemetry/alerts.yaml'), 'utf8'))).groups.flatMap((group) => group.rules);
const FILE = 'docs/operations/alerts.md';
const document = readFileSync(join(ROOT, FILE), 'utf8');
const sections = new Map(document.split(/^## /m).slice(1).map((text) => [text.slice(0, text.indexOf('\n')), text]));
/** As Markdown makes an anchor of a heading. */
const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(/[^\w\s-]/g, '').replaceAll(/\s+/g, '-');

it('there is a section for each alert, in their order, and no other', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect([...sections.keys()]).toEqual(rules.map(({ alert }) => alert));
});

it.each(rules.map((each) => [each.alert, each] as const))('%s leads to its section, which says its severity, where to look and what to do', (alert, { labels, annotations }) => {
  const section = sections.get(alert) ?? '';
  expect(annotations.runbook_url).toBe(`${FILE}#${anchorOf(alert)}`);
  expect(section).toContain(`\n*${labels.severity}.* `);
  expect(section.match(/^- /gm)?.length ?? 0).toBeGreaterThanOrEqual(2);
});

it('metrics that documents of operations name are metrics that there are', () => {
  const known = new Set<string>(Object.values(METRICS).map(({ name }) => name));
  const named = ['alerts', 'sizing'].flatMap((file) => [...readFileSync(join(ROOT, `docs/operations/${file}.md`), 'utf8').matchAll(/`((?:gyre|gen_ai)\.[a-z_]+\.[a-z_.]+)`/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(15);
  const attributes = /^gyre\.(slot|task)\.id$/;
  expect(named.filter((name) => !known.has(name) && !attributes.test(name))).toEqual([]);
});

it.each(['install', 'upgrade', 'alerts'])('docs/operations/%s.md names the namespace of what kubectl is to look at', (file) => {
  const commands = [...readFileSync(join(ROOT, `docs/operations/${file}.md`), 'utf8').matchAll(/\bkubectl ([^`\n]+)/g)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(5);
  const ofNone = /^(api-resources|api-versions|create namespace|get storageclass|delete crd|runs)\b/;
  expect(commands.filter((command) => !ofNone.test(command) && !/(^| )(--namespace|-n|--all-namespaces) ?/.test(command))).toEqual([]);
});

it.each(['install', 'upgrade', 'alerts', 'sizing'])('docs/operations/%s.md links to what there is', (file) => {
  const path = `docs/operations/${file}.md`;
  const text = readFileSync(join(ROOT, path), 'utf8');
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => {
    const [target = '', anchor] = link.split('#');
    const at = target === '' ? path : join(dirname(path), target);
    if (!existsSync(join(ROOT, at))) return true;
    return anchor !== undefined && ![...readFileSync(join(ROOT, at), 'utf8').matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(broken).toEqual([]);
});
