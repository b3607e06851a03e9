import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import { type Reason, reasonOf } from '../../model/read/list.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { type ItemOf, readSnapshot, type Snapshot, type SnapshotOptions } from '../../model/read/snapshot.ts';
import { keyName } from '../key-names.ts';
import { type LoadedFile, peopleAt } from '../organization.ts';
import { wantedOf } from '../sections/kinds.ts';
import { keptMember } from '../sections/members.ts';

type Member = ItemOf<'member'>;

export type KnownPeople = ReadonlyMap<string, Member>;

/** Returns the id or the e-mail that a key of people means. */
export function nameInKey(key: string, id?: string): string {
  return id ?? keyName(key).id ?? key;
}

/** So many people are looked for one by one, before any list of members is read. */
const fewPeople = 3;

/** Of more people than this, none is looked for alone: the whole list is read. */
const mostLookups = 16;

export interface PeopleSearch {
  readonly reader: ServiceReader;
  readonly snapshot: Snapshot;
  /** The members of the teams that were read. */
  readonly met: KnownPeople;
  readonly options: SnapshotOptions;
}

/**
 * Finds the people whom the teams of a file name, with few requests. A few who are in no team that was read are searched
 * by their e-mails. If they are more, or are named by ids, the members of the organization are read; if these are more
 * than one page, up to 16 people are looked for one by one instead. Returns why people could not be read.
 */
export async function findPeople(search: PeopleSearch, file: LoadedFile): Promise<KnownPeople | Reason> {
  const { met } = search;
  const emails = new Set([...met.values()].map(({ user }) => user?.email?.toLowerCase()));
  const missing = [...namedIn(file)].filter((name) => !met.has(name) && !emails.has(name.toLowerCase()));
  if (missing.length === 0) return met;
  const found = await lookFor(search, missing);
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

async function lookFor(search: PeopleSearch, names: readonly string[]): Promise<KnownPeople | Reason> {
  if (names.length > mostLookups) return everyone(search);
  try {
    if (names.length <= fewPeople && names.every((name) => name.includes('@')))
      return await oneByOne(search, names);
    return (await onOnePage(search)) ?? (await oneByOne(search, names));
  } catch (error) {
    return reasonOf(error);
  }
}

/** Resolves with all members, if they are one page; otherwise with `undefined`. */
async function onOnePage({ reader, snapshot }: PeopleSearch): Promise<KnownPeople | undefined> {
  const { items, next } = await reader.need(listMembers, { org: snapshot.organization }, { limit: 1000 });
  return next?.page ? undefined : new Map(items.map((member) => [member.id, keptMember(member)]));
}

async function oneByOne(
  { reader, snapshot: { organization: org } }: PeopleSearch,
  names: readonly string[],
): Promise<KnownPeople> {
  const found = new Map<string, Member>();
  const add = (member: Member) => found.set(member.id, keptMember(member));
  async function search(email: string) {
    for await (const page of reader.pages(listMembers, { org }, { query: { search: email } })) {
      // The search also finds e-mails that only contain this one.
      for (const member of page) if (member.user?.email?.toLowerCase() === email) add(member);
    }
  }
  async function get(user: string) {
    const member = await reader.get(getMember, { org, user });
    if (member) add(member);
  }
  await Promise.all(names.map((name) => (name.includes('@') ? search(name) : get(name))));
  return found;
}

async function everyone({ reader, snapshot, options }: PeopleSearch): Promise<KnownPeople | Reason> {
  const { organization } = snapshot;
  const { parts } = await readSnapshot(reader, organization, wantedOf(['member']), options);
  const { lists, unknown } = (parts as Snapshot['parts']).member;
  return lists.get(organization) ?? (unknown[0]?.reason as Reason);
}
