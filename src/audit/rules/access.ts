import { asId, type IdOf } from '../../api/contract/ids.ts';
import { compareLevels, isAtLeast, stronger } from '../../domain/access/levels.ts';
import { type PlaceId, type Target, upwards } from '../../domain/access/places.ts';
import { ruleSets } from '../../domain/access/rule-sets.ts';
import { levelIfEnabled } from '../../domain/access/rules.ts';
import type { ItemOf } from '../../model/read/snapshot.ts';
import { kept, once } from '../../text/kept.ts';
import type { AuditedObject, AuditFacts } from '../facts.ts';
import { type Judged, nameIn, ofEach, withSameTitle } from '../judging.ts';
import { teamLeft } from '../owners.ts';
import type { Breach, Rule, WrittenRule } from '../rule.ts';

const place = ['title', 'parent', 'defaultLevel'] as const;
const tooHigh = 'edit';
const accessOfGuests = {
  member: ['role', 'disabled', 'user'],
  team: ['title'],
  'team-member': ['team'],
  collection: place,
  'collection-team': ['permission'],
  space: place,
  'space-team': ['permission'],
} as const;
const publishing = {
  site: ['title', 'visibility', 'published'],
  'site-space': ['space', 'title'],
  collection: place,
  space: place,
} as const;

