import type { Thing } from '../../thing.ts';
import { type Difference, listOf } from '../compare.ts';
import { isRelocated } from './sites-structure.ts';

/**
 * Returns the differences that can be made good only after deletions: a site without sections has no room for spaces
 * while it has sections, and a path or a basename may be taken by something that the file no longer names.
 */
export function withoutRoom(differences: readonly Difference[]): Difference[] {
  const own = differences.filter(({ kind }) => kinds.includes(kind));
  const deleted = own.filter(({ action }) => action === 'delete');
  const sectioned = new Set(deleted.flatMap(({ kind, key }) => (kind === 'section' ? [key[0]] : [])));
  const taken = new Set(deleted.flatMap(nameBefore));
  const unmade = new Set<string | undefined>();
  const blocked = new Set<Difference>();
  const isBlocked = (one: Difference) => {
    const { kind, action, key } = one;
    if (action === 'delete') return false;
    if (kind === 'site-space' && key[1] === '' && sectioned.has(key[0])) return true;
    return unmade.has(key[0]) || nameAfter(one).some((name) => taken.has(name));
  };
  // What is blocked keeps its own name, which may block others.
  for (let count = -1; count < blocked.size; ) {
    count = blocked.size;
    for (const one of own) {
      if (blocked.has(one) || !isBlocked(one)) continue;
      blocked.add(one);
      for (const name of nameBefore(one)) taken.add(name);
      if (one.kind === 'site' && one.action === 'create') unmade.add(one.key[0]);
    }
  }
  return [...blocked];
}

const kinds: readonly string[] = ['site', 'adaptive-schema', 'section-group', 'section', 'site-space'];

function nameBefore({ present }: Difference): string[] {
  return present ? nameOf(present) : [];
}

/** Returns the name that a difference gives. */
function nameAfter(one: Difference): string[] {
  const { action, fields, declared } = one;
  const isNamed =
    action === 'create' ||
    isRelocated(one) ||
    fields.some(({ field }) => field === 'path' || field === 'basename');
  return declared && isNamed ? nameOf(declared) : [];
}

/** Returns a text for the name that no two things of a list may have; nothing if the thing has none. */
function nameOf(thing: Thing): string[] {
  const { kind, fields } = thing;
  const name = kind === 'site' ? fields.basename : kind === 'site-space' ? fields.path : undefined;
  return name === undefined ? [] : [`${listOf(thing)} ${String(name)}`];
}
