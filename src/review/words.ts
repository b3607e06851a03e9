import { type KnownAccess, placesIn } from '../access/facts.ts';
import type { Naming } from '../access/pseudonyms.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { type PlaceId, type Target, upwards } from '../domain/access/places.ts';
import { personEntry } from '../domain/people.ts';
import { visible } from '../text/printable.ts';
import type { Grant, Granted } from './grants.ts';

/** What people read of a grant. */
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

/** Makes a function that puts grants into words. */
export function grantWords({ facts, teams }: Granted, naming: Naming): (grant: Grant) => ShownGrant {
  const counts = countsOf(facts);
  const withRole = [...facts.people.values()].filter(({ role }) => role !== null).length;
  const teamName = (id: string) => `team ${facts.teams.get(id as IdOf<'team'>)?.title ?? id}`;

  function opensOf({ kind, who, where, level }: Grant): string {
    switch (kind) {
      case 'organization-role':
        return placesText(level === 'admin' ? counts.all : counts.withoutDefault);
      case 'team-member':
        return placesText(counts.ofTeam.get(where) ?? 0);
      case 'not-shown':
        return placesText(1);
      default: {
        const people = who === '' ? withRole : (teams.get(who)?.size ?? 0);
        return `${people} ${people === 1 ? 'person' : 'people'} in ${placesText(counts.within.get(where) ?? 1)}`;
      }
    }
  }

  return (grant) => {
    const { kind, who, where } = grant;
    const member = facts.people.get(who as IdOf<'user'>);
    const user = naming.user(member ?? { user: { id: who, displayName: null, email: null } });
    const { displayName, email } = user;
    const isPerson = who !== '' && !kind.endsWith('-team');
    const names = { name: displayName ?? undefined, email: email ?? undefined };
    const marks = isPerson ? [member?.disabled && 'disabled', member?.role === null && 'guest'] : [];
    return {
      person: visible(isPerson ? personEntry(user.id, names) : who === '' ? 'everyone' : teamName(who)),
      place: visible(kind === 'team-member' ? teamName(where) : placeName(facts, where)),
      opens: opensOf(grant),
      note: marks.filter(Boolean).join(', '),
      personId: isPerson ? user.id : who,
      placeId: where,
    };
  };
}

/** Names a place with the collections around it: `space Handbooks/Guide`. */
function placeName({ targets, organization }: KnownAccess, id: string): string {
  if (id === organization.id) return `organization ${id}`;
  const target = targets.spaces.get(id as PlaceId) ?? targets.collections.get(id as PlaceId);
  if (!target) return id;
  const titles = [...upwards(target)].map(({ place }) => place.title ?? place.id);
  return `${target.place.kind} ${titles.reverse().join('/')}`;
}

function placesText(count: number): string {
  return `${count} ${count === 1 ? 'place' : 'places'}`;
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
