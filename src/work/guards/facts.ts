import type { LimitName } from './judge.ts';
import { usual } from './rules.ts';

interface GuardFacts {
  readonly name: string;
  /** What it refuses: a phrase. */
  readonly refuses: string;
  /** What it counts. */
  readonly counts: string;
  /** The limits that lift it; empty if nothing does. */
  readonly lifts: readonly (LimitName | 'allowOpening')[];
  /** The hint that says what to do first. */
  readonly instead?: 'make-administrator' | 'make-provider';
}

/** All guards of `judge.ts`, for people. */
export const guards: readonly GuardFacts[] = [
  {
    name: 'mass removal',
    refuses: `more than ${usual.percent} % of a kind with ${usual.smallest} or more things, or more than ${usual.count} things in all`,
    counts:
      'people who leave the organization or get a lower role there, memberships that end, owners of a team who become members, and things that end; for several teams also their memberships together',
    lifts: ['maxRemovals'],
  },
  {
    name: 'last owner',
    refuses: 'a team that loses its last owner, also because the owner leaves the organization',
    counts: 'owners who are enabled, and new owners of the same request, or of an earlier one that it needs',
    lifts: ['allowOwnerless'],
  },
  {
    name: 'last administrator',
    refuses: 'an organization that loses its last administrator, by removal or by another role',
    counts:
      'administrators who are enabled, and have this role before the work; for a file also new ones, which it makes first',
    lifts: [],
    instead: 'make-administrator',
  },
  {
    name: 'last sign-on provider',
    refuses: 'an organization that loses its last SAML provider',
    counts: 'providers that are there before the run',
    lifts: [],
    instead: 'make-provider',
  },
  {
    name: 'opening',
    refuses:
      'more than one change, of which one opens something to the public, or gives the rights of an administrator',
    counts:
      'sites that become public, unlisted or shared by link; what joins such a site, or loses or changes its condition there; the role `admin` of people, teams and providers, and as a default; people who join a team that has it anywhere, or of which this is not known',
    lifts: ['allowOpening'],
  },
  {
    name: 'unknown loss',
    refuses: 'work whose losses are in a list that the token may not read',
    counts: 'everything that the requests name',
    lifts: ['maxRemovals', 'allowOwnerless'],
  },
];
