import type { SpaceLevels } from '../access/access.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { accessFacts, accessParts, teamsOfUsers } from '../domain/access/facts.ts';
import type { Targets } from '../domain/access/places.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import {
  type IdIn,
  type ItemOf,
  type Snapshot,
  type SnapshotPart,
  thingsOf,
} from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { once } from '../text/kept.ts';
import type { Answers } from './answers.ts';

/** The thing that a finding is about. */
export interface AuditedObject {
  readonly kind: ResourceKind | 'organization';
  readonly id: string;
  /** The name that people and organization files use: an e-mail address, a title, a slug. */
  readonly name: string;
}

export interface AuditOptions {
  /** The time of the audit, in milliseconds since the epoch. */
  readonly now: number;
  /** The largest number of administrators; the larger of 5 and 5 % of the members if absent. */
  readonly maxAdmins?: number | undefined;
  /** The domains of e-mail addresses that are expected, in lower case. */
  readonly domains?: readonly string[] | undefined;
  readonly accessRules: RuleSet;
  /** Ids of the collections whose content must not be public. */
  readonly internal?: ReadonlySet<string> | undefined;
  /** The custom field of spaces that says when they are to be reviewed. */
  readonly reviewField?: string | undefined;
  /** The custom field of spaces that names their owner. */
  readonly ownerField?: string | undefined;
}

type Member = ItemOf<'member'>;

/** What was read of an organization, for rules. What was not read is missing. */
export interface AuditFacts extends AuditOptions {
  readonly organization: AuditedObject;
  /** Returns the things of a kind in one parent; `undefined` if the list was not read. */
  list<Kind extends ResourceKind>(
    kind: Kind,
    parent?: string,
  ): ReadonlyMap<IdIn<Kind>, ItemOf<Kind>> | undefined;
  /** Yields all things of a kind with their parents. */
  all<Kind extends ResourceKind>(
    kind: Kind,
  ): Iterable<{ parent: string; id: IdIn<Kind>; item: ItemOf<Kind> }>;
  readonly members: ReadonlyMap<IdOf<'user'>, Member>;
  /** The administrators who can sign in, the earliest in the list of the service first. */
  readonly administrators: readonly Member[];
  /** Returns what a published site looks like; `undefined` if it was not read. */
  customizationsOf(site: string): Readonly<Record<string, unknown>> | undefined;
  teamsOf(user: IdOf<'user'>): readonly IdOf<'team'>[];
  /** Returns the ids of the owners of a team, also disabled ones. */
  ownersOf(team: IdOf<'team'>): readonly IdOf<'user'>[];
  /** The places and what gives access to them, for the rules of access. */
  readonly targets: Targets;
  /** The levels that the service lists for a member and a rule asks for, by space; `undefined` if they are not known. */
  answerFor(user: IdOf<'user'>): SpaceLevels | undefined;
  /** Names a thing: by its e-mail address, title or id. */
  named(kind: ResourceKind, id: string, parent?: string): AuditedObject;
}

/** Returns the facts of a snapshot. What several rules need is computed once, when the first one asks. */
export function auditFacts(snapshot: Snapshot, options: AuditOptions, answers: Answers): AuditFacts {
  const { organization } = snapshot;
  const parts = snapshot.parts as { readonly [Kind in ResourceKind]?: SnapshotPart<Kind> };
  const list: AuditFacts['list'] = (kind, parent = organization) =>
    (parts[kind] as SnapshotPart<typeof kind> | undefined)?.lists.get(parent);
  const members = list('member') ?? new Map<IdOf<'user'>, Member>();
  const administrators = once(() =>
    [...members.values()].filter(({ role, disabled }) => role === 'admin' && !disabled),
  );
  const targets = once(() => {
    const places = { ...noParts, ...parts, member: nothing, 'team-member': nothing };
    return accessFacts({ organization, parts: places } as AccessSnapshot).targets;
  });
  const memberships = parts['team-member'] ?? nothing;
  const teams = once(() => teamsOfUsers(memberships));
  const owners = once(() => ownersOfTeams(memberships));
  return {
    ...options,
    organization: { kind: 'organization', id: organization, name: organization },
    list,
    all: (kind) => {
      const part = parts[kind] as SnapshotPart<typeof kind> | undefined;
      return part ? thingsOf(part) : [];
    },
    members,
    get administrators() {
      return administrators();
    },
    teamsOf: (user) => teams().get(user) ?? [],
    ownersOf: (team) => owners().get(team) ?? [],
    get targets() {
      return targets();
    },
    answerFor: (user) => answers.of.get(user),
    customizationsOf: (site) => answers.customizations.get(site) ?? undefined,
    named: (kind, id, parent) => ({ kind, id, name: nameOf(list(kind, parent)?.get(id)) ?? id }),
  };
}

type AccessSnapshot = Snapshot<keyof typeof accessParts>;

const nothing: SnapshotPart<never> = { lists: new Map(), unknown: [] };

/** The rules of access take a part that was not read as empty. */
const noParts = Object.fromEntries(Object.keys(accessParts).map((kind) => [kind, nothing]));

function ownersOfTeams({ lists }: SnapshotPart<'team-member'>): Map<string, IdOf<'user'>[]> {
  const owners = new Map<string, IdOf<'user'>[]>();
  for (const [team, list] of lists) {
    const own: IdOf<'user'>[] = [];
    for (const [user, { team: inTeam }] of list) if (inTeam?.role === 'owner') own.push(user);
    owners.set(team, own);
  }
  return owners;
}

function nameOf(item: object | undefined): string | undefined {
  const { user, title, label, slug, subject, name } = (item ?? {}) as Record<string, unknown>;
  const { email, displayName } = (user ?? {}) as Record<string, unknown>;
  const names = [email, displayName, title, label, slug, subject, name];
  return names.find((one): one is string => typeof one === 'string' && one !== '');
}

const day = 86_400_000;

/** Returns how many whole days have passed since a time stamp of ISO 8601; `undefined` if it is none. */
export function daysSince(time: string | null | undefined, now: number): number | undefined {
  const passed = now - Date.parse(time ?? '');
  return Number.isNaN(passed) ? undefined : Math.floor(passed / day);
}
