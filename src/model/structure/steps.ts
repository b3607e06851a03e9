import type { Operation } from '../../api/contract/operation.ts';
import { moveSectionGroup } from '../../api/contract/operations/section-groups.ts';
import { moveSection } from '../../api/contract/operations/sections.ts';
import { moveSiteSpace } from '../../api/contract/operations/site-spaces.ts';
import { isEqual } from '../../text/equal.ts';
import type { Fields, Id, Made } from '../effects/facts.ts';
import { movesAround, staying } from './order.ts';
import {
  type StepPart,
  type Structure,
  type StructureIndex,
  type StructureKind,
  type StructureStep,
  type StructureThing,
  structureIndex,
  structureList,
} from './structure.ts';
import { valueFields } from './value-fields.ts';

/** Whether readers reach more of something afterwards, or less, or both. */
export interface StepReach {
  readonly opens?: unknown;
  readonly takes?: unknown;
}

/** Says what new values of a site or a section do to its readers. */
export type Judge = (kind: StructureKind, before: Fields, values: Fields) => StepReach;

/** The steps so far, and what is to be done in all. */
export interface StepWriter {
  readonly before: StructureIndex;
  readonly wanted: StructureIndex;
  readonly steps: readonly StructureStep[];
  /** Adds a step. Returns its index. It also requires the steps that make what it names. */
  add(step: Omit<StructureStep, 'requires'> & { readonly requires?: readonly number[] }): number;
  /** Returns the id of a thing, or a reference to the step that makes it. Throws an `Error` if it has none yet. */
  idOf(key: string): Id;
  hasId(key: string): boolean;
  /** Returns whether a thing is in the list where it is wanted. */
  isThere(thing: StructureThing): boolean;
  /** Returns whether a thing is no longer wanted in the list where it is. */
  ends(thing: StructureThing): boolean;
  /** Returns the values that the fields of a thing get; for one that is made, those that are not `null`. */
  newValues(thing: StructureThing): Fields;
  /**
   * Says that these steps close a site or a section. What opens something in it is added afterwards, and requires them: so it stays
   * closed where they fail.
   */
  close(key: string, steps: readonly number[]): void;
  /** Returns the steps so far that close something in a site or a section. */
  closings(around: string): readonly number[];
  /** Returns what these things, in a site or a section, do to its readers: more can be read of it, or less. */
  contents(present: readonly StructureThing[], wanted: readonly StructureThing[]): StepReach;
  /** Moves the things of a list, with as few steps as possible. What is to be made in it must be made already. */
  order(present: readonly StructureThing[], wanted: readonly StructureThing[]): void;
}

/** How things are moved: the path parameter, and the shape of a reference to a neighbour. */
const moves: Readonly<
  Record<
    Exclude<StructureKind, 'site'>,
    { readonly operation: Operation; readonly param: string; readonly type: string; readonly id: string }
  >
> = {
  section: { operation: moveSection, param: 'section', type: 'site-section', id: 'siteSection' },
  'section-group': { operation: moveSectionGroup, param: 'group', type: 'site-section', id: 'id' },
  'site-space': { operation: moveSiteSpace, param: 'siteSpace', type: 'site-space', id: 'siteSpace' },
};

