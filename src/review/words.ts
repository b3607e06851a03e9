import { type KnownAccess, placesIn } from '../access/facts.ts';
import type { Naming } from '../access/pseudonyms.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { type PlaceId, type Target, upwards } from '../domain/access/places.ts';
import { personEntry, personOf } from '../domain/people.ts';
import { visible } from '../text/printable.ts';
import { counted } from '../text/words.ts';
import type { Grant, Granted } from './grants.ts';

export interface ShownGrant {
  readonly person: string;
  readonly place: string;
  /** What it opens: `12 places`, `5 people in 2 places`. */
  readonly opens: string;
  /** Whether the person is a guest, or cannot sign in. */
  readonly note: string;
  readonly personId: string;
  readonly placeId: string;
}

export function grantWords({ facts, teams }: Granted, naming: Naming): (grant: Grant) => ShownGrant {
  const counts = countsOf(facts);
  const withRole = [...facts.people.values()].filter(({ role }) => role !== null).length;
  const teamName = (id: string) => `team ${facts.teams.get(id as IdOf<'team'>)?.title ?? id}`;

  function opensOf({ kind, who, where, level }: Grant): string {
    switch (kind) {
      case 'organization-role':
        return counted(level === 'admin' ? counts.all : counts.withoutDefault, 'place');
      case 'team-member':
        return counted(counts.ofTeam.get(where) ?? 0, 'place');
      case 'not-shown':
        return counted(1, 'place');
      default: {
        const people = who === '' ? withRole : (teams.get(who)?.size ?? 0);
        return `${people} ${people === 1 ? 'person' : 'people'} in ${counted(counts.within.get(where) ?? 1, 'place')}`;
      }
    }
  }

  return (grant) => {
    const { kind, who, where } = grant;
    const member = facts.people.get(who as IdOf<'user'>);
    const user = naming.user(member ?? { user: { id: who, displayName: null, email: null } });
    const isPerson = who !== '' && !kind.endsWith('-team');
    const marks = isPerson ? [member?.disabled && 'disabled', member?.role === null && 'guest'] : [];
    return {
      person: visible(
        isPerson ? personEntry(user.id, personOf({ user })) : who === '' ? 'everyone' : teamName(who),
      ),
      place: visible(kind === 'team-member' ? teamName(where) : placeName(facts, where)),
      opens: opensOf(grant),
      note: marks.filter(Boolean).join(', '),
      personId: isPerson ? user.id : who,
      placeId: where,
    };
  };
}

/** Returns the collection or the space with an id. */
export function targetWith({ targets }: Pick<KnownAccess, 'targets'>, id: string): Target | undefined {
  return targets.spaces.get(id as PlaceId) ?? targets.collections.get(id as PlaceId);
}

/** Returns the titles from the top down to a place: `Handbooks/Guide`. An id stands for a title that is not known. */
export function pathOfTitles(target: Target): string {
  const titles = [...upwards(target)].map(({ place }) => place.title ?? place.id);
  return titles.reverse().join('/');
}

/** Names a place with the collections around it: `space Handbooks/Guide`. */
function placeName(facts: KnownAccess, id: string): string {
  if (id === facts.organization.id) return `organization ${id}`;
  const target = targetWith(facts, id);
  return target ? `${target.place.kind} ${pathOfTitles(target)}` : id;
}

/** Counts places: all, those where the role in the organization counts, and those that a team or a place reaches. */
function countsOf(facts: KnownAccess) {
  const ofTeam = new Map<string, number>();
  const within = new Map<string, number>();
  const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  let all = 0;
  let withoutDefault = 0;
  for (const target of placesIn(facts)) {
    all += 1;
    if (!target.defaultPlace) withoutDefault += 1;
    const chain: Target[] = [...upwards(target)];
    for (const { place } of chain) add(within, place.id);
    for (const team of new Set(chain.flatMap(({ grants }) => [...grants.keys()]))) add(ofTeam, team);
  }
  return { all, withoutDefault, ofTeam, within };
}
