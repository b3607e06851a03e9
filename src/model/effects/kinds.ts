import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import { operationsOf, type Resource } from '../resource.ts';
import type { Part } from '../resources.ts';
import type { Ids, ThingIds, Touch } from './facts.ts';
import { touchesOf } from './touches.ts';

const byKind = new Map<string, Resource>();
const parts = new Map<string, Part>();

/** Makes kinds of things known to the functions of this file: what works on any request imports `things.ts`, which adds all. */
export function addKinds(resources: Iterable<Resource>): void {
  for (const resource of resources) {
    if (byKind.has(resource.kind)) continue;
    byKind.set(resource.kind, resource);
    for (const [role, op] of operationsOf(resource)) parts.set(op.id, { resource, role, op });
  }
}

export function isLoaded(kind: string): boolean {
  return byKind.has(kind);
}

export function partOfOperation(id: string): Part | undefined {
  return parts.get(id);
}

/** Returns what {@link touchesOf} does, for any operation of known kinds. */
export function touches(op: Operation, input: AnyInput): readonly Touch[] {
  return touchesOf(partOfOperation(op.id), input);
}

/** Returns a kind of things. Throws an `Error` for an unknown one. */
export function resourceNamed(kind: string): Resource {
  const resource = byKind.get(kind);
  if (!resource) throw new Error(`no kind of thing is called ${kind}`);
  return resource;
}

/** Returns the ids of what a thing is in, or a tie. */
export function idsAround({ kind, ids }: ThingIds): Ids {
  const { [resourceNamed(kind).key ?? '']: _, ...around } = ids;
  return around as Ids;
}

/** Returns the ids of the thing of a touch; `made` is the id of what the request makes. */
export function madeIds({ kind, ids, change }: Touch, made: string | undefined): Touch['ids'] {
  const { key } = resourceNamed(kind);
  return change === 'make' && key !== undefined && ids[key] === undefined && made !== undefined
    ? { ...ids, [key]: made }
    : ids;
}

/** Returns the kind whose ids a path parameter takes. */
export function resourceWithKey(param: string): Resource {
  const resource = [...byKind.values()].find(({ key, idOf }) => key === param && idOf === undefined);
  if (!resource) throw new Error(`no kind of thing has the parameter ${param}`);
  return resource;
}
