import { type Change, changesInOrder, madeIn } from '../../domain/change.ts';
import { firstNames } from '../../domain/people.ts';
import { reachOfValues } from '../../domain/reach/reach.ts';
import { shown } from '../../model/effects/facts.ts';
import { isOrder, orderedBy, restoringOf } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { neighboursIn } from '../../model/effects/touches.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { afterRequests, mayBeCarriedOut } from '../../model/structure/after.ts';
import { planStructure } from '../../model/structure/plan.ts';
import { restored, type StructureNotRestored } from '../../model/structure/restored.ts';
import {
  type Structure,
  type StructureIndex,
  type StructureKind,
  type StructureStep,
  type StructureThing,
  structureIndex,
  structureList,
} from '../../model/structure/structure.ts';
import { titled } from '../../text/called.ts';
import { isEqual } from '../../text/equal.ts';
import { quoted } from '../../text/words.ts';
import { afterSteps, type ChangedThing, type Groups, ownId, type RecordedRequest } from './changed-things.ts';
import { besideFirstSection, besideFirstSections } from './first-section.ts';
import {
  changedName,
  type KnownThing,
  type NotRestored as NotRestoredThing,
  noSpaceAgain,
  perhapsChanged,
  unclear,
} from './not-restored.ts';
import { givenValue } from './required-first.ts';
import { type Restored, shows } from './restore.ts';
import { answersOf, recordedStructure } from './structure-before.ts';
import { readStructures, withSpaces } from './structure-present.ts';

/** How the structure of sites comes back. */
export interface StructureUndo extends Restored {
  /** The structure that these changes change, for their own undo. */
  readonly structure: Structure;
  readonly titles: ReadonlyMap<string, string>;
}

/** What a journal says of the structure of sites. */
export interface StructureUndoInput {
  /** The structure of whole sites before the run, where it was planned on that. */
  readonly planned: Structure;
  /** The parts of other sites that the run has changed, and the sites that it has deleted with what was in them. */
  readonly things: readonly ChangedThing[];
  readonly requests: readonly RecordedRequest[];
  /** Whether what requests have made ends with what others have put into it. */
  readonly withContents?: boolean | undefined;
  /** Whether the rest has been given back already. */
  readonly onlyMade: boolean;
}

/**
 * Plans how sites get the structure back that requests have changed. What others have changed since stays. Only reads. Throws
 * `DocsAdminError` where the service fails to say what is there.
 */
export async function undoStructure(
  reader: ServiceReader,
  organization: string,
  { planned, things, requests, withContents, onlyMade }: StructureUndoInput,
): Promise<StructureUndo> {
  const ended = new Map(
    things.flatMap((one) => (one.kind === 'site' && one.after === null ? [[one.ids.site ?? '', one]] : [])),
  );
  const sites = new Set([...planned.map(({ site }) => site), ...things.map(({ ids }) => ids.site ?? '')]);
  const present = await readStructures(reader, organization, sites, ended);
  const isRead = ({ site }: { readonly site?: string | undefined }) => !present.unread.has(site ?? '');
  const whole = planned.filter(isRead);
  const read = things.filter(({ ids }) => isRead(ids));
  const single = recordedStructure(read, present.structure, requests);
  const all = [...whole, ...single.before];
  const known = structureIndex([...planned, ...single.before, ...present.structure]);
  const now = structureIndex(present.structure);
  const mayBeDone = mayBeCarriedOut(present.structure);
  const carriedOut = requests.filter((one) => one.isDone || mayBeDone(one));
  const left = [...afterRequests(whole, carriedOut), ...single.left];
  const answered = answersOf(requests);
  const back = restored(all, left, present.structure, { withContents, onlyMade, answered });
  const isChanged = back.stays.some(({ why }) => why === 'changed');
  const perhaps = structureIndex(isChanged ? afterRequests(all, requests) : []);
  const { wanted, lost, unread } = await withSpaces(reader, organization, back.wanted, present.structure);
  const then = structureIndex(wanted);
  const steps = planStructure(present.structure, wanted, reachOfValues);
  const changed = new Set(
    steps.flatMap(({ parts }) => parts.map(({ key }) => (then.get(key) ?? now.get(key))?.site)),
  );
  const made = [...ended.values()].filter(({ ids }) => then.get(ids.site ?? ''));
  return {
    changes: withSchemas(
      steps,
      steps.map((step) => changeOf(step, organization, now, then)),
      things.filter(({ kind, before }) => kind === 'adaptive-schema' && before?.jsonSchema != null),
    ),
    stays: [
      ...[...present.unread].map(([site, reason]) => ({ name: nameOfStructure(site, known), reason })),
      ...(unread === undefined
        ? back.stays.filter(({ why }) => why !== 'beside').map((one) => leftOf(one, known, perhaps))
        : structureIndex(all).sites.map(({ key }) => ({
            name: nameOfStructure(key, known),
            reason: unread,
          }))),
      ...unclearThings(things, present.structure),
    ],
    lost: [
      ...lost.map((thing) => lostOf(thing, known)),
      ...back.stays
        .filter(({ why }) => why === 'beside')
        .map(({ thing }) => ({ name: nameOf(thing), reason: noRoot })),
      ...made.flatMap(lossesOfSite),
      ...unknownThings(things, now),
      ...besideFirstSections(whole, structureIndex(left), now),
    ],
    planned: things.flatMap((thing) =>
      thing.planned === undefined ? [] : [{ name: nameOfThing(thing, now), reason: thing.planned }],
    ),
    contents: back.contents.map(({ thing, others }) => ({
      of: { kind: thing.kind, id: thing.key },
      name: nameOf(thing),
      held: others.map((one) => ({
        kind: one.kind,
        ids: { site: one.site, [resourceNamed(one.kind).key ?? '']: one.key },
        name: nameOf(one),
      })),
    })),
    structure: present.structure.filter(({ site }) => changed.has(site)),
    titles: new Map(
      [...all, ...present.structure].flatMap((thing) =>
        [thing.key, ...spaceIn(thing)].map((id) => [id, titleOf(thing)] as const),
      ),
    ),
  };
}

