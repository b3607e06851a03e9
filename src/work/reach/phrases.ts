import { isLowerRole } from '../../domain/access/levels.ts';
import { type Target, upwards } from '../../domain/access/places.ts';
import { allNames, firstNames, usualNames } from '../../domain/people.ts';
import { type Grade, grades } from '../../domain/reach/grades.ts';
import { type Ids, innermostId } from '../../model/effects/facts.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Blocks, PlanLoss } from '../plan-document.ts';
import { createNames, type Names } from './names.ts';
import { groupOf, type ReachChange } from './reach-changes.ts';
import { isToBeMade, namedAs } from './steps.ts';

/** What is in one entry: it is alike, or concerns the same thing. */
type Group = readonly [ReachChange, ...ReachChange[]];

/** Returns what puts changes into entries, with names. Reads those that matter, and are not known. */
export async function createPhrases(...named: Parameters<typeof createNames>) {
  const names = await createNames(...named);
  return {
    openings: (found: readonly ReachChange[]) => openingsIn(found, names),
    losses: (found: readonly ReachChange[]) => lossesIn(found, names),
  };
}

/** Puts what opens into entries, the strongest first. */
function openingsIn(found: readonly ReachChange[], names: Names): Blocks['opens'] {
  return groupsOf(found, 'opens')
    .sort(([one], [other]) => rankOf(one.grade) - rankOf(other.grade))
    .map((all) => {
      const [{ grade, before, spaces }] = all;
      const { kind, name, id, count, text } = entryOf(all, names);
      const after = all.at(-1)?.after;
      return { grade, kind, name, id, before, after, count, text, ...(spaces && { spaces }) };
    });
}

/** Puts what is lost into entries: first things that end, then people who leave, then ties that end, then what becomes less. */
function lossesIn(found: readonly ReachChange[], names: Names): Blocks['loses'] {
  const order = ({ kind, state, grade }: ReachChange) => {
    const ended = kind === 'member' ? 1 : isTie(kind) ? 2 : 0;
    return (state === 'ended' ? ended : 3) * grades.length + rankOf(grade);
  };
  return groupsOf(found, 'takes')
    .sort(([one], [other]) => order(one) - order(other))
    .map((all) => entryOf(all, names));
}

const rankOf = (grade: Grade) => grades.indexOf(grade);

function groupsOf(found: readonly ReachChange[], is: ReachChange['is']): Group[] {
  return [
    ...groupBy(
      found.filter((one) => one.is === is),
      groupOf,
    ).values(),
  ].map(([first, ...more]): Group => {
    const isOne = more.every(
      ({ state, ids }) => state === 'changed' && innermostId(ids) === innermostId(first.ids),
    );
    // A thing that changes several times has the last value, and a person who is meant twice joins once.
    if (isOne && !isTie(first.kind)) return [{ ...first, after: more.at(-1)?.after ?? first.after }];
    return [first, ...more];
  });
}

function entryOf(all: Group, names: Names): PlanLoss {
  const [{ kind, ids, isBrief, lasts, because }] = all;
  const [own, count] = [innermostId(ids), countOf(all)];
  const until = isBrief ? `${lasts ? ', without its condition' : ''} for a moment` : '';
  // Where it is not known who is in a team, its rights are not known either.
  const isSaid = because === undefined || kind === 'team-member';
  const unsure = isSaid ? '' : ` (not known in full: ${because})`;
  return {
    ...{ kind, name: namesOf(all, names) },
    id: count === 1 && !isToBeMade(own) ? own : null,
    ...{
      count,
      text: `${(words[kind] ?? otherWords)(all, names)}${until}${spacesIn(all[0], names)}${unsure}`,
    },
  };
}

const isTie = (kind: string) => kind === 'team-member' || kind === 'space-field' || kind.endsWith('-team');

/** Names several things: all of them where it matters who they are, else the first. */
function namesOf(all: Group, names: Names): string {
  const [{ grade, is, state, kind }] = all;
  const isCut = grade === 'other' && (is === 'opens' || state !== 'ended' || isTie(kind));
  const unique = new Map(
    namedIn(all).map(([kind, id, ids]) => [`${kind} ${id}`, () => names.of(kind, id, ids)]),
  );
  // There can be very many, of which only the first are named.
  const own = [...unique.values()].map((name, at) => (isCut && at >= usualNames ? '' : name()));
  return isCut ? firstNames(own) : allNames(own);
}

