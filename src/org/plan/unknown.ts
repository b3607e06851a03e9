import type { Snapshot, UnknownList } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { once } from '../../text/kept.ts';
import { listText } from '../difference.ts';
import { factsOf } from '../sections/kinds.ts';
import type { Section } from '../sections/section.ts';
import { type DesiredState, keyText } from '../thing.ts';
import type { UnknownPart } from './plan.ts';

/** What of a section is not known, because it cannot be read. */
export interface Gaps {
  readonly parts: readonly UnknownPart[];
  /** Returns whether nothing is known of a thing, be it in the file or in the service. */
  hides(thing: Pick<DesiredState, 'kind' | 'key'>): boolean;
  /** Returns whether the things of a list are not known; `list` is a text of `listText`. */
  hidesList(list: string): boolean;
}

/** Finds what of a section cannot be read. `present` are its things that could be read. */
export function gapsOf(
  { kinds }: Pick<Section, 'kinds'>,
  { organization, parts }: Snapshot,
  present: readonly DesiredState[],
): Gaps {
  const keys = once(() => new Map(present.map(({ kind, id, key }) => [`${kind} ${id}`, key])));
  const found = new Map<string, UnknownPart>();
  const add = (unknown: UnknownList, name: string) =>
    found.set(JSON.stringify([unknown.in, unknown.kind]), {
      kind: unknown.in.kind,
      name,
      part: unknown.kind,
      reason: unknown.reason,
    });
  const whole = new Set<string>();
  const lists = new Set<string>();
  const inside = new Set<string>();
  for (const [kind, facts] of Object.entries(kinds)) {
    for (const unknown of facts.parts.flatMap((part) => parts[part].unknown)) {
      const { kind: holder, id } = unknown.in;
      const key = keys().get(`${holder} ${id}`);
      if (holder === 'organization') whole.add(kind);
      else if (key) (unknown.kind === kind ? lists : inside).add(listText(kind as ResourceKind, key));
      add(unknown, holder === 'organization' ? organization : (key?.join('/') ?? id));
    }
  }
  const isIn = (kind: string, key: readonly string[]) =>
    inside.size + lists.size > 0 &&
    key.some((_, depth) => {
      // The list of a nested thing is not inside that of the thing above it.
      if (factsOf(kind as ResourceKind).isNested && depth < key.length - 1) return false;
      const list = `${kind} ${keyText(key.slice(0, depth))}`;
      return inside.has(list) || lists.has(list);
    });
  return {
    parts: [...found.values()],
    hides: ({ kind, key }) => whole.has(kind) || isIn(kind, key),
    hidesList(list) {
      const [kind = ''] = list.split(' ', 1);
      return whole.has(kind) || isIn(kind, [...(JSON.parse(list.slice(kind.length + 1)) as string[]), '']);
    },
  };
}
