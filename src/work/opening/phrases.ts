import { firstNames } from '../../domain/people.ts';
import { classOf } from '../../domain/reach/field-classes.ts';
import type { Grade } from '../../domain/reach/grades.ts';
import type { Effect } from '../../model/effects/effects.ts';
import type { Fields, Ids } from '../../model/effects/facts.ts';
import { isEqual } from '../../text/equal.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Opening } from './opening.ts';
import { isToBeMade, ownId, valuesIn } from './steps.ts';

/** One change that opens something. */
export interface Found {
  readonly grade: Grade;
  readonly kind: string;
  readonly ids: Ids;
  readonly isNew: boolean;
  /** The field on which it depends, with its values. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Who reads the site that it is about, or what its team may do. */
  readonly where?: string | undefined;
  /** The space that joins a site. */
  readonly space?: string | undefined;
  /** Why the strictest was assumed. */
  readonly because?: string | undefined;
}

/** Returns what of an effect people have to know. */
export function foundIn(grade: Grade, effect: Effect, more: Pick<Found, 'where' | 'because'>): Found {
  const { kind, ids, before, after, sets = {} } = effect;
  const [was, becomes] = [valuesIn(before), valuesIn(after)];
  const field = decisive(kind, was, sets);
  const space = sets.spaceId;
  return {
    ...{ grade, kind, ids, isNew: before === null, field, ...more },
    before: was[field] ?? null,
    after: becomes[field] ?? null,
    ...(typeof space === 'string' && { space }),
  };
}

/** The fields that say the most of their kind. */
const mainFields: Readonly<Record<string, readonly string[]>> = {
  site: ['visibility', 'adaptiveContent'],
  collection: ['defaultLevel', 'parent', 'organization'],
  saml: ['defaultRole', 'defaultTeam', 'ssoURL', 'entityID', 'certificate'],
  'team-member': ['role'],
  section: ['condition'],
  'site-space': ['condition'],
};

function decisive(kind: string, before: Fields, sets: Fields): string {
  const main = mainFields[kind] ?? Object.keys(sets).filter((field) => classOf(kind, field) === 'reach');
  const changed = main.filter(
    (field) => field in sets && !isEqual(before[field] ?? null, sets[field] ?? null),
  );
  return changed[0] ?? main[0] ?? 'role';
}

type NameOf = (kind: string, id: string) => string;

/** Puts what was found into entries: what is alike is one. */
export function entriesOf(found: readonly Found[], nameOf: NameOf): Opening[] {
  return [...groupBy(found, groupOf).values()].map((all): Opening => {
    const [first] = all;
    const { after } = all.at(-1) as Found;
    const { grade, kind, ids, before } = first;
    const own = ownId(ids);
    const isOne = all.length === 1 || all.every((one) => !one.isNew && ownId(one.ids) === own);
    // A thing that changes several times has the last value.
    const shown: Group = isOne && !isTie(kind) ? [{ ...first, after }] : all;
    return {
      ...{ grade, kind, name: namesOf(all, nameOf) },
      id: isOne && !isToBeMade(own) ? own : null,
      ...{ before, after, count: shown.length, text: textOf(shown, nameOf) },
    };
  });
}

type Group = readonly [Found, ...Found[]];

const isTie = (kind: string) => kind === 'team-member' || kind.endsWith('-team');

const kindNamed = (kind: string) =>
  kind === 'team-member' ? 'member' : kind.endsWith('-team') ? 'team' : kind;

/** What is in one group is alike, or concerns the same thing. */
function groupOf({ grade, kind, ids, isNew, where, before, after, field, because }: Found): string {
  const value = JSON.stringify([before, after]);
  switch (kind) {
    case 'member':
      return [grade, kind, value].join(' ');
    case 'team-member':
      return [grade, kind, ids.team, value, because].join(' ');
    case 'collection-team':
    case 'space-team':
      return [grade, 'role', ids.team, value, because].join(' ');
    case 'section':
    case 'site-space':
      if (isNew) return [grade, kind, ids.site, where].join(' ');
  }
  return [grade, kind, field, ...Object.values(ids)].join(' ');
}

/** Names several things: all of them where it matters who they are, else the first. */
function namesOf(all: Group, nameOf: NameOf): string {
  const names = [
    ...new Set(
      all.map(({ kind, ids, space }) =>
        kind === 'site-space' && space !== undefined
          ? nameOf('space', space)
          : nameOf(kindNamed(kind), ownId(ids)),
      ),
    ),
  ];
  return all[0].grade === 'other' ? firstNames(names) : names.join(', ');
}