export const accessRules: readonly WrittenRule[] = [
  {
    id: 'DA301',
    severity: 'high',
    title: 'Guests cannot change content',
    why: 'Guests are people from outside. With these levels, they can change what the company publishes. The rule looks at the roles of teams; DA307 sees what was granted to a guest directly.',
    howToFix:
      'Take the guest out of the teams that give the level, or lower the levels of these teams. The commands take the guest out of them, and out of the other teams too where one of these would give more then; where no owner stays who is no guest, choose one.',
    looksAt: accessOfGuests,
    each: ['team-member', 'collection-team', 'space-team'],
    fixes: ['leave-teams'],
    find(facts) {
      const strong = strongTeams(facts);
      const reached = once(() => reachedBy(facts));
      const isGuest = (id: IdOf<'user'>) => (facts.members.get(id)?.role ?? null) === null;
      return ofEach('member', (member, user) => {
        const all = isActiveGuest(member) ? facts.teamsOf(user) : [];
        const giving = all.filter((team) => strong.has(team));
        const ways = strongestFirst(giving.flatMap((team) => strong.get(team) ?? []));
        const [first] = ways;
        if (!first) return undefined;
        const leaving = givesMore(reached(), all, giving) ? all : giving;
        const { collections, spaces } = facts.targets;
        const place = (collections.get(first.place) ?? spaces.get(first.place))?.place.title ?? first.place;
        return {
          message: `is a guest with the level ${first.level} in ${place}, by the team ${facts.named('team', first.team).name}${andMore(ways)}`,
          evidence: waysIn(ways),
          fix: {
            code: 'leave-teams',
            data: { user, teams: leaving.map((team) => teamLeft(facts, team, user, isGuest)) },
          },
        };
      })(facts);
    },
  },
  {
    id: 'DA302',
    severity: 'medium',
    title: 'The default level of a collection is not above comment',
    why: 'A default level holds for every member with a role, also for those who join later, in everything that the collection contains.',
    howToFix: 'Lower the default level, and give the teams that need more a role of their own.',
    looksAt: { collection: place },
    fixes: ['set-collection-default'],
    find: withHighDefault('collection', lowered),
  },
  {
    id: 'DA303',
    severity: 'medium',
    title: 'The default level of a space is not above comment',
    why: 'A default level holds for every member with a role, also for those who join later.',
    howToFix:
      'Lower the default level of the space in the app of the service: the service has no operation for it. Give the teams that need more a role of their own.',
    looksAt: { space: place },
    fixes: [],
    find: withHighDefault('space'),
  },
  {
    id: 'DA304',
    severity: 'high',
    title: 'Not everyone may edit what a public site publishes',
    why: 'One careless or taken-over account is enough to change what the world reads.',
    howToFix:
      'Lower the default level that gives everyone the right. If it is that of the space itself, do it in the app of the service.',
    looksAt: publishing,
    each: ['site-space'],
    predicts: true,
    fixes: ['set-collection-default'],
    find: ofPublishedSpaces(['public'], ({ site, space, target }, _, facts) => {
      // What everyone may do, the member with the lowest role may do.
      const level = levelIfEnabled(facts.accessRules, { role: 'read', disabled: false, teams: [] }, target);
      if (!isAtLeast(level, tooHigh)) return undefined;
      const giver = target.defaultPlace;
      return {
        message: `everyone has the level ${level} in ${space.name}, which the public site ${site.name} publishes`,
        evidence: { site: site.id, space: space.id, level, by: giver?.id ?? null },
        fix: giver?.kind === 'collection' ? lowered(giver.id) : undefined,
      };
    }),
  },
  {
    id: 'DA305',
    severity: 'critical',
    title: 'Sites for everyone publish nothing from internal collections',
    why: 'The world can read what is meant for the company.',
    howToFix: 'Take the space out of the site, or limit who can see the site.',
    looksAt: publishing,
    each: ['site-space'],
    needs: 'internal',
    fixes: ['take-out-of-site'],
    find: ofPublishedSpaces(['public', 'unlisted'], ({ site, space, target }, siteSpace, facts) => {
      const around = target.above ? [...upwards(target.above)] : [];
      const internal = around.find((one) => facts.internal?.has(one.place.id))?.place;
      if (!internal) return undefined;
      return {
        message: `${space.name} of the internal collection ${internal.title ?? internal.id} can be read by everyone on the site ${site.name}`,
        evidence: { site: site.id, space: space.id, collection: internal.id },
        fix: { code: 'take-out-of-site', data: { site: site.id, siteSpace } },
      };
    }),
  },
  {
    id: 'DA306',
    severity: 'low',
    title: 'Titles of collections in one place differ',
    why: 'People who mean a collection by its title put spaces and permissions into the wrong one.',
    howToFix: 'Give each collection a title of its own.',
    looksAt: { collection: place },
    fixes: ['rename-collection'],
    find: withSameTitle(
      'collection',
      (collection) => ({ code: 'rename-collection', data: { collection } }),
      ({ parent }) => parent ?? '',
    ),
  },
  {
    id: 'DA307',
    severity: 'high',
    title: 'No guest may change content by a direct grant',
    why: 'What is granted to a guest directly on a space or collection is in no list of teams. It stays when the guest leaves the teams, and no one sees it there. The service shows it only in the list of the spaces of a person: the rule reads one for each guest. With more than 2000 guests it is applied only if it is chosen by its id; without that, the audit says that it was left out. With a snapshot it is not evaluated.',
    howToFix: 'Take the grant back in the application of the service: its interface has no operation for it.',
    looksAt: accessOfGuests,
    asks: { about: isActiveGuest, level: tooHigh },
    predicts: true,
    fixes: [],
    find: ofEach('member', (member, user, facts) => {
      const ways = isActiveGuest(member) ? strongestFirst(directGrants(facts, user)) : [];
      const [first] = ways;
      if (!first) return undefined;
      return {
        message: `is a guest with the level ${first.level} in ${first.place}, which no team gives${andMore(ways)}`,
        evidence: waysIn(ways.map(({ level, space }) => ({ level, space }))),
      };
    }),
  },
];

function isActiveGuest({ role = null, disabled }: ItemOf<'member'>): boolean {
  return role === null && !disabled;
}

/** Returns whether a guest in these teams has more somewhere without those that are `left`, by any rule set. */
function givesMore(
  reached: ReadonlyMap<IdOf<'team'>, readonly Target[]>,
  teams: readonly IdOf<'team'>[],
  left: readonly IdOf<'team'>[],
): boolean {
  const guest = { role: null, disabled: false };
  const others = teams.filter((team) => !left.includes(team));
  if (others.length === 0) return false;
  const concerned = new Set(left.flatMap((team) => reached.get(team) ?? []));
  return [...concerned].some((target) =>
    ruleSets.some((rules) => {
      const before = levelIfEnabled(rules, { ...guest, teams }, target);
      const after = levelIfEnabled(rules, { ...guest, teams: others }, target);
      return stronger(before, after) !== before;
    }),
  );
}

