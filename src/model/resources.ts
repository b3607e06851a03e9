import type { Kind } from '../api/contract/facts.ts';
import type { IdOf } from '../api/contract/ids.ts';
import type { Item, ListOperation, Operation, Result } from '../api/contract/operation.ts';
import type { Space } from '../api/contract/schemas.ts';
import { kept } from '../text/kept.ts';
import { registry } from './registry.ts';
import { type Ending, operationsOf, type Resource, type Role } from './resource.ts';

/** The name of a kind of thing: `team-member`. */
export type ResourceKind = keyof typeof registry;

export type Loaded<Kind extends ResourceKind> = Awaited<ReturnType<(typeof registry)[Kind]['load']>>;
type Operations<Kind extends ResourceKind> = Loaded<Kind>['operations'];
type Answer<Op extends Operation> = Op extends ListOperation
  ? Item<Op>
  : Result<Op> extends readonly (infer One)[] | { items: (infer One)[] } | { pages: (infer One)[] }
    ? One
    : Result<Op>;

/**
 * A thing as the service lists it. In a tie, such as the membership of a team, the tied thing has only its id: `{
 * organization: { id }, team: { role } }`.
 */
export type ItemOf<Kind extends ResourceKind> = Kind extends 'space'
  ? Space
  : Operations<Kind> extends { list: infer Op extends Operation }
    ? Answer<Op>
    : Operations<Kind> extends { get: infer Op extends Operation }
      ? Answer<Op>
      : never;

/** The id of a thing of a kind. The id of a tie is that of the tied thing: a membership has the id of the member. */
export type IdIn<Of extends ResourceKind> =
  Loaded<Of> extends { key: infer Key extends Kind } ? IdOf<Key> : string;

export function isResourceKind(name: unknown): name is ResourceKind {
  return typeof name === 'string' && Object.hasOwn(entries, name);
}

interface Entry {
  readonly key: string | undefined;
  readonly noun?: string;
  readonly addresses?: readonly string[];
  readonly operations: string;
  readonly load: () => Promise<Resource>;
}

const entries: Readonly<Record<string, Entry>> = registry;

export function resourceCalled(kind: string): Promise<Resource> {
  const entry = Object.hasOwn(entries, kind) ? entries[kind] : undefined;
  if (!entry) throw new Error(`no kind of thing is called ${kind}`);
  return entry.load();
}

/** The kinds that people may name by a title or an address, by their path parameter. */
const named = new Map(
  Object.values(entries)
    .filter(({ addresses }) => addresses)
    .map((entry) => [entry.key as Kind, entry]),
);

/** Returns whether a path parameter takes something that people may name by a title or an address. */
export function isKind(param: string): param is Kind {
  return named.has(param as Kind);
}

/** Returns the kind whose list shows the things of a kind: a tie without a list is a field of the thing with its id. */
export async function listedAs(resource: Resource): Promise<Resource> {
  const { operations, tie, idOf } = resource;
  return operations.list || !tie || !idOf ? resource : resourceCalled(idOf);
}

/** Loads the resource whose ids this parameter takes. */
export function resourceOf(kind: Kind): Promise<Resource> {
  return (named.get(kind) as Entry).load();
}

/** Returns the kind of the things of a noun, if people may name them. */
export function kindOfNoun(noun: string): Kind | undefined {
  return [...named].find(([, entry]) => entry.noun === noun)?.[0];
}

/** Returns the ends of the addresses of a kind; `{id}` stands for its id. */
export function addressesOf(kind: Kind): readonly string[] {
  return named.get(kind)?.addresses ?? [];
}

/** An operation, with its place in its resource. */
export interface Part {
  readonly resource: Resource;
  /** Its role in the resource, or its name among `others`: `create`, `merge`. */
  readonly role: string;
  readonly op: Operation;
}

/** Returns what people are told about an operation that ends a thing; `undefined` for any other operation. */
export function endingOf({ resource, role }: Part): Ending | undefined {
  return resource.endings?.[role as Role];
}

const parts = new Map<string, Promise<Part | undefined>>();

/** Returns the resource of an operation; `undefined` for an operation that is not in the contract. */
export function partOf({ id }: Pick<Operation, 'id'>): Promise<Part | undefined> {
  return kept(parts, id, () => findPart(id));
}

async function findPart(id: string): Promise<Part | undefined> {
  const last = id.lastIndexOf('.');
  const entry = Object.values(entries).find(({ operations }) => {
    const [noun, ...verbs] = operations.split(' ');
    return noun === id.slice(0, last) && verbs.includes(id.slice(last + 1));
  });
  const resource = await entry?.load();
  if (!resource) return undefined;
  for (const [role, op] of operationsOf(resource)) if (op.id === id) return { resource, role, op };
  return undefined;
}
