import type { Change } from '../../domain/change.ts';
import { firstOf } from '../../domain/people.ts';
import { reachOfValues } from '../../domain/reach/reach.ts';
import { DocsAdminError } from '../../errors.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { isFault } from '../../model/read/list.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { readSnapshot, type UnknownList } from '../../model/read/snapshot.ts';
import { afterRequests } from '../../model/structure/after.ts';
import { planStructure } from '../../model/structure/plan.ts';
import { structureIn } from '../../model/structure/read.ts';
import { type NotRestored, restored, withoutGone } from '../../model/structure/restored.ts';
import {
  listOf,
  type Step,
  type Structure,
  type StructureIndex,
  type StructureThing,
  structureIndex,
} from '../../model/structure/structure.ts';
import { quoted } from '../../text/quoted.ts';
import type { RecordedRequest } from './changed-things.ts';
import { type NotRestored as NotRestoredThing, noSpaceAgain } from './not-restored.ts';
import type { DeletedContents } from './restore-plan.ts';

/** How the structure of sites comes back. */
export interface StructureUndo {
  readonly changes: readonly Change[];
  readonly stays: readonly NotRestoredThing[];
  readonly lost: readonly NotRestoredThing[];
  readonly contents: readonly DeletedContents[];
  /** The structure that these changes change, for their own undo. */
  readonly structure: Structure;
  /** What things are called, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

export interface StructureUndoOptions {
  /** Whether what requests have made ends with what others have put into it. */
  readonly withContents?: boolean | undefined;
  /** Whether the rest has been given back already. */
  readonly onlyMade: boolean;
}

/**
 * Plans how sites get the structure back that requests have changed; `before` is their structure before these. What others have
 * changed since stays. Only reads. Throws `DocsAdminError` where the service fails to say what is there.
 */
export async function undoStructure(
  reader: ServiceReader,
  organization: string,
  before: Structure,
  requests: readonly RecordedRequest[],
  { withContents, onlyMade }: StructureUndoOptions,
): Promise<StructureUndo> {
  const present = await readPresent(reader, organization, before);
  const known = structureIndex([...before, ...present.structure]);
  const stays = [...present.unread].map(
    ([site, reason]): NotRestoredThing => ({ name: nameOfStructure(site, known), reason }),
  );
  const all = before.filter(({ site }) => !present.unread.has(site));
  const there = structureIndex(present.structure);
  const old = onlyMade ? all.filter(({ key }) => there.get(key)) : all;
  const back = restored(old, afterRequests(all, requests), present.structure, withContents);
  const { wanted, lost, unread } = await withSpaces(reader, organization, back.wanted, present.structure);
  if (unread !== undefined)
    for (const { key } of structureIndex(old).sites)
      stays.push({ name: nameOfStructure(key, known), reason: unread });
  else stays.push(...back.stays.map((one) => leftOf(one, known)));
  const steps = planStructure(present.structure, wanted, reachOfValues);
  const now = structureIndex(present.structure);
  const then = structureIndex(wanted);
  const changed = new Set(
    steps.flatMap(({ parts }) => parts.map(({ key }) => (then.get(key) ?? now.get(key))?.site)),
  );
  return {
    changes: steps.map((step) => changeOf(step, organization, now, then)),
    stays,
    lost: lost.map((thing) => lostOf(thing, known)),
    contents: back.contents.map(({ thing, others }) => ({
      name: nameOf(thing),
      held: others.map((one) => ({ kind: one.kind, name: nameOf(one) })),
    })),
    structure: present.structure.filter(({ site }) => changed.has(site)),
    titles: new Map([...before, ...present.structure].map((thing) => [thing.key, titleOf(thing)])),
  };
}

interface Present {
  readonly structure: Structure;
  /** Why the structure of a site is not known. */
  readonly unread: ReadonlyMap<string, string>;
}

async function readPresent(reader: ServiceReader, organization: string, before: Structure): Promise<Present> {
  const sites = new Set(before.map(({ site }) => site));
  const of = ({ id }: { readonly id: string }) => sites.has(id);
  const snapshot = await readSnapshot(reader, organization, {
    site: {},
    'section-group': { of },
    section: { of },
    'site-space': { of },
  });
  const unknown = Object.values(snapshot.parts).flatMap((part) => part.unknown);
  const structure = structureIn(snapshot, sites);
  const there = structureIndex(structure);
  const unread = new Map(
    [...sites].flatMap((site) => {
      const found = unknown.find((one) => one.in.kind === 'organization' || one.in.id === site);
      if (found) return [[site, whyUnread(found)]];
      return there.get(site) ? [] : [[site, 'it no longer exists']];
    }),
  );
  return { structure: structure.filter(({ site }) => !unread.has(site)), unread };
}