/** Returns what is named: the kind and the id of each, with the ids of what is around it. */
function namedIn(all: Group): (readonly [kind: string, id: string, ids: Ids])[] {
  if (all[0].users) return peopleIn(all).map((user) => ['member', user, all[0].ids]);
  return all.map(({ kind, ids, space }) =>
    kind === 'site-space' && space !== undefined
      ? ['space', space, ids]
      : [namedAs(kind), innermostId(ids), ids],
  );
}

function peopleIn(all: Group): string[] {
  return [...new Set(all.flatMap(({ users = [] }) => [...users]))];
}

/** Returns the number of things in an entry; of memberships, that of the people. */
function countOf(all: Group): number {
  return all[0].users ? peopleIn(all).length : all.length;
}

/** Returns a value in words; `none` stands for no value. */
const shown = (value: unknown, none = 'none') =>
  value === null || value === undefined || value === '' ? none : String(value);

/** Returns the values before and after. `none` stands for no value of something that is there. */
function arrow({ before, after, state }: ReachChange, none?: string): string {
  const [was, becomes] = [
    state === 'new' ? 'none' : shown(before, none),
    state === 'ended' ? 'none' : shown(after, none),
  ];
  return `${was} → ${becomes}`;
}

type Words = (all: Group, names: Names) => string;

const named = (kind: string, ids: Ids, names: Names) => names.of(kind, innermostId(ids), ids);

const otherWords: Words = (all, names) => {
  const [{ kind, state, field }] = all;
  const { one, several } = names.words(kind);
  const what = state === 'ended' ? 'deleted' : `${field} ${arrow(all[0])}`;
  const name = namesOf(all, names);
  return all.length === 1 ? `${one} ${name}: ${what}` : `${all.length} ${several}: ${what} (${name})`;
};

const inSite: Words = (all, names) => {
  const [first] = all;
  const { is, kind, ids, field, state, where } = first;
  const word = kind === 'section' ? 'section' : 'space';
  const what = all.length === 1 ? `${word} ${namesOf(all, names)}` : `${all.length} ${word}s`;
  const who = all.length === 1 ? '' : `: ${namesOf(all, names)}`;
  const of = `site ${names.of('site', ids.site ?? '')} (${where ?? 'visibility not known'})`;
  if (state === 'changed') return `${what} of ${of}: ${field} ${arrow(first)}`;
  if (is === 'takes' && kind === 'section')
    return `${what} of ${of}: deleted${who && ` (${namesOf(all, names)})`}`;
  const verb = is === 'takes' ? 'leave' : 'join';
  return `${what} ${all.length === 1 ? `${verb}s` : verb} ${of}${who}`;
};

function rightsIn({ rights = { most: null } }: ReachChange): string {
  if (isUnknown(rights)) return `, which may have admin (not known: ${rights.unknown})`;
  return rights.most === null ? '' : `, which has ${rights.most}`;
}

/** Says who administers a collection: ", with admin for team Docs". */
function administratorsIn(into: Target, names: Names): string {
  const grants = [...upwards(into)].flatMap((at) => [...at.grants.values()]);
  const teams = grants.flatMap(({ team: { id, title }, level }) =>
    level === 'admin' ? `team ${title ?? names.of('team', id)}` : [],
  );
  const who = into.defaultPlace?.defaultLevel === 'admin' ? ['everyone'] : [...new Set(teams)];
  return who.length === 0 ? '' : `, with admin for ${firstNames(who, who.length)}`;
}

const roleIn = (value: unknown) => (typeof value === 'string' ? value : null);

/** Says why a level that rises takes something away. */
function hidden({ is, before, after }: ReachChange): string {
  const rises = is === 'takes' && isLowerRole(roleIn(after), roleIn(before));
  return rises ? ', which may hide a higher one' : '';
}

const roleOfTeam: Words = (all, names) => {
  const [first] = all;
  const { is, ids, state } = first;
  const place = ({ kind, ids }: ReachChange) => {
    const of = kind.replace('-team', '');
    return `${of} ${names.of(of, ids[of] ?? '')}`;
  };
  const where = all.length > 3 ? `in ${all.length} places` : `on ${allNames(all.map(place))}`;
  const id = ids.team ?? '';
  const people = names.people(id);
  const size = people === undefined ? '' : people === 1 ? ' (1 person)' : ` (${people} people)`;
  const team = `team ${names.of('team', id)}${size}`;
  if (is === 'opens' && state === 'ended')
    return `${team}: ${arrow(first)} ${where}, which may have hidden a higher one`;
  return `${team}: ${arrow(first, 'no access')} ${where}${hidden(first)}`;
};

