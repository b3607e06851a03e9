import type { Client } from '../../api/client/client.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { type Reason, reasonOf } from '../../model/read-list.ts';
import { type ItemOf, readSnapshot, type Snapshot, type SnapshotOptions } from '../../model/snapshot.ts';
import { keyName } from '../file/names.ts';
import { peopleAt } from '../file/rules.ts';
import type { LoadedFile } from '../file/side-files.ts';
import { keptMember, wantedOf } from '../kept.ts';

type Member = ItemOf<'member'>;

/** Members by id. */
export type KnownPeople = ReadonlyMap<string, Member>;

/** Returns the id or the e-mail that a key of people means. */
export function nameInKey(key: string, id?: string): string {
  return id ?? keyName(key).id ?? key;
}

/** More people than this are not searched one by one: the whole list is read. */
const mostSearches = 3;

/** Where people are looked for. */
export interface PeopleSearch {
  readonly client: Client;
  readonly snapshot: Snapshot;
  /** The members of the teams that were read. */
  readonly met: KnownPeople;
  readonly options: SnapshotOptions;
}

/**
 * Finds the people whom the teams of a file name, with few requests: those in no team that was read are searched by
 * their e-mails. If they are many, or are named by ids, the members of the organization are read. Returns why people
 * could not be read.
 */
export async function findPeople(search: PeopleSearch, file: LoadedFile): Promise<KnownPeople | Reason> {
  const { met } = search;
  const emails = new Set([...met.values()].map(({ user }) => user?.email?.toLowerCase()));
  const missing = [...namedIn(file)].filter((name) => !met.has(name) && !emails.has(name.toLowerCase()));
  if (missing.length === 0) return met;
  const isSearched = missing.length <= mostSearches && missing.every((name) => name.includes('@'));
  const found = isSearched ? await searched(search, missing) : await everybody(search);
  return found instanceof Map ? new Map([...met, ...found]) : (found as Reason);
}

/** Returns the e-mails and ids of the people in teams, each e-mail once whatever its case. */
function namedIn(file: LoadedFile): Set<string> {
  const names = Object.keys(file.organization.teams ?? {}).flatMap((team) =>
    Object.entries(peopleAt(file, ['teams', team, 'members'])).map(([key, value]) =>
      nameInKey(key, typeof value === 'string' ? undefined : value.id),
    ),
  );
  return new Set(names.map((name) => (name.includes('@') ? name.toLowerCase() : name)));
}

async function searched(
  { client, snapshot: { organization } }: PeopleSearch,
  emails: readonly string[],
): Promise<KnownPeople | Reason> {
  const found = new Map<string, Member>();
  async function find(email: string) {
    const input = { params: { org: organization }, query: { search: email } };
    for await (const page of client.pages(listMembers, input)) {
      // The search also finds e-mails that only contain this one.
      const same = page.filter(({ user }) => user?.email?.toLowerCase() === email);
      for (const member of same) found.set(member.id, keptMember(member));
    }
  }
  try {
    await Promise.all(emails.map(find));
    return found;
  } catch (error) {
    return reasonOf(error);
  }
}

async function everybody({ client, snapshot, options }: PeopleSearch): Promise<KnownPeople | Reason> {
  const { organization } = snapshot;
  const { parts } = await readSnapshot(client, organization, wantedOf(['member']), options);
  const { lists, unknown } = (parts as Snapshot['parts']).member;
  return lists.get(organization) ?? (unknown[0]?.reason as Reason);
}