/** Why a site space does not come back to the root of a site with sections. */
const noRoot = 'it was beside sections, where the service puts no space';

export function lossesOfSite(site: ChangedThing): NotRestoredThing[] {
  const { kind, ids, before, name } = site;
  const losses = restoringOf(kind).losing?.({ kind, ids, name, before: before ?? {} }) ?? [];
  return losses.map((reason) => ({ name: changedName(site), reason, of: { kind, id: ownId(site) } }));
}

/** Adds the documents of sites that are made again: what has a condition comes after the schema that its claims are in. */
function withSchemas(
  steps: readonly StructureStep[],
  changes: readonly Change[],
  schemas: readonly ChangedThing[],
): Change[] {
  const all = [...changes];
  for (const { kind, ids, before } of schemas) {
    const site = steps.findIndex(({ parts: [{ key, does }] }) => does === 'make' && key === ids.site);
    if (site < 0) continue;
    const { set } = resourceNamed(kind).operations;
    const params = { ...ids, site: { $change: site } };
    const place = all.push({
      ...{ action: 'create', kind, ref: params, name: all[site]?.name ?? '', ...noFields },
      ...{ operation: set?.id ?? '', input: { params, body: before }, requires: [site] },
    });
    for (const [at, one] of all.entries())
      if (givenValue(one, 'condition') != null && madeIn(one.input.params).includes(site))
        all[at] = { ...one, requires: [...one.requires, place - 1] };
  }
  return changesInOrder(all);
}

/** Returns what requests without an outcome may have changed: others may have done that. */
function unclearThings(things: readonly ChangedThing[], present: Structure): NotRestoredThing[] {
  const now = structureIndex(present);
  const single = things.filter(({ kind, isUnclear }) => isUnclear && !isOrder(kind));
  const shown = single.flatMap((thing) => {
    const there = now.get(ownId(thing));
    const found = { value: there?.fields ?? null, name: there && titleOf(there) };
    return shows(thing, found) ? [unclear(thing, found)] : [];
  });
  const orders = things.filter(({ kind, before, isUnclear }) => isUnclear && isOrder(kind) && before);
  const moved = orders.filter(({ kind, ids, before, steps = [] }) =>
    Object.entries(afterSteps(before as Groups, steps)).every(([group, order]) => {
      const { site = '' } = ids;
      const list =
        group === ''
          ? present.filter((one) => one.kind === orderedBy(kind) && one.site === site)
          : now.siteSpaces(site, group);
      const there = list.filter(
        ({ fields }) => (fields.sectionId ?? '') === group || kind !== 'site-space-order',
      );
      return there.map(({ key }) => key).join() === order.join();
    }),
  );
  return [...shown, ...moved.map((thing) => ({ name: nameOfThing(thing, now), reason: perhapsChanged }))];
}

/** Returns what does not come back because the journal does not have it. */
function unknownThings(things: readonly ChangedThing[], now: StructureIndex): NotRestoredThing[] {
  return things.flatMap((thing): NotRestoredThing[] => {
    const { kind, ids, unknown, isUnclear, steps = [] } = thing;
    if (unknown === undefined || isUnclear) return [];
    const name = nameOfThing(thing, now);
    if (!isOrder(kind) || steps.some(({ move }) => move !== undefined))
      return [{ name, reason: `its value before is not known: ${unknown}`, of: placeOf(thing) }];
    // For the first section of a site without sections, the service also makes one for its spaces.
    const made = steps.flatMap(({ append }) => (append === undefined ? [] : [String(append)]));
    const others = now.list('section', ids.site ?? '').filter(({ key }) => !made.includes(key));
    const [only, second] = others;
    if (kind !== 'section-order' || made.length === 0 || !only || second) return [];
    return [{ name, reason: besideFirstSection(only.key), of: placeOf(thing) }];
  });
}

function nameOfThing(thing: ChangedThing, now: StructureIndex): string {
  const there = now.get(isOrder(thing.kind) ? (thing.ids.site ?? '') : ownId(thing));
  return changedName(thing, there && { name: titleOf(there) });
}

/** A further request for a thing that another one makes or moves: it names no fields. */
const noFields = { before: {}, after: {} };