/** Says what is in a site or a section that opens: ", with 2 spaces: Guide, Changelog (with a condition)". */
function spacesIn({ kind, spaces = [] }: ReachChange, names: Names): string {
  if (spaces.length === 0) return '';
  const own = spaces.map(({ id, hasCondition, isHidden }) => {
    const isFor = kind === 'section' ? hasCondition : isHidden;
    return `${names.of('space', id)}${isFor ? ' (with a condition)' : ''}`;
  });
  return `, with ${own.length === 1 ? 'space' : `${own.length} spaces:`} ${allNames(own)}`;
}

const words: Readonly<Record<string, Words>> = {
  site(all, names) {
    const [{ is, ids, field, state, after }] = all;
    if (state === 'ended') return otherWords(all, names);
    const name = named('site', ids, names);
    if (state === 'new') return `new site ${name}: ${shown(after)}`;
    if (field !== 'adaptiveContent') return `site ${name}: ${arrow(all[0])}`;
    return `site ${name}: ${is === 'opens' ? 'its conditions hide nothing any more' : 'its conditions hide what they say'}`;
  },
  section: inSite,
  'site-space': inSite,
  member(all, names) {
    const [first] = all;
    const what =
      first.state === 'ended'
        ? 'removed from the organization'
        : `${arrow(first, 'guest')} in the organization`;
    const count = countOf(all);
    return count === 1
      ? `${namesOf(all, names)}: ${what}`
      : `${count} people: ${what}: ${namesOf(all, names)}`;
  },
  'team-member'(all, names) {
    const [first, count] = [all[0], countOf(all)];
    const { is, ids, state, before } = first;
    const team = `team ${names.of('team', ids.team ?? '')}`;
    const who = count === 1 ? namesOf(all, names) : `${count} people`;
    const list = count === 1 ? '' : `: ${namesOf(all, names)}`;
    if (is === 'takes' && state === 'ended') {
      const role = before === null ? '' : ` (${shown(before)})`;
      return `${who} ${count === 1 ? 'leaves' : 'leave'} ${team}${role}${list}`;
    }
    if (state === 'changed') return `${who}: ${arrow(first)} of ${team}${list}`;
    const rights = rightsIn(first);
    const as = first.after === 'owner' ? `${rights && ','} as owner` : '';
    return `${who} ${count === 1 ? 'joins' : 'join'} ${team}${rights}${as}${list}`;
  },
  'collection-team': roleOfTeam,
  'space-team': roleOfTeam,
  'space-field'(all, names) {
    const [{ ids }] = all;
    const space = names.of('space', ids.space ?? '');
    const value = all.length === 1 ? 'value' : `${all.length} values`;
    return `${value} of space ${space}: cleared (${namesOf(all, names)})`;
  },
  collection(all, names) {
    const [first] = all;
    const { field, grade, ids, after, state, into } = first;
    if (state === 'ended') return otherWords(all, names);
    const name = `collection ${named('collection', ids, names)}`;
    if (field === 'organization') return `${name} goes to organization ${shown(after)}`;
    if (field !== 'parent')
      return `${name}, default level: ${arrow({ ...first, state: 'changed' }, 'no access')}${hidden(first)}`;
    if (after === null) return `${name} moves to the top level`;
    const who = grade === 'administrators' && into ? administratorsIn(into, names) : '';
    return `${name} moves into collection ${names.of('collection', String(after))}${who}`;
  },
  saml(all, names) {
    const [first] = all;
    const { is, field, ids, state, before, after } = first;
    if (state === 'ended') return otherWords(all, names);
    const name = `SAML provider ${named('saml', ids, names)}`;
    if (field === 'defaultRole') return `${name}, default role: ${arrow(first, 'guest')}`;
    if (field !== 'defaultTeam') return `${name}: other people can sign in (${field})`;
    const team = (value: unknown) => `team ${names.of('team', String(value))}`;
    return is === 'opens'
      ? `${name}: new people join ${team(after)}${rightsIn(first)}`
      : `${name}: new people no longer join ${team(before)}`;
  },
  integration(all, names) {
    const [{ field, ids, state }] = all;
    return state === 'ended'
      ? otherWords(all, names)
      : `integration ${named('integration', ids, names)}: ${field} changes`;
  },
  installation: ([{ ids, state }], names) =>
    `integration ${names.of('integration', ids.integration ?? '')} is ${state === 'ended' ? 'no longer installed' : 'installed'}`,
  git: ([{ ids, state }], names) =>
    `space ${names.of('space', ids.space ?? '')} ${state === 'ended' ? 'is no longer synchronised' : 'is exported'} with Git`,
};
