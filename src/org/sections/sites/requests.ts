import { setSiteAdaptiveSchema } from '../../../api/contract/operations/sites.ts';
import { mapMade } from '../../../domain/change.ts';
import { reachOfValues } from '../../../domain/reach/reach.ts';
import { planStructure } from '../../../model/structure/plan.ts';
import { type StepPart, type StructureStep, structureIndex } from '../../../model/structure/structure.ts';
import { quoted } from '../../../text/words.ts';
import { type Difference, listOf } from '../../difference.ts';
import type { Complain } from '../../organization.ts';
import { type DesiredState, keyText } from '../../thing.ts';
import type { CheckedFacts, NewRequest, RequestWriter } from '../section.ts';
import { isRelocated, type SiteStructures, siteStructures } from './structure.ts';

export function requestSites(differences: readonly Difference[], writer: RequestWriter): void {
  const structures = siteStructures(differences, writer);
  const purposeOf = purposes(structures);
  const numbers: number[] = [];
  for (const step of planStructure(structures.before, structures.wanted, reachOfValues)) {
    const { operation, params, body, requires, parts } = step;
    const renumbered = <Value>(value: Value) =>
      mapMade(value, (made) => ({ ...made, $change: numbers[made.$change] })) as Value;
    const [own, inside] = parts.filter(({ does }) => does === 'make');
    numbers.push(
      writer.add({
        operation,
        params: renumbered(params),
        ...(body && { body: renumbered(body) }),
        requires: requires.map((earlier) => numbers[earlier] as number),
        ...purposeOf(step),
        ...(own && { makes: true }),
        ...(inside?.idAt != null && { makesToo: { ...placeOf(inside, structures), at: inside.idAt } }),
      }),
    );
  }
  for (const difference of differences) {
    const { kind, key, declared } = difference;
    if (kind !== 'adaptive-schema') continue;
    writer.add({
      operation: setSiteAdaptiveSchema,
      params: { site: writer.idOf('site', key) },
      body: { jsonSchema: declared?.fields.jsonSchema },
      for: [difference],
    });
  }
}

function placeOf({ key }: StepPart, { differences }: SiteStructures): Pick<Difference, 'kind' | 'key'> {
  const [difference] = differences.get(key) ?? [];
  if (!difference) throw new Error(`nothing is to be done with ${key}`);
  return difference;
}

/**
 * Returns a function that says what a step is for: differences, or the first one of its things if it is a further request for
 * that.
 */
function purposes({
  wanted,
  differences,
}: SiteStructures): (step: StructureStep) => Pick<NewRequest, 'for' | 'further' | 'detail'> {
  const index = structureIndex(wanted);
  const of = (key: string) => differences.get(key) ?? [];

  /** Returns the differences of a thing with some fields only. The request that makes a thing names all of them. */
  function slices(key: string, names: readonly string[]): Difference[] {
    if (of(key).some((one) => one.action === 'create' || isRelocated(one))) return [];
    return of(key).flatMap((one) => {
      const fields = one.fields.filter(({ field }) => names.includes(field));
      return fields.length === 0 || one.action === 'delete' ? [] : [{ ...one, fields }];
    });
  }

  function madeGood(part: StepPart): readonly Difference[] {
    const { key, does, fields = [] } = part;
    if (does === 'make') return of(key);
    if (does === 'end') return of(key).filter(({ action }) => action === 'delete');
    if (does === 'place') return slices(key, ['position']);
    if (does !== 'set') return [];
    return [...slices(key, fields), ...defaultsOf(part).flatMap((one) => slices(one, ['default']))];
  }

  function defaultsOf({ key, fields = [] }: StepPart): readonly string[] {
    const chosen = fields.filter((field) => field.startsWith('default'));
    return chosen.flatMap((field) => (index.get(key)?.fields[field] as string | null | undefined) ?? []);
  }

  return ({ parts }) => {
    const [first, ...rest] = parts.flatMap(madeGood);
    if (first) return { for: [first, ...rest] };
    const others = parts.flatMap((part) => [part.key, ...defaultsOf(part)]).flatMap(of);
    const [{ does, fields = [] }] = parts;
    const other = does === 'leave' ? others.find(({ action }) => action === 'move') : others[0];
    if (!other) throw new Error('a request without a purpose');
    const [, section] = other.present?.key ?? [];
    const detail = {
      leave: `taken out of ${section === '' ? 'the site' : section}`,
      aside: `temporary ${fields[0]}`,
    };
    return {
      for: [other],
      further: does === 'place' ? 'move' : 'update',
      ...(does in detail && { detail: detail[does as keyof typeof detail] }),
    };
  };
}

/** Complains about sections that nothing can be made of, and about basenames that are not free. */
export function checkSites(
  differences: readonly Difference[],
  complain: Complain,
  facts: CheckedFacts,
): void {
  checkNewSections(differences, complain);
  checkBasenames(differences, complain, facts);
}

/** The service makes a section together with its first site space. */
function checkNewSections(differences: readonly Difference[], complain: Complain): void {
  const filled = new Set(
    differences.flatMap(({ kind, key, declared }) =>
      kind === 'site-space' && declared ? [keyText(key.slice(0, -1))] : [],
    ),
  );
  for (const { kind, action, key, declared } of differences) {
    if (kind !== 'section' || action !== 'create' || filled.has(keyText(key))) continue;
    complain(declared?.path ?? [], 'is to be made, and a section is made of a space: list one in "spaces"');
  }
}

/** A basename of a site that stays and is not in the file is not free. */
function checkBasenames(
  differences: readonly Difference[],
  complain: Complain,
  { staying }: CheckedFacts,
): void {
  const holders = new Map(
    staying.flatMap(({ kind, key, fields }) => (kind === 'site' ? [[fields.basename, key[0]]] : [])),
  );
  for (const { kind, action, fields, declared } of differences) {
    if (kind !== 'site' || !declared?.path) continue;
    const given = fields.find(({ field }) => field === 'basename')?.after;
    const holder = given === undefined ? undefined : holders.get(given);
    if (holder === undefined) continue;
    const rename =
      action === 'create' ? '; if this is that site with a new title, list the old one in "previously"' : '';
    complain(
      [...declared.path, 'basename'],
      `is the basename of the site ${quoted(String(holder))}${rename}`,
    );
  }
}

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

function nameAfter(one: Difference): string[] {
  const { action, fields, declared } = one;
  const isNamed =
    action === 'create' ||
    isRelocated(one) ||
    fields.some(({ field }) => field === 'path' || field === 'basename');
  return declared && isNamed ? nameOf(declared) : [];
}

/** Returns a text for the name that no two things of a list may have; nothing if the thing has none. */
function nameOf(thing: DesiredState): string[] {
  const { kind, fields } = thing;
  const name = kind === 'site' ? fields.basename : kind === 'site-space' ? fields.path : undefined;
  return name === undefined ? [] : [`${listOf(thing)} ${String(name)}`];
}
