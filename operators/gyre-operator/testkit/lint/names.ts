import type { Definition } from '../../api/schema.ts';
import { resolve } from '../walk.ts';
import type { LintRule } from './lint.ts';

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const VERSION = /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/;
/** Short names that kubectl already has. */
const TAKEN: ReadonlySet<string> = new Set(['po', 'svc', 'deploy', 'ds', 'rs', 'sts', 'cm', 'ns', 'no', 'pv', 'pvc', 'sa', 'ev', 'ep', 'ing', 'hpa', 'pdb', 'cj', 'crd', 'crds', 'sc', 'pc', 'csr', 'rc', 'quota', 'limits', 'netpol', 'wl', 'cq', 'lq', 'rf']);
/** Types of columns by what they may show. */
const COLUMNS: Readonly<Record<string, (type: string | undefined, format: string | undefined) => boolean>> = {
  string: (type, format) => type === 'string' && format !== 'date-time',
  integer: (type) => type === 'integer',
  number: (type) => type === 'number' || type === 'integer',
  boolean: (type) => type === 'boolean',
  date: (type, format) => type === 'string' && format === 'date-time',
};

const names = ({ spec }: Definition) => [spec.names.plural, spec.names.singular, ...(spec.names.shortNames ?? [])];

/** Rules about names, versions, subresources and columns of a definition. */
export const NAME_RULES: Readonly<Record<string, LintRule>> = {
  'crd-name': ({ metadata, spec }) => (metadata.name === `${spec.names.plural}.${spec.group}` ? [] : [`metadata.name: is ${metadata.name}, not <plural>.<group>`]),
  'dns-names': (definition) => [
    ...names(definition).filter((name) => !LABEL.test(name)).map((name) => `spec.names: ${name} is no DNS label`),
    ...(definition.spec.group.includes('.') && definition.spec.group.split('.').every((label) => LABEL.test(label)) ? [] : [`spec.group: ${definition.spec.group} is no DNS subdomain with a dot`]),
  ],
  'kind-names': ({ spec: { names: { kind, listKind, singular } } }) => [
    ...(/^[A-Z][A-Za-z0-9]*$/.test(kind) ? [] : [`spec.names.kind: ${kind} is not CamelCase`]),
    ...(listKind === `${kind}List` ? [] : [`spec.names.listKind: is not ${kind}List`]),
    ...(singular === kind.toLowerCase() ? [] : [`spec.names.singular: is not ${kind.toLowerCase()}`]),
  ],
  'unique-names': (definition, all) => {
    const others = new Set(all.filter(({ metadata }) => metadata.name !== definition.metadata.name).flatMap(names));
    return names(definition).filter((name) => others.has(name) || TAKEN.has(name)).map((name) => `spec.names: ${name} is another resource's`);
  },
  category: ({ spec }) => (spec.names.categories?.includes('gyre') ? [] : ['spec.names.categories: lacks gyre']),
  'one-storage': ({ spec: { versions } }) => {
    const stored = versions.filter(({ storage }) => storage);
    return [
      ...(stored.length === 1 ? [] : [`spec.versions: ${stored.length} are stored`]),
      ...stored.filter(({ served }) => !served).map(({ name }) => `spec.versions: ${name} is stored but not served`),
      ...versions.filter(({ name }) => !VERSION.test(name)).map(({ name }) => `spec.versions: ${name} is no version name`),
    ];
  },
  'status-subresource': ({ spec }) =>
    spec.versions
      .filter(({ schema, subresources }) => (schema.openAPIV3Schema.properties?.['status'] === undefined) !== (subresources?.status === undefined) || subresources?.status === undefined)
      .map(({ name }) => `${name}: status and its subresource do not come together`),
  'scale-paths': ({ spec }) =>
    spec.versions.flatMap(({ name, schema, subresources }) => {
      const scale = subresources?.scale;
      if (scale === undefined) return [];
      const wanted: [string, string][] = [[scale.specReplicasPath, 'integer'], [scale.statusReplicasPath, 'integer'], ...(scale.labelSelectorPath === undefined ? [] : [[scale.labelSelectorPath, 'string'] as [string, string]])];
      return wanted.filter(([path, type]) => resolve(schema.openAPIV3Schema, path)?.type !== type).map(([path, type]) => `${name}: scale path ${path} leads to no ${type}`);
    }),
  'column-paths': ({ spec }) =>
    spec.versions.flatMap(({ schema, additionalPrinterColumns = [] }) =>
      additionalPrinterColumns.flatMap(({ name, type, jsonPath }) => {
        const found = resolve(schema.openAPIV3Schema, jsonPath);
        return found !== undefined && COLUMNS[type]?.(found.type, found.format) === true ? [] : [`column ${name}: ${jsonPath} is no ${type} of the schema`];
      }),
    ),
  'column-order': ({ spec }) =>
    spec.versions
      .filter(({ additionalPrinterColumns: columns = [] }) => columns[0]?.name !== 'Status' || columns.at(-1)?.name !== 'Age')
      .map(({ name }) => `${name}: columns do not begin with Status and end with Age`),
  'one-word-status': ({ spec }) =>
    spec.versions.flatMap(({ name, schema, additionalPrinterColumns: columns = [] }) => {
      const path = columns.find((column) => column.name === 'Status')?.jsonPath ?? '';
      const words = resolve(schema.openAPIV3Schema, path)?.enum ?? [];
      return words.length > 0 && words.every((word) => /^[A-Z][A-Za-z]+$/.test(String(word))) ? [] : [`${name}: column Status does not show one of so many words`];
    }),
};
