import type { IdOf } from '../../api/contract/ids.ts';
import {
  changeWord,
  isDemotion,
  type MembershipChange,
  type TeamRoles,
} from '../../domain/memberships/membership.ts';
import { firstNames, type People, personName } from '../../domain/people.ts';
import type { HeldGrade } from '../../domain/reach/grades.ts';
import type { Hint } from '../../errors.ts';
import { counted, quoted } from '../../text/words.ts';

/** The largest loss that is allowed: a number of things in all, or a percentage of each kind. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number };

/** A limit of the guards, with the value at which it allows the work. */
export type Lift =
  | { readonly limit: 'maxRemovals'; readonly count: number }
  | { readonly limit: 'allowOwnerless' }
  | { readonly limit: 'allowOpening'; readonly grades: readonly HeldGrade[] }
  /** Things of these sections of an organization file may be deleted. */
  | { readonly limit: 'allowDelete'; readonly sections: readonly string[] };

/** A guard's reason against the work. */
export interface Objection {
  readonly message: string;
  /** The limits that allow the work if all of them are lifted; absent if nothing allows it. */
  readonly lifts?: readonly Lift[];
  /** The alternative for the user. */
  readonly hint?: Hint;
  /** The last owners of a team who leave the organization: offboarding them gives the team another owner. */
  readonly leaving?: readonly IdOf<'user'>[];
  /** A team whose last owner stays in the organization. */
  readonly ownerless?: IdOf<'team'> | undefined;
}

/** Things of one kind, in one place, that the work takes away. */
export interface LossGroup {
  /** The verb for it: `delete`. */
  readonly act: string;
  /** The noun for one of them: `team`. */
  readonly word: string;
  /** The noun for several of them: `teams`. */
  readonly words: string;
  /** The place, in words that follow the noun: ` of org_acme`. */
  readonly where: string;
  readonly lost: number;
  /** The names of the lost things; empty if names would not help. */
  readonly names: readonly string[];
  /** How many things there are; `undefined` if the loss is too small for that to matter. */
  readonly total: number | undefined;
}

/** The limit that nothing exceeds. */
export const anyNumber: RemovalLimit = { count: Number.POSITIVE_INFINITY };

/**
 * What may be lost without a limit: this percentage of each kind, and this many things in all. A kind with fewer things than
 * `smallest` may lose any part of them: two of three sections are no accident.
 */
export const usual = { percent: 20, count: 50, smallest: 10 } as const;

/**
 * Returns how many things of a kind must exist for a loss of `lost` to be within the limit. `undefined` if that number
 * is not needed: the loss is too small to matter, or is too large as a number alone.
 */
export function enoughFor(lost: number, limit: RemovalLimit | undefined): number | undefined {
  const { count, percent } = bounds(limit);
  if (lost > count || lost * 100 <= usual.smallest * percent) return undefined;
  return Math.ceil((lost * 100) / percent);
}

function bounds(limit: RemovalLimit | undefined): { count: number; percent: number } {
  if (!limit) return { count: usual.count, percent: usual.percent };
  return { count: Infinity, percent: Infinity, ...limit };
}

interface MassOptions {
  /** `undefined` for the default: 20 % of each kind, and 50 in all. */
  readonly limit: RemovalLimit | undefined;
  /** Kinds with fewer things are not checked. */
  readonly smallest?: number | undefined;
  /** Groups that contain other groups. They are checked for their percentage only. */
  readonly sums?: readonly LossGroup[];
}

/** Returns the objections to taking so much away without asking. */
export function massObjections(
  groups: readonly LossGroup[],
  { limit, smallest = usual.smallest, sums = [] }: MassOptions,
): Objection[] {
  const lost = groups.reduce((sum, group) => sum + group.lost, 0);
  const { count: maxCount, percent: maxPercent } = bounds(limit);
  const exceeds = ({ lost, total }: LossGroup) =>
    total !== undefined && total >= smallest && lost * 100 > total * maxPercent;
  const messages = [
    ...(lost > maxCount ? [`it would ${inAll(groups)}; ${allowed(maxCount)}`] : []),
    ...[...sums, ...groups]
      .filter(exceeds)
      .map((group) => `it would ${share(group)}; ${allowed(maxPercent, ' %')}`),
  ];
  return messages.map((message) => ({ message, lifts: [{ limit: 'maxRemovals', count: lost }] }));
}

function allowed(most: number, sign = ''): string {
  return `${most}${sign} ${most === 1 ? 'is' : 'are'} allowed`;
}

/** `delete 3 teams and end 97 memberships` */
function inAll(groups: readonly LossGroup[]): string {
  const kinds = new Map<string, LossGroup>();
  for (const group of groups.filter(({ lost }) => lost > 0)) {
    const key = `${group.act} ${group.words}`;
    const lost = (kinds.get(key)?.lost ?? 0) + group.lost;
    kinds.set(key, { ...group, lost });
  }
  const parts = [...kinds.values()].map(
    ({ act, lost, word, words }) => `${act} ${lost} ${lost === 1 ? word : words}`,
  );
  return firstNames(parts, parts.length);
}

function share({ act, words, where, lost, total, names }: LossGroup): string {
  const who = names.length > 0 ? `: ${firstNames(names)}` : '';
  return `${act} ${lost} of ${total} ${words}${where}${who}`;
}

/**
 * Objects if the organization would lose its last administrator. A disabled administrator does not count, because they
 * cannot sign in. A person whom the same work makes an administrator does not count either, because that may fail.
 *
 * @param admins everyone who administers the organization now
 * @param losing the people who lose that role
 */
