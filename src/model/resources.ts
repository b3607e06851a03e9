import type { Operation } from '../api/contract/operation.ts';
import { registry } from './registry.ts';
import { operationsOf, type Resource } from './resource.ts';

/** The name of a kind of thing: `team-member`. */
export type ResourceKind = keyof typeof registry;

interface Entry {
  readonly key: string | undefined;
  readonly operations: readonly string[];
  readonly load: () => Promise<Resource>;
}

const entries = Object.entries(registry) as readonly (readonly [ResourceKind, Entry])[];

/** A kind of thing. Its file is loaded when it is asked for. */
export function resourceOf(kind: ResourceKind): Promise<Resource> {
  return registry[kind].load();
}

/** The kind of the things that a parameter of a path names; `undefined` where it names nothing that has a kind. */
export function kindOfKey(key: string): ResourceKind | undefined {
  return entries.find(([, entry]) => entry.key === key)?.[0];
}

/** An operation as its resource knows it. */
export interface Part {
  readonly resource: Resource;
  /** Its role in the resource, or its name among `others`: `create`, `merge`. */
  readonly role: string;
}

/** The resource that an operation belongs to; `undefined` for one that is not in the contract. */
export async function partOf({ id }: Pick<Operation, 'id'>): Promise<Part | undefined> {
  const [, entry] = entries.find(([, { operations }]) => operations.includes(id)) ?? [];
  const resource = await entry?.load();
  const [role] = [...(resource ? operationsOf(resource) : [])].find(([, op]) => op.id === id) ?? [];
  return resource && role !== undefined ? { resource, role } : undefined;
}
