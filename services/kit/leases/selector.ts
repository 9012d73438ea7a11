/** Labels that something must have, in the form of Kubernetes: all of them must hold. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly Requirement[];
}

export interface Requirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

export type Labels = Readonly<Record<string, string>>;

/** Whether the labels meet the selector; without one, anything does. `NotIn` holds where the label is missing. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  const has = (key: string) => Object.hasOwn(labels, key);
  const equal = Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => has(key) && labels[key] === value);
  return (
    equal &&
    (selector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      const listed = has(key) && values.includes(labels[key] ?? '');
      if (operator === 'In') return listed;
      if (operator === 'NotIn') return !listed;
      return operator === 'Exists' ? has(key) : !has(key);
    })
  );
}

/** The same text for the same selector, so that each is compared with the devices once a pass. */
export function selectorKey(selector: Selector | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const expressions = selector?.matchExpressions ?? [];
  return labels.length + expressions.length === 0 ? '' : JSON.stringify([labels, expressions]);
}
