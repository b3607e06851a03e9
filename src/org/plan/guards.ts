import { asId, type IdOf } from '../../api/contract/ids.ts';
import { isLowerRole } from '../../domain/access/levels.ts';
import { isDemotion } from '../../domain/memberships/membership.ts';
import { firstNames, type People, personOf } from '../../domain/people.ts';
import type { ItemOf } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { titled } from '../../text/called.ts';
import { countsOf, groupBy } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import { quoted } from '../../text/words.ts';
import { type GuardLimits, judge, type PeopleLosses, type ProviderLosses } from '../../work/guards/judge.ts';
import { openingObjections } from '../../work/guards/opening.ts';
import { type LossGroup, type Objection, type TeamChanges, wholeThing } from '../../work/guards/rules.ts';
import type { Blocks } from '../../work/plan-document.ts';
import type { Difference } from '../difference.ts';
import type { SectionName } from '../section-names.ts';
import { factsOf, thingsAbove } from '../sections/kinds.ts';
import { membershipChange } from '../sections/teams.ts';
import { type DesiredState, type Place, placeText } from '../thing.ts';
import type { Compared } from './compare-sections.ts';
import type { Endings } from './ending-with.ts';
import { isMeant, tiedBy } from './patterns.ts';
import type { KnownPeople } from './people.ts';
import { type CollectionOf, holdersOf, spaceOf } from './uses.ts';

interface GuardedPlan
  extends Pick<Compared, 'present' | 'declared' | 'agreed'>,
    Pick<Endings, 'along' | 'snapshot' | 'names'> {
  readonly opens: Blocks['opens'];
  /** The differences that the plan makes good, with what ends along with them. */
  readonly differences: readonly Difference[];
  readonly collectionOf: CollectionOf;
  /** Returns whether someone else looks after a thing. */
  readonly isIgnored: (thing: DesiredState) => boolean;
  /** The members whom the plan knows: not all of them if only teams were read. */
  readonly people: KnownPeople | undefined;
  /** The patterns of things that the file keeps. */
  readonly keep: readonly string[];
  readonly limits: GuardLimits;
  /** The sections where deletions are allowed that take more than the thing itself. */
  readonly allowDelete: readonly SectionName[];
}

export function planObjections(plan: GuardedPlan): Objection[] {
  const { differences, present, agreed, snapshot, limits } = plan;
  const losses = lossesOfDifferences(differences);
  const counts = countsOf(present.map(({ kind }) => kind));
  for (const { kind, count } of agreed) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const groups = lossGroups(losses, snapshot.organization, counts);
  return [
    ...keepObjections(losses, plan),
    ...ignoredWithin(plan),
    ...namedWithin(plan),
    ...wholeThings(plan),
    ...(differences.length > 1 ? openingObjections(plan.opens, limits) : []),
    ...judge(
      {
        people: [peopleLosses(plan, counts.get('member'))],
        things: groups.filter(({ word }) => word !== factsOf('member').words[0]),
        teamsOfLeaving: teamChanges(plan),
        providers: [providerLosses(plan)],
      },
      limits,
    ),
  ];
}

/** Objects to deletions with which something ends that someone else looks after. */
function ignoredWithin({ along, isIgnored }: GuardedPlan): Objection[] {
  const ending = along.filter(
    ({ difference: { kind, present } }) => present && factsOf(kind).ties === undefined && isIgnored(present),
  );
  return [...groupBy(ending, ({ deletion }) => placeText(deletion)).values()].map((held): Objection => {
    const [{ deletion }] = held;
    const names = [...new Set(held.map(({ difference }) => difference.name))];
    const message = `${factsOf(deletion.kind).words[0]} ${quoted(deletion.name)} holds what is managed elsewhere, which would be deleted with it: ${firstNames(names)}`;
    return { message, hint: { code: 'keep-ignored', data: {} } };
  });
}

/** Objects to the deletion of collections with spaces that the file names: afterwards, it would name nothing. */
function namedWithin({ differences, declared, collectionOf }: GuardedPlan): Objection[] {
  const ending = differences.filter(({ kind, action }) => kind === 'collection' && action === 'delete');
  if (ending.length === 0) return [];
  const named = new Map<string, Set<string>>(ending.map((one) => [placeText(one), new Set()]));
  for (const thing of declared)
    for (const holder of holdersOf(thing, collectionOf))
      named.get(placeText(holder))?.add(spaceOf(thing) as string);
  return ending.flatMap((one): Objection[] => {
    const spaces = [...(named.get(placeText(one)) ?? [])].sort();
    if (spaces.length === 0) return [];
    const message = `collection ${quoted(one.name)} holds spaces that the file names, which would be deleted with it: ${firstNames(spaces)}`;
    return [{ message, hint: { code: 'keep-collection', data: {} } }];
  });
}

