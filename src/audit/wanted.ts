import type { Wanted } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { kept } from '../text/kept.ts';
import type { Rule } from './rule.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the parts to read for these rules, with only the fields that one of them looks at. */
export function wantedByRules(rules: readonly Rule[]): Wanted {
  const fields = new Map<string, Set<string>>();
  for (const { looksAt } of rules) {
    for (const [kind, names] of Object.entries(looksAt)) {
      const known = kept(fields, kind, () => new Set());
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
  const leavesOut = isLeftOut[kind];
  const fields = [...names].filter((name) => name !== 'displayName');
  const isNamed = names.has('displayName');
  const keep = (item: Fields) => {
    if (leavesOut?.(item)) return undefined;
    const kept: Record<string, unknown> = item.id === undefined ? {} : { id: item.id };
    for (const name of fields)
      kept[name] = name === 'user' && isNamed ? named(item.user) : essence(name, item[name]);
    return kept;
  };
  // An organization has many memberships, and they differ in the role only.
  return kind === 'team-member' ? sharedByRole(keep) : keep;
}

function sharedByRole(keep: (item: Fields) => unknown) {
  const known = new Map<unknown, unknown>();
  return (item: Fields) => {
    const { role } = (item.team ?? {}) as Fields;
    if (!known.has(role)) known.set(role, keep({ team: item.team }));
    return known.get(role);
  };
}

function named(user: unknown): Fields {
  const { email, displayName } = (user ?? {}) as Fields;
  return { email, displayName };
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