export function stepWriter(present: Structure, then: Structure): StepWriter {
  const before = structureIndex(present);
  const wanted = structureIndex(then);
  const steps: StructureStep[] = [];
  const made = new Map<string, Made>();
  const closed = new Map<unknown, readonly number[]>();

  /** Returns whether others can read more after a condition is set. */
  const isLoosened = (key: string) =>
    wanted.get(key)?.fields.condition == null || before.get(key)?.fields.condition != null;

  function closing({ kind, key, does, fields = [] }: StepPart): readonly number[] {
    const makes = does === 'make' && (kind === 'section' || kind === 'site-space');
    if (!makes && !(does === 'set' && fields.includes('condition') && isLoosened(key))) return [];
    const thing = wanted.get(key);
    return [thing?.site, thing?.fields.sectionId].flatMap((around) => closed.get(around) ?? []);
  }

  function add({ requires = [], ...step }: Parameters<StepWriter['add']>[0]): number {
    const number = steps.length;
    const all = new Set([
      ...requires,
      ...madeIn(step.params),
      ...madeIn(step.body),
      ...step.parts.flatMap(closing),
    ]);
    steps.push({ ...step, requires: [...all].sort((one, other) => one - other) });
    for (const { does, key, idAt } of step.parts)
      if (does === 'make' && idAt !== null)
        made.set(key, { $change: number, ...(idAt !== undefined && { at: idAt }) });
    return number;
  }

  const isThere = ({ key }: StructureThing) => {
    const [was, becomes] = [before.get(key), wanted.get(key)];
    return was !== undefined && becomes !== undefined && structureList(was) === structureList(becomes);
  };
  const keeps = (key: string) => {
    const thing = before.get(key);
    return thing !== undefined && (isThere(thing) || !wanted.get(key));
  };

  function idOf(key: string): Id {
    const id = made.get(key) ?? (keeps(key) ? key : undefined);
    if (id === undefined) throw new Error(`no step makes ${key}`);
    return id;
  }

  return {
    before,
    wanted,
    steps,
    add,
    isThere,
    hasId: (key) => made.has(key) || keeps(key),
    idOf,
    ends: (thing) => !isThere(thing),
    newValues(thing) {
      const { kind, key, fields } = thing;
      const old = isThere(thing) ? before.get(key)?.fields : undefined;
      return Object.fromEntries(
        valueFields(kind).flatMap((field) => {
          const [was, becomes] = [old?.[field] ?? null, fields[field] ?? null];
          return !(field in fields) || isEqual(was, becomes) ? [] : [[field, becomes]];
        }),
      );
    },
    close: (key, own) => void closed.set(key, own),
    closings(around) {
      const isIn = (thing: StructureThing | undefined) =>
        thing?.site === around || thing?.fields.sectionId === around;
      const closes = ({ key, does, fields = [] }: StepPart) => {
        const then = wanted.get(key);
        const sets = fields.includes('condition') && (does === 'aside' || then?.fields.condition != null);
        return (does === 'end' || does === 'leave' || sets) && (isIn(before.get(key)) || isIn(then));
      };
      return [...steps.keys()].filter((at) => steps[at]?.parts.some(closes));
    },
    contents(list, all) {
      const conditions = all.filter(
        (one) => isThere(one) && 'condition' in one.fields && !isSame(one, before.get(one.key), 'condition'),
      );
      const fresh = all.filter((one) => !isThere(one));
      return {
        opens: fresh.length > 0 || conditions.some(({ key }) => isLoosened(key)),
        takes:
          list.some((one) => !isThere(one)) ||
          [...fresh, ...conditions].some(({ fields }) => fields.condition != null),
      };
    },
    order(list, all) {
      const things = all.filter(({ isAnywhere }) => isAnywhere !== true);
      const order = things.map(({ key }) => key);
      const thingOf = new Map(things.map((thing) => [thing.key, thing]));
      const sent = new Map<string, number>();
      const keys = list.map((one) => one.key);
      for (const { key, after, before: next } of movesAround(order, staying(order, keys))) {
        const { kind, site } = thingOf.get(key) as StructureThing;
        const { operation, param, type, id } = moves[kind as keyof typeof moves];
        const reference = (neighbour: string) => ({ type, [id]: idOf(neighbour) });
        const number = add({
          operation,
          params: { site: idOf(site), [param]: idOf(key) },
          body: {
            position: {
              ...(next !== undefined && { before: reference(next) }),
              ...(after !== undefined && { after: reference(after) }),
            },
          },
          parts: [{ kind, key, does: 'place' }],
          requires: [after, next].flatMap((one) => (one === undefined ? [] : (sent.get(one) ?? []))),
        });
        sent.set(key, number);
      }
    },
  };
}

function isSame(one: StructureThing, other: StructureThing | undefined, field: string): boolean {
  return isEqual(one.fields[field] ?? null, other?.fields[field] ?? null);
}

function madeIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$change' in value) return [value.$change as number];
  return Object.values(value).flatMap(madeIn);
}

/** A default that a list gets. */
export interface NewDefault {
  /** The field of the thing that holds the list. */
  readonly field: 'defaultSiteSection' | 'defaultSiteSpace';
  readonly key: string;
  /** Whether the service is assumed to choose it by itself. */
  readonly isChosen: boolean;
}

/**
 * Returns the default that a list gets; `undefined` if it stays as it is. The service makes the first thing of an empty list its
 * default.
 */
export function newDefault(
  { before, isThere }: StepWriter,
  holder: StructureThing,
  field: NewDefault['field'],
  list: readonly StructureThing[],
  isEmpty: boolean,
): NewDefault | undefined {
  const key = holder.fields[field];
  const thing = list.find((one) => one.key === key);
  if (!thing) return undefined;
  if (isThere(thing))
    return before.get(holder.key)?.fields[field] === key
      ? undefined
      : { field, key: thing.key, isChosen: false };
  const isChosen = isEmpty && thing === list[0];
  // What holds the list is made as well, so that it can be said in passing.
  return isChosen && isThere(holder) ? undefined : { field, key: thing.key, isChosen };
}

/** The update of a site or a section: its values and its default, in one step if possible. */
export interface Patch {
  /**
   * Sends what is to be changed and not sent yet, but for what opens it; the default not before it has an id. Returns the steps so
   * far.
   */
  send(requires?: readonly number[]): readonly number[];
  /** Sends everything that is left. What opens it requires the steps that `closings` returns. Returns the steps so far. */
  finish(closings: () => readonly number[]): readonly number[];
  /** Sets another default before the old one goes, if it has its id: calls `send`. Returns the steps. */
  settleDefault(send: () => readonly number[]): readonly number[];
}

/** `late` are the values that open the thing. */
export function createPatch(
  writer: StepWriter,
  thing: StructureThing,
  operation: Operation,
  params: () => StructureStep['params'],
  values: Fields,
  wish: NewDefault | undefined,
  late: Fields = {},
): Patch {
  const { kind, key } = thing;
  const sent: number[] = [];
  const hasNone = (fields: Fields) => Object.keys(fields).length === 0;
  let isChanged = hasNone(values);
  let isOpened = false;
  let isSettled = wish === undefined || (wish.isChosen && isChanged && hasNone(late));

  function send(requires: readonly number[] = [], more: Fields = {}): readonly number[] {
    const settled = isSettled || !wish || !writer.hasId(wish.key) ? undefined : wish;
    const body = {
      ...(!isChanged && values),
      ...more,
      ...(settled && { [settled.field]: writer.idOf(settled.key) }),
    };
    const fields = Object.keys(body);
    if (fields.length === 0) return sent;
    const part: StepPart = { kind, key, does: 'set', fields };
    sent.push(writer.add({ operation, params: params(), body, parts: [part], requires }));
    isChanged = true;
    isSettled ||= settled !== undefined || wish?.isChosen === true;
    return sent;
  }
  return {
    send: (requires) => send(requires),
    finish(closings) {
      const rest = isOpened ? {} : late;
      isOpened = true;
      return send(hasNone(rest) ? [] : closings(), rest);
    },
    settleDefault(sendAll) {
      if (!wish || !writer.hasId(wish.key)) return [];
      return isSettled ? sent : sendAll();
    },
  };
}

/** Takes the values apart that open a site or a section, where something in it is closed: they come after that. */
export function apart(
  { before }: StepWriter,
  thing: StructureThing,
  values: Fields,
  judge: Judge,
  contents: StepReach,
): { readonly values: Fields; readonly late: Fields } {
  const old = before.get(thing.key)?.fields;
  if (!old || !contents.takes) return { values, late: {} };
  const isLate = ([field, value]: [string, unknown]) => judge(thing.kind, old, { [field]: value }).opens;
  const all = Object.entries(values);
  return {
    values: Object.fromEntries(all.filter((one) => !isLate(one))),
    late: Object.fromEntries(all.filter(isLate)),
  };
}
