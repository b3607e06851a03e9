import { personName } from '../../domain/people.ts';
import type { Hint } from '../../errors.ts';
import { innermostId } from '../../model/effects/facts.ts';
import { isOrder, orderedBy, restoringOf } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { labelFor } from '../../model/resource.ts';
import { titledId } from '../../text/called.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { hasDrifted } from './drift.ts';
import type { Present } from './present.ts';

/** The kind of a thing, and its id; that of what a tie ties. */
export interface KnownThing {
  readonly kind: string;
  readonly id: string;
}

export interface NotRestored {
  readonly name: string;
  readonly reason: string;
  /** Its kind and id, for something lost; absent for what the contract does not know. */
  readonly of?: KnownThing | undefined;
  /** The way to restore it by hand. */
  readonly hint?: Hint | undefined;
  /** Whether the run has made it, and it stays because others have put something into it. */
  readonly isFilled?: boolean | undefined;
  /** Whether it stays, but not what the run has put into it. */
  readonly isEmptied?: boolean | undefined;
}

/** Why a space is lost. */
export const noSpaceAgain = 'it no longer exists, and the service has no operation to create a space';

/** Why what a request without an outcome may have changed stays. */
export const perhapsChanged = 'it is not known whether the run has changed it';

/** Names a thing as it is called now: `team "Docs" (team_docs)`; ties by what they tie to: `members of team team_docs`. */
export function changedName(
  thing: Pick<ChangedThing, 'kind' | 'ids' | 'name'>,
  { name = thing.name }: Pick<Present, 'name'> = {},
): string {
  const { kind, ids } = thing;
  const tie = tieOf(thing);
  // Many, of which it was not read which there are.
  if (tie && Object.keys(ids).length < 2) return `${tie.word}s`;
  const resource = resourceNamed(isOrder(kind) ? 'site' : kind);
  const id = (tie ? Object.values(ids).at(-2) : ids[resource.key ?? '']) ?? innermostId(ids);
  const title = titledId(id, name);
  if (isOrder(kind)) return `order of the ${orderedBy(kind).replace('-', ' ')}s of site ${title}`;
  return `${tie?.word ?? restoringOf(kind).word ?? labelFor(resource)} ${title}`;
}

/** Says that a thing stays: `members of team "Docs" stay as they are`. */
export function stayingText(name: string): string {
  const isPlural = /^(?:custom field values|members|roles) of /.test(name);
  return `${name} ${isPlural ? 'stay as they are' : 'stays as it is'}`;
}

/**
 * Returns a thing whose field, or a tie, was changed since: perhaps by a request without an outcome. A member of a team is named as a
 * person.
 */
export function changedSince(thing: ChangedThing, now: Present, field: string): NotRestored {
  if (!hasDrifted(field, now.value ?? {}, [thing.perhaps])) return unclear(thing, now);
  const reason = 'has been changed since';
  return thing.kind === 'team-member'
    ? { name: nameInTeam(thing, now), reason: `it ${reason}` }
    : { name: changedName(thing, now), reason: `${tieOf(thing) ? ownId(thing) : field} ${reason}` };
}

/** Returns what a request without an outcome may have changed: another user may have done that. */
export function unclear(thing: ChangedThing, now: Present): NotRestored {
  const { kind, ids, before = null, after } = thing;
  const hint = restoringOf(kind).takesBack?.(ids, before, after);
  const isMade = before === null && !tieOf(thing);
  const reason = isMade ? 'it is not known whether the run has made it' : perhapsChanged;
  const name = kind === 'team-member' ? nameInTeam(thing, now) : changedName(thing, now);
  return { name, reason, hint };
}

/** Returns a person who has left the organization, so that no request can add them to the team. */
export function goneFrom({ ids, name }: Pick<ChangedThing, 'ids' | 'name'>): NotRestored {
  const of = { kind: 'team-member', id: ids.user ?? '' };
  return {
    name: `${ids.user} in team ${titledId(ids.team ?? '', name)}`,
    reason: 'no longer in the organization',
    of,
  };
}

/** Names the membership of a person in a team: `Kim (user_kim) in team "Docs" (team_docs)`. */
export function nameInTeam({ ids, name: earlier }: ChangedThing, { tied, name = earlier }: Present): string {
  return `${personName(ids.user ?? '', tied)} in team ${titledId(ids.team ?? '', name)}`;
}