function textOf(all: Group, nameOf: NameOf): string {
  const [{ kind, ids, because }] = all;
  const unsure = because === undefined ? '' : ` (not known in full: ${because})`;
  return `${words[kind]?.(all, nameOf) ?? `${kind} ${nameOf(kind, ownId(ids))}`}${unsure}`;
}

const shown = (value: unknown) =>
  value === null || value === undefined || value === '' ? 'none' : String(value);
const arrow = ({ before, after }: Found) => `${shown(before)} → ${shown(after)}`;
const role = ({ before, after, isNew }: Found) => {
  const name = (value: unknown) => (value === null ? 'guest' : String(value));
  return `${isNew ? 'none' : name(before)} → ${name(after)}`;
};

type Words = (all: Group, nameOf: NameOf) => string;

const inSite: Words = (all, nameOf) => {
  const [first] = all;
  const { kind, ids, field, isNew, where } = first;
  const word = kind === 'section' ? 'section' : 'space';
  const of = `site ${nameOf('site', ids.site ?? '')} (${where ?? 'visibility not known'})`;
  if (!isNew) return `${word} ${namesOf(all, nameOf)} of ${of}: ${field} ${arrow(first)}`;
  return all.length === 1
    ? `${word} ${namesOf(all, nameOf)} joins ${of}`
    : `${all.length} ${word}s join ${of}: ${namesOf(all, nameOf)}`;
};

const roleOfTeam: Words = (all, nameOf) => {
  const [{ ids, before, after }] = all;
  const place = ({ kind: of, ids: { collection, space } }: Found) =>
    of === 'space-team'
      ? `space ${nameOf('space', space ?? '')}`
      : `collection ${nameOf('collection', collection ?? '')}`;
  const where = all.length > 3 ? `in ${all.length} places` : `on ${all.map(place).join(', ')}`;
  const team = `team ${nameOf('team', ids.team ?? '')}`;
  if (after !== null || before === null) return `${team}: ${arrow(all[0])} ${where}`;
  return `${team} loses ${shown(before)}, which may hide more, ${where}`;
};

const words: Readonly<Record<string, Words>> = {
  site([one], nameOf) {
    const name = nameOf('site', ownId(one.ids));
    if (one.field === 'adaptiveContent') return `site ${name}: its conditions hide nothing any more`;
    return one.isNew ? `new site ${name}: ${shown(one.after)}` : `site ${name}: ${arrow(one)}`;
  },
  section: inSite,
  'site-space': inSite,
  member: (all, nameOf) => {
    const who = all.length === 1 ? namesOf(all, nameOf) : `${all.length} people`;
    const names = all.length === 1 ? '' : `: ${namesOf(all, nameOf)}`;
    return `${who}: ${role(all[0])} in the organization${names}`;
  },
  'team-member': (all, nameOf) => {
    const team = `team ${nameOf('team', all[0].ids.team ?? '')}`;
    const level = all[0].because === undefined ? all[0].where : undefined;
    const rights = level === undefined ? '' : `, which has ${level}`;
    if (all.length === 1) return `${namesOf(all, nameOf)} joins ${team}${rights}`;
    return `${all.length} people join ${team}${rights}: ${namesOf(all, nameOf)}`;
  },
  'collection-team': roleOfTeam,
  'space-team': roleOfTeam,
  collection([one], nameOf) {
    const name = `collection ${nameOf('collection', ownId(one.ids))}`;
    if (one.field === 'organization') return `${name} goes to organization ${shown(one.after)}`;
    if (one.field === 'parent') {
      const to =
        one.after === null
          ? 'to the top level'
          : `into collection ${nameOf('collection', String(one.after))}`;
      return `${name} moves ${to}`;
    }
    return `${name}, default level: ${one.before === null ? 'no access' : shown(one.before)} → ${shown(one.after)}`;
  },
  saml([one], nameOf) {
    const name = `SAML provider ${nameOf('saml', ownId(one.ids))}`;
    if (one.field === 'defaultRole') return `${name}, default role: ${role(one)}`;
    if (one.field !== 'defaultTeam') return `${name}: other people can sign in (${one.field})`;
    return `${name}: new people join team ${nameOf('team', String(one.after))}`;
  },
  integration: ([one], nameOf) =>
    `integration ${nameOf('integration', ownId(one.ids))}: ${one.field} changes`,
  installation: ([one], nameOf) =>
    `integration ${nameOf('integration', one.ids.integration ?? '')} is installed`,
  git: ([one], nameOf) => `space ${nameOf('space', one.ids.space ?? '')} is exported with Git`,
};
