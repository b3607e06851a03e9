import { placesIn } from '../access/facts.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { upwards } from '../domain/access/places.ts';
import { UsageError } from '../errors.ts';
import { inputName } from '../inputs.ts';
import type { LineProblem } from '../rosters/roster.ts';
import { problemsError } from '../rosters/roster-file.ts';
import { kept } from '../text/kept.ts';
import { prefixedTitle, quoted } from '../text/words.ts';
import type { Session } from '../work/run/session.ts';
import type { Sorting } from './folder.ts';
import type { Grant, Granted } from './grants.ts';
import { tableLines } from './table.ts';
import { pathOfTitles, targetWith } from './words.ts';

/** The reviewers whom a file names, by the id of the place. */
export type NamedReviewers = ReadonlyMap<string, readonly IdOf<'user'>[]>;

export interface Assigned {
  readonly grant: Grant;
  readonly reviewer: IdOf<'user'>;
  /** Whether the reviewer decides about a grant of their own, because no one else can. */
  readonly isOwn: boolean;
}

/**
 * Gives each grant to one reviewer: whom a file names for the place, an owner of the team, an administrator. What belongs
 * together goes to one of them, and of several the one with the fewest grants takes it. Throws `UsageError` if there is no one.
 */
export function assigned(
  { facts, teams }: Granted,
  grants: readonly Grant[],
  by: Sorting,
  named: NamedReviewers,
): Assigned[] {
  const canReview = (id: IdOf<'user'>) => facts.people.get(id)?.disabled === false;
  const administrators = [...facts.people.keys()].filter(
    (id) => canReview(id) && facts.people.get(id)?.role === 'admin',
  );
  const owners = new Map<string, readonly IdOf<'user'>[]>();
  const ownersOf = (team: string) =>
    kept(owners, team, () =>
      [...(teams.get(team) ?? [])].flatMap(([id, role]) => (role === 'owner' && canReview(id) ? [id] : [])),
    );
  const load = new Map<string, number>();
  const loadOf = (id: string) => load.get(id) ?? 0;
  /** The reviewers of what belongs together: the first one, and whoever decides in their place. */
  const chosen = new Map<string, IdOf<'user'>[]>();

  return grants.map((grant) => {
    const team = teamOf(grant);
    const groups = [
      namedFor(facts, named, grant),
      ...(by === 'team' && team !== undefined ? [ownersOf(team)] : []),
      administrators,
    ];
    const isOther = (id: string) => id !== grant.who;
    const able = groups.find((group) => group.some(isOther)) ?? groups.find((group) => group.length > 0);
    if (!able) throw noReviewer();
    const key = keyOf(grant, by);
    const together = chosen.get(key) ?? [];
    const reviewer =
      together.find((one) => isOther(one) && able.includes(one)) ??
      able.reduce((best, one) =>
        isOther(one) && (!isOther(best) || loadOf(one) < loadOf(best)) ? one : best,
      );
    if (!together.includes(reviewer)) chosen.set(key, [...together, reviewer]);
    load.set(reviewer, loadOf(reviewer) + 1);
    return { grant, reviewer, isOwn: reviewer === grant.who };
  });
}

/** Returns the team whose owners know best; `undefined` if a grant has none. */
function teamOf({ kind, who, where }: Grant): string | undefined {
  if (kind === 'team-member') return where;
  return kind.endsWith('-team') ? who : undefined;
}

/** Returns a text that is the same for grants which belong together. */
function keyOf(grant: Grant, by: Sorting): string {
  if (by === 'team') return teamOf(grant) ?? `${grant.where} ${grant.who}`;
  return by === 'place' ? grant.where : grant.who;
}

/** Returns whom a file names for the place, or for a collection around it. */
function namedFor(facts: Granted['facts'], named: NamedReviewers, { where }: Grant): readonly IdOf<'user'>[] {
  const own = named.get(where);
  const target = targetWith(facts, where);
  if (own || !target || named.size === 0) return own ?? [];
  for (const { place } of upwards(target)) {
    const found = named.get(place.id);
    if (found) return found;
  }
  return [];
}

function noReviewer(): UsageError {
  return new UsageError('there is no one to review: no owner of a team and no administrator can sign in', {
    hint: { code: 'name-reviewers', data: {} },
  });
}

/**
 * Reads who reviews which place: CSV with the columns `place` and `reviewer`, of ids, titles and e-mail addresses. Throws
 * `UsageError` with the problems of all lines.
 */
export async function readReviewers(
  session: Session,
  path: string,
  { facts }: Granted,
): Promise<NamedReviewers> {
  const problems: LineProblem[] = [];
  const named = new Map<string, IdOf<'user'>[]>();
  const places = placesByName(facts);
  const people = peopleByName(facts);
  for await (const { line, cell } of tableLines(session, path, ['place', 'reviewer'], problems)) {
    const find = <Id>(column: string, known: ReadonlyMap<string, readonly Id[]>): Id | undefined => {
      const given = cell(column);
      const [found, second] = known.get(given) ?? known.get(prefixedTitle(given) ?? '') ?? [];
      if (found !== undefined && second === undefined) return found;
      const problem = found === undefined ? `there is no ${column}` : 'several have the name';
      problems.push({ line, column, message: given === '' ? 'is empty' : `${problem} ${quoted(given)}` });
      return undefined;
    };
    const [place, reviewer] = [find('place', places), find('reviewer', people)];
    if (reviewer !== undefined && facts.people.get(reviewer)?.disabled)
      problems.push({ line, column: 'reviewer', message: `${quoted(cell('reviewer'))} cannot sign in` });
    else if (place !== undefined && reviewer !== undefined) kept(named, place, () => []).push(reviewer);
  }
  if (problems.length > 0) throw problemsError(inputName(path), problems);
  return named;
}

/** Returns the ids of places by id, title, and path of titles. */
function placesByName(facts: Granted['facts']): Map<string, readonly string[]> {
  const { organization, teams } = facts;
  const names = new Map<string, Set<string>>([[organization.id, new Set([organization.id])]]);
  const add = (name: string | undefined, id: string) =>
    name !== undefined && kept(names, name, () => new Set()).add(id);
  for (const [id, { title }] of teams) for (const name of [id, title]) add(name, id);
  for (const target of placesIn(facts)) {
    const { id, title } = target.place;
    for (const name of [id, title, pathOfTitles(target)]) add(name, id);
  }
  return new Map([...names].map(([name, ids]) => [name, [...ids]]));
}

function peopleByName({ people }: Granted['facts']): Map<string, readonly IdOf<'user'>[]> {
  const names = new Map<string, IdOf<'user'>[]>();
  for (const [id, { user }] of people)
    for (const name of new Set([id, user.email, user.displayName]))
      if (name) kept(names, name, () => []).push(id);
  return names;
}
