import type { ResourceKind } from '../model/resources.ts';
import type { Wanted } from '../model/snapshot.ts';
import type { Rule } from './rule.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the parts to read for these rules, with only the fields that one of them looks at. */
export function wantedOf(rules: readonly Rule[]): Wanted {
  const fields = new Map<string, Set<string>>();
  for (const { looksAt } of rules) {
    for (const [kind, names] of Object.entries(looksAt)) {
      const known = fields.get(kind) ?? new Set();
      fields.set(kind, known);
      for (const name of names) known.add(name);
    }
  }
  const parts = [...fields].map(([kind, names]) => [kind, { keep: keeping(kind as ResourceKind, names) }]);
  return Object.fromEntries(parts) as Wanted;
}

/** Things that no rule looks at. */
const isLeftOut: { readonly [Kind in ResourceKind]?: (item: Fields) => boolean } = {
  space: ({ deletedAt }) => Boolean(deletedAt),
  comment: ({ status, resolvedAt }) => status === 'resolved' || Boolean(resolvedAt),
};

function keeping(kind: ResourceKind, names: ReadonlySet<string>) {
  const sameOnes = new Map<string, unknown>();
  return (item: Fields) => {
    if (isLeftOut[kind]?.(item)) return undefined;
    const kept = Object.fromEntries([...names].map((name) => [name, essence(name, item[name])]));
    // An organization has many memberships, and they differ in the role only.
    if (kind === 'team-member') return sameOne(sameOnes, kept);
    return { ...(item.id !== undefined && { id: item.id }), ...kept };
  };
}

function sameOne(known: Map<string, unknown>, item: unknown): unknown {
  const key = JSON.stringify(item);
  if (!known.has(key)) known.set(key, item);
  return known.get(key);
}

/** Returns the part of a field that rules look at: of other things only id and name. */
function essence(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { id, displayName, email, title, role, name: own } = value as Fields;
  // One of the two names a person.
  if (name === 'user') return email ? { email } : { displayName };
  if (name === 'space' || name === 'defaultTeam') return { id, title };
  if (name === 'team') return { role };
  if (name === 'customField') return { name: own };
  return value;
}