/** Returns who leaves or gets a lower role. New administrators of the same plan count: it makes them first. */
function peopleLosses({ differences, snapshot }: GuardedPlan, counted: number | undefined): PeopleLosses {
  const changes = differences.filter(({ kind }) => kind === 'member');
  const roleAfter = ({ declared }: Difference) => declared?.fields.role;
  const idsOf = (some: readonly Difference[]) => some.map(({ id }) => asId<'user'>(id as string));
  const members =
    snapshot.parts.member.lists.get(snapshot.organization) ?? new Map<IdOf<'user'>, ItemOf<'member'>>();
  const made = new Set(changes.filter((one) => roleAfter(one) === 'admin').map(({ id }) => id));
  return {
    org: snapshot.organization,
    leaving: idsOf(changes.filter(({ action }) => action === 'delete')),
    demoted: idsOf(changes.filter((one) => one.present && isLowering(one))),
    people: new Map([...members].map(([id, member]) => [id, personOf(member)])),
    admins: new Map(
      [...members].flatMap(([id, member]) =>
        member.role === 'admin' || made.has(id) ? [[id, personOf(member)] as const] : [],
      ),
    ),
    total: members.size || counted,
  };
}

/** Returns the sign-on providers that end. */
function providerLosses({ differences, snapshot: { organization, parts } }: GuardedPlan): ProviderLosses {
  const titles = differences.flatMap(({ kind, action, name }) =>
    kind === 'saml' && action === 'delete' ? [name] : [],
  );
  return { org: organization, titles, all: parts.saml.lists.get(organization)?.size ?? titles.length };
}

function teamChanges({ differences, names, snapshot, people: members }: GuardedPlan): TeamChanges[] {
  const { parts } = snapshot;
  const ids = new Map([...parts['team-member'].lists.keys()].map((id) => [names.titled('team', id), id]));
  const gone = new Set(
    differences.flatMap(({ kind, action, key }) => (kind === 'team' && action === 'delete' ? key[0] : [])),
  );
  const memberships = differences.filter(({ kind, key }) => kind === 'team-member' && !gone.has(key[0]));
  const teams = groupBy(memberships, ({ key: [team = ''] }) => team);
  return [...teams].map(([team, own]) => {
    const id = ids.get(team);
    const listed = [...((id && parts['team-member'].lists.get(id)) || [])];
    const changes = own.map(membershipChange);
    const users = [...listed.map(([user]) => user), ...changes.map(({ user }) => user)];
    const people: People = new Map(
      users.flatMap((user) => {
        const member = members?.get(user);
        return member ? [[user, personOf(member)] as const] : [];
      }),
    );
    const roles = new Map(listed.map(([user, { team: tie }]) => [user, tie?.role ?? 'member']));
    return { label: titled('team', team, id ?? null), present: roles, changes, people };
  });
}

/** Objects to the deletion of sites, and of collections that hold spaces, unless it is allowed. */
function wholeThings({ differences, along, allowDelete }: GuardedPlan): Objection[] {
  const held = new Map<Difference, number>();
  for (const { deletion, difference } of along)
    if (difference.kind === 'space') held.set(deletion, (held.get(deletion) ?? 0) + 1);
  return differences.flatMap((one) => {
    const { action, kind, name } = one;
    if (action !== 'delete') return [];
    return wholeThing(kind, `${kind} ${quoted(name)}`, held.get(one) ?? 0, allowDelete);
  });
}

