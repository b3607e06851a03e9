import type { Redactor } from '../../api/redact/redact.ts';
import { personName } from '../../domain/people.ts';
import { type Effect, endings } from '../../model/effects/effects.ts';
import {
  chosen,
  end,
  type Fields,
  type Ids,
  innermostId,
  type ThingIds,
  type Touch,
  theMade,
  thingKey,
  withMade,
} from '../../model/effects/facts.ts';
import { madeIds } from '../../model/effects/kinds.ts';
import { restoring } from '../../model/effects/nouns.ts';
import { restoringOf } from '../../model/effects/restoring.ts';
import { type ThingReader, withOrganization } from '../../model/effects/thing-reader.ts';
import { resourceNamed, touches } from '../../model/effects/things.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import { titledId } from '../../text/called.ts';
import { isEqual } from '../../text/equal.ts';
import { kept } from '../../text/kept.ts';
import { mostLists } from '../contents.ts';
import { type ChangedThing, ownId, type RecordedRequest } from './changed-things.ts';

/** What would end, or lose a value, with a thing that a run has made. */
export interface Held extends ThingIds {
  /** What people call it, as something that was added: `team "Docs" (team_docs)`, `a role on space space_guides`. */
  readonly name: string;
  /** Whether the run itself has put it there. */
  readonly isOwn: boolean;
  /** What it would end with, if that is not the thing itself. */
  readonly within?: Held | undefined;
}

/** What is in a thing, or why that is not known. */
export interface HeldThings {
  readonly held: readonly Held[];
  readonly unknown?: string | undefined;
}

/**
 * Reads what would end with things that a run has made, with their present fields. `requests` are those of the run. Returns it by the key of the thing.
 */
export async function readHeld(
  made: readonly (ChangedThing & { readonly fields: Fields })[],
  requests: readonly RecordedRequest[],
  things: ThingReader,
  redactor: Pick<Redactor, 'redactText'>,
): Promise<ReadonlyMap<string, HeldThings>> {
  if (made.length === 0) return new Map();
  const isOwn = ownOf(requests);
  const found = new Map<string, { held: Held[]; unknown?: string }>();
  // What is in one thing and stays on its own can be in another one as well.
  const alone = made.filter(({ kind }) => restoringOf(kind).keeps !== undefined);
  for (const group of [made.filter((one) => !alone.includes(one)), ...alone.map((one) => [one])]) {
    const ended = group.map(({ kind, ids, fields }) => end(kind, withOrganization(ids, fields)));
    const byEffect = new Map<number, Held>();
    for (const [at, effect] of (await endings(ended, things, { most: mostLists })).entries()) {
      const thing = group[effect.of] as ChangedThing;
      const own = kept(found, thingKey(thing), () => ({ held: [] }));
      if (effect.because === undefined) continue;
      if (isUnknown(effect.before)) own.unknown ??= effect.before.unknown;
      else {
        const { kind, ids } = effect;
        const within = byEffect.get(effect.because);
        const one = { kind, ids, name: heldName(effect, thing, redactor), isOwn: isOwn(effect), within };
        own.held.push(one);
        byEffect.set(at, one);
      }
    }
  }
  return found;
}

/** Returns whether something is no longer in a thing of a kind when that ends: it, or what it is in, has left before. */
export function hasLeft(one: Held, kind: string, away: ReadonlySet<string>): boolean {
  const { key = '' } = resourceNamed(one.kind);
  const isAway = restoringOf(kind).keeps?.includes(one.kind) && away.has(one.ids[key] ?? '');
  return isAway || (one.within !== undefined && hasLeft(one.within, kind, away));
}

/** Makes a function that tells whether requests have made a thing, or given it the value that it would lose. */
function ownOf(requests: readonly RecordedRequest[]): (effect: Effect) => boolean {
  const touched = new Map<string, Set<string>>();
  const unnamed: Touch[] = [];
  for (const request of requests)
    for (const [place, touch] of touches(request.op, request.input).entries()) {
      const { kind, change, sets = {} } = touch;
      if (change === 'end') continue;
      // Only the first thing has the id of the answer.
      const ids = withMade(place === 0 ? madeIds(touch, request.id) : touch.ids, request.id ?? theMade);
      const { key } = resourceNamed(kind);
      if (key !== undefined && ids[key] === undefined) unnamed.push({ ...touch, ids });
      const fields = kept(touched, thingKey({ kind, ids }), () => new Set());
      for (const field of Object.keys(sets)) fields.add(field);
    }
  return ({ kind, ids, change, sets = {}, before }) => {
    const fields = touched.get(thingKey({ kind, ids }));
    if (change === 'set') return Object.keys(sets).some((field) => fields?.has(field));
    if (fields !== undefined) return true;
    const place = unnamed.findIndex((one) => one.kind === kind && fits(one, ids, before));
    // A request makes each thing once.
    if (place >= 0) unnamed.splice(place, 1);
    return place >= 0;
  };
}

/** Returns whether a thing is the one that a touch without its id makes: it is in the same place, and publishes the same space, or one that the service has made. */
function fits({ ids, sets = {} }: Touch, own: Ids, before: Effect['before']): boolean {
  const isThere = Object.entries(ids).every(([name, id]) => own[name] === id);
  const { spaceId, title } = (before ?? {}) as Record<string, unknown>;
  if (!isThere || isEqual(sets.spaceId, chosen)) return isThere;
  return sets.spaceId === undefined ? isEqual(sets.title, title) : sets.spaceId === spaceId;
}

function heldName(
  { kind, ids, thing }: Effect,
  made: ChangedThing,
  { redactText }: Pick<Redactor, 'redactText'>,
): string {
  const resource = resourceNamed(kind);
  const { key = '', idOf } = resource;
  const id = ids[key] ?? innermostId(ids);
  const shown = titleOf(resource, thing?.item);
  const name = shown === undefined ? undefined : redactText(shown);
  const titled = titledId(id, name);
  const tie = restoring.get(kind)?.tie;
  if (!tie) return `${resource.one} ${titled}`;
  if (kind === 'team-member') return personName(id, { name });
  if (made.kind === tie.of) return `${resourceNamed(idOf ?? kind).one} ${titled}`;
  return `a ${tie.field} on ${tie.of} ${ids[resourceNamed(tie.of).key ?? ''] ?? ownId(made)}`;
}