function changeOf(step: StructureStep, org: string, now: StructureIndex, then: StructureIndex): Change {
  const { operation, body, requires, parts } = step;
  const [{ kind, key, does, fields = [] }] = parts;
  const params = { org, ...step.params };
  const [was, becomes] = [now.get(key), then.get(key)];
  const thing = (was ?? becomes) as StructureThing;
  const isThere = was !== undefined && becomes !== undefined && structureList(was) === structureList(becomes);
  // What is made again with its section or site is one line.
  const { site, fields: own } = then.get(key) ?? thing;
  const whole = [site, own.sectionId].find(
    (one) => one !== key && then.get(String(one)) && !now.get(String(one)),
  );
  const change = {
    action: 'update' as Change['action'],
    kind: kind as string,
    ref: params,
    name: nameOf(whole === undefined ? thing : (then.get(String(whole)) as StructureThing)),
    ...noFields,
    operation: operation.id,
    input: { params, ...(body && { body }) },
    requires,
    ...(does === 'make' && { again: earlierIds(parts, then) }),
  };
  if (whole !== undefined && does !== 'end') return does === 'make' ? { ...change, isUnique: true } : change;
  if (does === 'end') return { ...change, action: 'delete', before: was?.fields ?? {}, after: null };
  if (does === 'make' && was)
    return {
      ...change,
      action: 'move',
      before: shown(was?.fields, 'sectionId'),
      after: shown(becomes?.fields, 'sectionId'),
    };
  if (does === 'make')
    return { ...change, action: 'create', before: null, after: thing.fields, isUnique: true };
  if (does === 'set' && isThere)
    return { ...change, before: shown(was?.fields, ...fields), after: shown(becomes?.fields, ...fields) };
  if (does !== 'place') return change;
  return {
    ...change,
    action: 'move',
    kind: `${kind}-order`,
    name: orderIn(now.get(thing.site) ?? thing, kind),
    after: { move: key, ...neighboursIn(body?.position) },
  };
}

/** Returns the ids that things had which a step makes again, with the dot paths of their new ids in the answer. */
function earlierIds(parts: StructureStep['parts'], then: StructureIndex): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parts.flatMap(({ does, key, idAt = 'id' }) =>
      does === 'make' && idAt !== null ? [key, then.get(key)?.earlier ?? key].map((id) => [id, idAt]) : [],
    ),
  );
}

function titleOf({ fields, title, key }: StructureThing): string {
  return String(title ?? fields.title ?? key);
}

/** Names a thing: `section "Guides" (section_guides)`. */
function nameOf(thing: StructureThing): string {
  return titled(resourceNamed(thing.kind).one, titleOf(thing), thing.key);
}

function orderIn(site: StructureThing, kind: StructureKind): string {
  return `order of the ${resourceNamed(kind).several} of ${nameOf(site)}`;
}

function nameOfStructure(site: string, known: StructureIndex): string {
  const thing = known.get(site);
  return `structure of site ${thing ? `${titleOf(thing)} ` : ''}(${site})`;
}

function lostOf(thing: StructureThing, known: StructureIndex): NotRestoredThing {
  const title = JSON.stringify(titleOf(thing));
  const reason =
    thing.kind === 'section'
      ? `section ${title}: the service makes sections of a space only`
      : `space ${title} (${thing.fields.spaceId}): ${noSpaceAgain}`;
  return { name: nameOfStructure(thing.site, known), reason, of: { kind: thing.kind, id: thing.key } };
}

/** Returns the id of the space that a site space shows. */
function spaceIn({ kind, fields }: StructureThing): string[] {
  return kind === 'site-space' ? [String(fields.spaceId)] : [];
}

/** Returns the thing, or the site whose list has an order. */
function placeOf(thing: ChangedThing): KnownThing {
  return isOrder(thing.kind)
    ? { kind: 'site', id: thing.ids.site ?? '' }
    : { kind: thing.kind, id: ownId(thing) };
}

function leftOf(
  { thing, why, field = '', others = [] }: StructureNotRestored,
  known: StructureIndex,
  perhaps: StructureIndex,
): NotRestoredThing {
  const name = nameOf(thing);
  if (why === 'deleted')
    return {
      name,
      reason: `${field === '' ? 'it' : `section group ${thing.fields[field]}`} has been deleted since`,
    };
  if (why === 'filled')
    return { name, reason: `others have added ${firstNames(others.map(nameOf))}`, isFilled: true };
  if (why === 'holds') {
    const stay = others.length === 1 ? 'stays' : 'stay';
    return { name, reason: `${firstNames(others.map(nameOf))} ${stay} in it` };
  }
  if (why === 'taken') return { name, reason: `its path ${quoted(String(thing.fields.path))} is taken` };
  if (field !== 'order') {
    const isPerhaps = isEqual(perhaps.get(thing.key)?.fields[field], thing.fields[field]);
    return { name, reason: isPerhaps ? perhapsChanged : `${field} has been changed since` };
  }
  return {
    name: orderIn(known.get(thing.site) ?? thing, thing.kind),
    reason: 'it has been changed since',
  };
}