/** Objects to everything that a plan does to what the file keeps. No flag allows it. */
function keepObjections(
  losses: readonly Loss[],
  { keep: patterns, differences, present, agreed }: GuardedPlan,
): Objection[] {
  if (patterns.length === 0) return [];
  const found = new Map<string, { place: Place; fates: Set<string> }>();
  const add = (place: Place, fate: string) => {
    const known = kept(found, placeText(place), () => ({ place, fates: new Set() }));
    // What is deleted is empty and has lost its roles, too.
    if (!known.fates.has('deleted')) known.fates.add(fate);
  };
  const isKept = (place: Place) => patterns.some((pattern) => isMeant(pattern, place));

  for (const loss of losses) {
    if (isKept(loss.thing)) add(loss.thing, loss.how === 'end' ? 'deleted' : 'demoted');
    const tied = tiedBy(loss.thing);
    // A field is not demoted when a space loses its value.
    if (tied && tied.kind !== 'custom-field' && isKept(tied)) add(tied, 'demoted');
  }
  for (const { action, present: thing, declared } of differences) {
    if (action !== 'rename' || !thing || !declared) continue;
    const before = thing.today ?? thing;
    if (isKept(before) || isKept(declared)) add(before, 'renamed');
  }
  const people = agreed.map(({ kind, above }) => ({ kind, key: [...above, ''] }));
  for (const place of emptied(differences, losses, [...present, ...people], isKept)) add(place, 'emptied');
  return [...found.values()].map(({ place, fates }) => ({
    message: `${factsOf(place.kind).words[0]} ${quoted(place.key.join('/'))} is to be kept, and would be ${[...fates].join(' and ')}`,
    hint: { code: 'keep-listed', data: {} },
  }));
}

/** Returns the kept things that lose all contents of one kind. */
function emptied(
  differences: readonly Difference[],
  losses: readonly Loss[],
  present: readonly Place[],
  isKept: (place: Place) => boolean,
): Place[] {
  const around = (thing: Place) => (factsOf(thing.kind).isContent ? thingsAbove(thing).filter(isKept) : []);
  const moving = differences.flatMap(({ action, present: thing }) =>
    action === 'move' && thing ? [thing] : [],
  );
  const ending = losses.filter(({ how }) => how === 'end').map(({ thing }) => thing);
  const leaving = new Set<Place>([...ending, ...moving]);
  const textOf = (thing: Place, place: Place) => `${thing.kind} in ${placeText(place)}`;
  const losing = new Map<string, Place>();
  for (const thing of leaving) for (const place of around(thing)) losing.set(textOf(thing, place), place);
  if (losing.size === 0) return [];
  const staying = [
    ...present.filter((thing) => !leaving.has(thing)),
    ...differences.flatMap(({ declared }) => declared ?? []),
  ];
  for (const thing of staying) for (const place of around(thing)) losing.delete(textOf(thing, place));
  return [...losing.values()];
}

/** Something that a plan takes away, or whose role or level it makes lower. */
interface Loss {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly how: 'end' | 'lower';
  readonly thing: DesiredState;
}

/** Returns what the differences take away. */
function lossesOfDifferences(differences: readonly Difference[]): Loss[] {
  return differences.flatMap((difference): Loss[] => {
    const { kind, name, present: thing } = difference;
    if (!thing) return [];
    if (isEnding(difference)) return [{ kind, name, how: 'end', thing }];
    return isLowering(difference) ? [{ kind, name, how: 'lower', thing }] : [];
  });
}

function isEnding({ action, declared }: Difference): boolean {
  return action === 'delete' || action === 'revoke' || (action === 'update' && !declared);
}

/** Returns whether a difference gives a person a lower role, or everyone a lower level. */
function isLowering({ action, kind, fields }: Difference): boolean {
  if (action !== 'update') return false;
  return fields.some(({ field, before, after }) => {
    if (field !== 'role' && field !== 'defaultLevel') return false;
    const [from, to] = [before, after] as [string | null, string | null];
    return kind === 'team-member' ? isDemotion({ from, to }) : isLowerRole(from, to);
  });
}

/** Groups losses by kind, for the limits. `counts` are the numbers of things of each kind that were read. */
function lossGroups(
  losses: readonly Loss[],
  organization: string,
  counts: ReadonlyMap<string, number>,
): LossGroup[] {
  return [...groupBy(losses, ({ kind }) => kind).values()].map((own): LossGroup => {
    const [{ kind }] = own;
    const [word, words] = factsOf(kind).words;
    const names = [...new Set(own.map(({ name }) => name))];
    return {
      act: actOf(kind, own),
      word,
      words,
      where: ` of ${organization}`,
      lost: names.length,
      names,
      total: counts.get(kind) ?? 0,
    };
  });
}

function actOf(kind: ResourceKind, losses: readonly Loss[]): string {
  const ends = losses.some(({ how }) => how === 'end');
  const lowers = losses.some(({ how }) => how === 'lower');
  return [...(ends ? [factsOf(kind).ending ?? 'delete'] : []), ...(lowers ? ['lower'] : [])].join(' or ');
}
