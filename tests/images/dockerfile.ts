import { z } from 'zod';

/** Dockerfiles as far as ours use the language: reading them, and the rules that they keep to. */

export interface Instruction {
  readonly line: number;
  /** In capitals. */
  readonly name: string;
  /** Flags such as `--from=build`, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
}

export interface Stage {
  /** As ARGs before the first FROM make it. */
  readonly base: string;
  readonly alias: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile. TypeError for an instruction before the first FROM that is no ARG. */
export function readStages(text: string): Stage[] {
  const defaults = new Map<string, string>();
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const instruction of instructionsOf(text)) {
    const { name, rest, line } = instruction;
    if (name === 'FROM') {
      const [image = '', , alias] = rest.split(/\s+/);
      stages.push({ base: image.replace(/\$\{(\w+)\}/g, (_, variable: string) => defaults.get(variable) ?? ''), alias, instructions: [] });
    } else if (stages.length > 0) {
      stages.at(-1)?.instructions.push(instruction);
    } else if (name === 'ARG') {
      const [variable = '', ...value] = rest.split('=');
      defaults.set(variable, value.join('='));
    } else {
      throw new TypeError(`line ${line}: ${name} stands before the first FROM`);
    }
  }
  return stages;
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [i, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue;
    const joined: { line: number; text: string } = { line: open?.line ?? i + 1, text: `${open?.text ?? ''}${raw.replace(/\\\s*$/, '')}` };
    if (/\\\s*$/.test(raw)) {
      open = joined;
      continue;
    }
    open = undefined;
    const [, name = '', flags = '', rest = ''] = /^(\w+)\s+((?:--\S+\s+)*)(.*)$/.exec(joined.text.trim()) ?? [];
    const pairs = flags.split(/\s+/).flatMap((flag) => [/^--([\w-]+)=?(.*)$/.exec(flag)].flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])));
    found.push({ line: joined.line, name: name.toUpperCase(), flags: Object.fromEntries(pairs), rest });
  }
  return found;
}

/** The program and its arguments, of an ENTRYPOINT or CMD in exec form; undefined for the shell form. */
export function execForm({ rest }: Pick<Instruction, 'rest'>): readonly string[] | undefined {
  try {
    return z.array(z.string()).parse(JSON.parse(rest));
  } catch {
    return undefined;
  }
}

const PINNED = /^[a-z0-9./_-]+:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/;
const SECRET = /(PASSWORD|SECRET|TOKEN|_KEY)\w*=/i;

/** What a Dockerfile does that it should not: `[rule] what, with its line`. */
export function problemsOf(text: string): string[] {
  const stages = readStages(text);
  const problems: string[] = [];
  const aliases = new Set<string>();
  for (const { base, alias, instructions } of stages) {
    if (!aliases.has(base) && !PINNED.test(base)) problems.push(`[pinned] ${base} is no version that stays; write NAME:1.2.3, with @sha256:… where it is known`);
    if (alias !== undefined) aliases.add(alias);
    for (const { name, line, flags, rest } of instructions) {
      const wrong = (rule: string, remedy: string) => problems.push(`[${rule}] line ${line}: ${name} ${rest.slice(0, 40)}; ${remedy}`);
      if (name === 'ADD') wrong('no-add', 'write COPY');
      if (name === 'COPY' && flags['from'] !== undefined && !aliases.has(flags['from'])) wrong('own-stages', 'copy from a stage of this file');
      if (name === 'COPY' && flags['from'] === undefined && /(^|\s)\.\/?\s/.test(rest)) wrong('named-sources', 'name what is copied');
      if (name === 'RUN' && /\b(curl|wget)\b/.test(rest)) wrong('no-downloads', 'install from a lock file');
      if (name === 'RUN' && /\bsudo\b/.test(rest)) wrong('no-sudo', 'change the user with USER');
      if (name === 'RUN' && /\bnpm (i|install)\b/.test(rest)) wrong('locked', 'write npm ci');
      if (['ENV', 'ARG'].includes(name) && SECRET.test(rest)) wrong('no-secrets', 'give it to the container when it runs');
    }
  }
  const last = stages.at(-1)?.instructions ?? [];
  const user = last.findLast(({ name }) => name === 'USER')?.rest;
  if (user === undefined || !/^[1-9]\d*(:[1-9]\d*)?$/.test(user)) problems.push(`[not-root] the user is ${user ?? 'that of the base'}; write USER with a number other than 0, which Kubernetes can check`);
  if (last.findLast(({ name }) => name === 'USER' || name === 'RUN')?.name === 'RUN') problems.push('[user-last] a RUN follows USER; build first, then change the user');
  const labels = last.filter(({ name }) => name === 'LABEL').map(({ rest }) => rest).join(' ');
  const unlabelled = ['version', 'revision', 'source'].filter((label) => !labels.includes(`org.opencontainers.image.${label}=$`));
  if (unlabelled.length > 0) problems.push(`[labelled] ${unlabelled.join(', ')}: no label says it; write LABEL org.opencontainers.image.${unlabelled[0]}=\${…} of a build argument`);
  const entrypoint = last.findLast(({ name }) => name === 'ENTRYPOINT');
  if (entrypoint === undefined || execForm(entrypoint) === undefined) problems.push('[signals] there is no ENTRYPOINT in exec form; write ENTRYPOINT ["…"], or a shell keeps the signals');
  return problems;
}