/** Returns why a list is unknown. Throws if the service fails: a later attempt can give all structure back. */
function whyUnread({ kind, in: { id }, reason }: UnknownList): string {
  if (!isFault(reason)) return `its ${kind} list cannot be read: ${reason.message}`;
  const message = `the ${kind} list of ${id} cannot be read: ${reason.message}; nothing was sent`;
  throw new DocsAdminError('unreachable', message);
}

/** Leaves out what needs a space that no longer exists. Where the spaces cannot be read, everything stays, and `unread` says why. */
async function withSpaces(
  reader: ServiceReader,
  organization: string,
  wanted: Structure,
  present: Structure,
): Promise<{ wanted: Structure; lost: Structure; unread?: string }> {
  const there = structureIndex(present);
  if (wanted.every(({ key }) => there.get(key))) return { wanted, lost: [] };
  const { parts } = await readSnapshot(reader, organization, { space: {} });
  const spaces: ReadonlyMap<string, unknown> | undefined = parts.space.lists.get(organization);
  if (spaces) return withoutGone(wanted, present, (space) => spaces.has(String(space)));
  const [unknown] = parts.space.unknown;
  return { wanted: present, lost: [], ...(unknown && { unread: whyUnread(unknown) }) };
}

/** A further request for a thing that another one makes or moves: it names no fields. */
const noFields = { before: {}, after: {} };

function changeOf(step: Step, org: string, now: StructureIndex, then: StructureIndex): Change {
  const { operation, body, requires, parts } = step;
  const [{ kind, key, does, fields = [] }] = parts;
  const params = { org, ...step.params };
  const [was, becomes] = [now.get(key), then.get(key)];
  const thing = (was ?? becomes) as StructureThing;
  const isThere = was !== undefined && becomes !== undefined && listOf(was) === listOf(becomes);
  const values = (of: StructureThing | undefined, names: readonly string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, of?.fields[name] ?? null]));
  const change = {
    action: 'update' as Change['action'],
    kind: kind as string,
    ref: params,
    name: nameOf(thing),
    ...noFields,
    operation: operation.id,
    input: { params, ...(body && { body }) },
    requires,
  };
  if (does === 'end') return { ...change, action: 'delete', before: was?.fields ?? {}, after: null };
  if (does === 'make' && was)
    return {
      ...change,
      action: 'move',
      before: values(was, ['sectionId']),
      after: values(becomes, ['sectionId']),
    };
  if (does === 'make')
    return { ...change, action: 'create', before: null, after: thing.fields, isUnique: true };
  if (does === 'set' && isThere)
    return { ...change, before: values(was, fields), after: values(becomes, fields) };
  if (does !== 'place') return change;
  const { position } = body as { position: Record<string, Record<string, unknown>> };
  const neighbours = Object.entries(position).map(([side, reference]) => {
    return [side, Object.entries(reference).find(([name]) => name !== 'type')?.[1]];
  });
  return {
    ...change,
    action: 'move',
    kind: `${kind}-order`,
    name: `order of the ${resourceNamed(kind).several} of ${nameOf(now.get(thing.site) ?? thing)}`,
    after: { move: key, ...Object.fromEntries(neighbours) },
  };
}

function titleOf({ fields, title, key }: StructureThing): string {
  return String(title ?? fields.title ?? key);
}

/** Names a thing: `section "Guides" (section_guides)`. */
function nameOf(thing: StructureThing): string {
  return `${resourceNamed(thing.kind).one} ${JSON.stringify(titleOf(thing))} (${thing.key})`;
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
  return { name: nameOfStructure(thing.site, known), reason };
}

function leftOf(
  { thing, why, field = '', others = [] }: NotRestored,
  known: StructureIndex,
): NotRestoredThing {
  const name = nameOf(thing);
  if (why === 'deleted') return { name, reason: 'it has been deleted since' };
  if (why === 'filled')
    return { name, reason: `others have added ${firstOf(others.map(nameOf))}`, isFilled: true };
  if (why === 'taken') return { name, reason: `its path ${quoted(String(thing.fields.path))} is taken` };
  if (field !== 'order') return { name, reason: `${field} has been changed since` };
  const site = known.get(thing.site) ?? thing;
  return {
    name: `order of the ${resourceNamed(thing.kind).several} of ${nameOf(site)}`,
    reason: 'it has been changed since',
  };
}
