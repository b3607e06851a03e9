import type { Kind } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import { registry } from './registry.ts';
import { operationsOf, type Resource } from './resource.ts';

/** The name of a kind of thing: `team-member`. */
export type ResourceKind = keyof typeof registry;

interface Entry {
  readonly key: string | undefined;
  readonly noun?: string;
  readonly addresses?: readonly string[];
  readonly operations: readonly string[];
  readonly load: () => Promise<Resource>;
}

const entries: Readonly<Record<string, Entry>> = registry;

/** A kind of thing by its name. Its file is loaded when it is asked for. */
export function resourceCalled(kind: string): Promise<Resource> {
  const entry = Object.hasOwn(entries, kind) ? entries[kind] : undefined;
  if (!entry) throw new Error(`no kind of thing is called ${kind}`);
  return entry.load();
}

/** What people may name by a title or an address, by its parameter in paths. */
const named = new Map(
  Object.values(entries)
    .filter(({ addresses }) => addresses)
    .map((entry) => [entry.key as Kind, entry]),
);

/** Whether a parameter of a path names something that people may name by a title or an address. */
export function isKind(param: string): param is Kind {
  return named.has(param as Kind);
}

/** The kind whose list shows the things of a kind: a tie without a list is a field of the thing with its id. */
export async function listedAs(resource: Resource): Promise<Resource> {
  const { operations, tie, idOf } = resource;
  return operations.list || !tie || !idOf ? resource : resourceCalled(idOf);
}

/** What an id of this kind stands for. */
export function resourceOf(kind: Kind): Promise<Resource> {
  return (named.get(kind) as Entry).load();
}

/** The kind of the things that a noun is about, if people may name them. */
export function kindOfNoun(noun: string): Kind | undefined {
  return [...named].find(([, entry]) => entry.noun === noun)?.[0];
}

/** How the addresses of things of a kind end; `{id}` stands for what one is known by. */
export function addressesOf(kind: Kind): readonly string[] {
  return named.get(kind)?.addresses ?? [];
}

/** An operation as its resource knows it. */
export interface Part {
  readonly resource: Resource;
  /** Its role in the resource, or its name among `others`: `create`, `merge`. */
  readonly role: string;
}

const parts = new Map<string, Promise<Part | undefined>>();

/** The resource that an operation belongs to; `undefined` for one that is not in the contract. */
export function partOf({ id }: Pick<Operation, 'id'>): Promise<Part | undefined> {
  const part = parts.get(id) ?? findPart(id);
  parts.set(id, part);
  return part;
}

async function findPart(id: string): Promise<Part | undefined> {
  const entry = Object.values(entries).find(({ operations }) => operations.includes(id));
  const resource = await entry?.load();
  const [role] = [...(resource ? operationsOf(resource) : [])].find(([, op]) => op.id === id) ?? [];
  return resource && role !== undefined ? { resource, role } : undefined;
}