/** Returns the places where teams have a role, or in a collection around, by the id of the team. */
function reachedBy({ targets }: AuditFacts): Map<IdOf<'team'>, Target[]> {
  const found = new Map<IdOf<'team'>, Target[]>();
  for (const target of [...targets.collections.values(), ...targets.spaces.values()])
    for (const { grants } of upwards(target))
      for (const team of grants.keys()) kept(found, team, () => []).push(target);
  return found;
}

/** Returns the spaces where the service lets a guest change content, although no team does. */
function directGrants(facts: AuditFacts, user: IdOf<'user'>) {
  const guest = { role: null, disabled: false, teams: facts.teamsOf(user) };
  return [...(facts.answerFor(user) ?? [])].flatMap(([space, level]) => {
    if (level === null || !isAtLeast(level, tooHigh)) return [];
    const target = facts.targets.spaces.get(space);
    const byTeams = target ? levelIfEnabled(facts.accessRules, guest, target) : null;
    if (byTeams !== null && isAtLeast(byTeams, tooHigh)) return [];
    return [{ level, space, place: facts.named('space', space).name }];
  });
}

/** Returns the evidence of ways: the first 20, and how many more there are. */
function waysIn(ways: readonly object[]): Breach['evidence'] {
  return { ways: ways.slice(0, 20), ...(ways.length > 20 && { more: ways.length - 20 }) };
}

/** Returns how many ways there are beside the first one, as the end of a message. */
function andMore({ length }: readonly object[]): string {
  return length > 1 ? `, and ${length - 1} more` : '';
}

/** Sorts ways: a finding names the first one. */
function strongestFirst<Way extends { readonly level: string }>(ways: readonly Way[]): Way[] {
  return ways.toSorted((one, other) => compareLevels(other.level, one.level));
}

function lowered(collection: PlaceId): Breach['fix'] {
  return { code: 'set-collection-default', data: { collection, level: 'comment' } };
}

interface StrongWay {
  readonly level: string;
  readonly team: IdOf<'team'>;
  readonly place: PlaceId;
}

/** Returns the places where a team may change content, by the id of the team. */
function strongTeams({ targets }: AuditFacts): Map<IdOf<'team'>, StrongWay[]> {
  const found = new Map<IdOf<'team'>, StrongWay[]>();
  for (const { place, grants } of [...targets.collections.values(), ...targets.spaces.values()]) {
    for (const [id, { team, level }] of grants) {
      if (!isAtLeast(level, tooHigh)) continue;
      kept(found, id, () => []).push({ level, team: team.id, place: place.id });
    }
  }
  return found;
}

/** Makes the `find` of a rule about default levels. `fixOf` returns what lowers one. */
function withHighDefault(kind: 'collection' | 'space', fixOf?: (id: PlaceId) => Breach['fix']): Rule['find'] {
  return ofEach(kind, ({ defaultLevel }, id) => {
    if (!isAtLeast(defaultLevel ?? null, tooHigh)) return undefined;
    return {
      message: `gives every member the level ${defaultLevel}`,
      evidence: { defaultLevel },
      fix: fixOf?.(id),
    };
  });
}

/** What shows a space to readers, and what decides access to it. */
interface PublishedSpace {
  readonly site: AuditedObject;
  readonly space: AuditedObject;
  readonly target: Target;
}

/** Makes the `find` of a rule about the spaces that published sites with one of these visibilities show. */
function ofPublishedSpaces(
  visibilities: readonly string[],
  judge: (shown: PublishedSpace, siteSpace: string, facts: AuditFacts) => Judged | undefined,
): Rule['find'] {
  return ofEach('site-space', (item, id, facts, parent) => {
    const site = facts.list('site')?.get(asId<'site'>(parent));
    const target = item.space && facts.targets.spaces.get(item.space.id);
    if (!site || site.published === false || !visibilities.includes(site.visibility ?? '') || !target)
      return undefined;
    const shown = { site: facts.named('site', parent), space: facts.named('space', target.place.id), target };
    const verdict = judge(shown, id, facts);
    return (
      verdict && { object: { kind: 'site-space', id, name: nameIn(shown.site, shown.space) }, ...verdict }
    );
  });
}