export function withoutAdministrator(
  org: string,
  admins: People,
  losing: ReadonlySet<IdOf<'user'>>,
): Objection | undefined {
  const active = [...admins].filter(([, { disabled }]) => !disabled);
  if (active.length === 0 || active.some(([id]) => !losing.has(id))) return undefined;
  const who = firstNames(active.map(([id, person]) => personName(id, person)));
  const last = active.length === 1 ? 'its last administrator' : `all ${active.length} of its administrators`;
  return {
    message: `${org} would lose ${last}: ${who}`,
    hint: { code: 'make-administrator', data: {} },
  };
}

/**
 * Objects if the organization would lose its last sign-on provider. A new one of the same work does not count: it may not
 * work.
 *
 * @param titles the titles of the providers that go
 * @param all the number of providers
 */
export function withoutProvider(org: string, titles: readonly string[], all: number): Objection | undefined {
  const [first] = titles;
  if (first === undefined || titles.length < all) return undefined;
  const which =
    all === 1 ? `its only sign-on provider, ${quoted(first)}` : `all ${all} of its sign-on providers`;
  return { message: `${org} would lose ${which}`, hint: { code: 'make-provider', data: {} } };
}

/** Objects to the deletion of a site, and of a collection with so many spaces, unless things of its section may be deleted. */
export function wholeThing(
  kind: string,
  name: string,
  spaces: number,
  allowed: readonly string[] = [],
): Objection[] {
  if (kind !== 'site' && (kind !== 'collection' || spaces === 0)) return [];
  const [section, fate] =
    kind === 'site'
      ? ['sites', 'would go offline for good']
      : ['collections', `holds ${counted(spaces, 'space')}: they would be deleted with it`];
  if (allowed.includes(section)) return [];
  return [{ message: `${name} ${fate}`, lifts: [{ limit: 'allowDelete', sections: [section] }] }];
}

export interface TeamChanges {
  readonly id?: IdOf<'team'>;
  /** Its name for people: `team "Docs"`. */
  readonly label: string;
  readonly present: TeamRoles;
  readonly changes: readonly MembershipChange[];
  /** The members whom it loses because they leave the organization. */
  readonly leaving?: readonly IdOf<'user'>[];
  /** What is known about its members. */
  readonly people: People;
}

const ending = { act: 'end', word: 'membership', words: 'memberships' };
const lowering = { act: 'lower the roles of', word: 'member', words: 'members' };
const either = { ...ending, act: 'end or lower' };

/** Returns the memberships of a team that end, and those of owners who get another role. */
export function membershipGroup({ label, present, changes }: TeamChanges): LossGroup {
  const ended = changes.filter((change) => changeWord(change) === 'remove').length;
  const lowered = changes.filter(isDemotion).length;
  const lost = ended + lowered;
  const what = lowered === 0 ? ending : ended === 0 ? lowering : either;
  return { ...what, where: ` of ${label}`, lost, names: [], total: present.size };
}

export function sumOf(groups: readonly LossGroup[]): LossGroup {
  const sum = (count: (group: LossGroup) => number) => groups.reduce((all, group) => all + count(group), 0);
  const acts = new Set(groups.filter(({ lost }) => lost > 0).map(({ act }) => act));
  const [only = ending] = [ending, lowering].filter(({ act }) => acts.has(act));
  return {
    ...(acts.size > 1 || acts.has(either.act) ? either : only),
    where: ' in all',
    lost: sum(({ lost }) => lost),
    names: [],
    total: sum(({ total }) => total ?? 0),
  };
}

/** Returns an objection for each team that would lose its last owner. A disabled owner does not count. */
export function ownerless(teams: readonly TeamChanges[]): Objection[] {
  return teams.flatMap((team) => {
    const lost = lastOwners(team);
    if (lost.length === 0) return [];
    const who = firstNames(lost.map((id) => personName(id, team.people.get(id))));
    const last = lost.length === 1 ? 'its last owner' : `all ${lost.length} of its owners`;
    const leaving = lost.filter((id) => team.leaving?.includes(id));
    const other = leaving.length > 0 ? { leaving } : { ownerless: team.id };
    return [
      { message: `${team.label} would lose ${last}: ${who}`, lifts: [{ limit: 'allowOwnerless' }], ...other },
    ];
  });
}

/**
 * Returns the new owners of a team who are not in its list, if the team has no other owner left. They must be looked up
 * before the team can be judged.
 */
export function newOwnersToKnow(team: TeamChanges): IdOf<'user'>[] {
  if (lastOwners(team).length === 0) return [];
  const { present, changes, people } = team;
  return changes
    .filter(({ user, to }) => to === 'owner' && !present.has(user) && !people.has(user))
    .map(({ user }) => user);
}

/**
 * Returns the owners of a team that loses all of them; none if one stays, or if it had none. A new owner counts if they
 * are known and not disabled.
 */
function lastOwners({ present, changes, leaving = [], people }: TeamChanges): IdOf<'user'>[] {
  const isActive = (user: IdOf<'user'>) =>
    (present.has(user) || people.has(user)) && !people.get(user)?.disabled;
  const before = [...present].filter(([user, role]) => role === 'owner' && isActive(user));
  const after = new Set(before.map(([user]) => user));
  for (const { user, to } of changes) {
    if (to === 'owner' && isActive(user)) after.add(user);
    else after.delete(user);
  }
  for (const user of leaving) after.delete(user);
  return after.size === 0 ? before.map(([user]) => user) : [];
}
