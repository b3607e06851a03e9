import type { PartOptions, Wanted } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { SectionName } from '../section-names.ts';
import type { Place } from '../thing.ts';
import { sections } from './registry.ts';
import type { KindFacts, Section } from './section.ts';

type Sections = typeof sections;

export type FileKind = { [Name in SectionName]: keyof Sections[Name]['kinds'] }[SectionName];

const kinds: ReadonlyMap<string, KindFacts & { readonly section: SectionName }> = new Map(
  Object.values<Section>(sections).flatMap(({ name, kinds }) =>
    Object.entries(kinds).map(([kind, facts]) => [kind, { ...(facts as KindFacts), section: name }] as const),
  ),
);

/** The kinds of things in an organization file, in the order of its sections. */
export const fileKinds = [...kinds.keys()] as readonly ResourceKind[];

/** Returns what a file does with things of a kind. Throws an `Error` for a kind that no file has. */
export function factsOf(kind: ResourceKind): KindFacts & { readonly section: SectionName } {
  const facts = kinds.get(kind);
  if (!facts) throw new Error(`an organization file has no ${kind}`);
  return facts;
}

/** Returns the name of a thing for people: `Docs: kim@acme.example`, `Handbooks/Archive`. */
export function nameOf({
  kind,
  key,
}: {
  readonly kind: ResourceKind;
  readonly key: readonly string[];
}): string {
  const { isNested, isInner } = factsOf(kind);
  if (!isNested) return key.filter((part) => part !== '').join(': ');
  return isInner ? `${key.slice(0, -1).join('/')}: ${key.at(-1)}` : key.join('/');
}

/** Returns the things above a thing, from the outside in, and the thing itself. */
export function pathTo({ kind, key }: Place): Place[] {
  const { above = [], isNested } = factsOf(kind);
  const kindAt = (at: number) => (isNested && at < key.length - 1 ? above[0] : above[at]) ?? kind;
  const steps = key.map((_, at) => ({ kind: kindAt(at), key: key.slice(0, at + 1) }));
  // An adaptive schema has the key of its site.
  return steps.at(-1)?.kind === kind ? steps : [...steps, { kind, key }];
}

/** Returns the things above a thing, from the outside in. */
export function thingsAbove(thing: Place): Place[] {
  return pathTo(thing).slice(0, -1);
}

export function wantedOf(kinds: Iterable<ResourceKind>): Wanted {
  return Object.fromEntries([...kinds].map((kind) => [kind, keptOf(kind)]));
}

export function keptOf(kind: ResourceKind): PartOptions<ResourceKind> {
  const { keep } = factsOf(kind);
  return keep ? { keep } : {};
}
