import type { SpaceLevels } from '../access/access.ts';
import { askAboutEach } from '../access/answers.ts';
import { mostAsked } from '../access/questions.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { getPublishedSite, type PublishedSite } from '../api/contract/operations/sites.ts';
import { isAtLeast } from '../domain/access/levels.ts';
import { reasonOfListed } from '../model/read/list.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import type { ItemOf, Snapshot, UnknownList } from '../model/read/snapshot.ts';
import { readAhead } from '../work/run/read-each.ts';

type Member = ItemOf<'member'>;

/** What the service says of the spaces of single members. */
export interface Answers {
  /** The spaces where a member has a level that a rule looks at, by the id of the member. */
  readonly of: ReadonlyMap<IdOf<'user'>, SpaceLevels>;
  /** The members of whom the service did not answer. */
  readonly unknown: readonly UnknownList[];
  /** The customizations of published sites, by the id of the site. */
  readonly customizations: ReadonlyMap<string, PublishedSite['customizations']>;
  /** The sites whose customizations could not be read. */
  readonly unreadSites: readonly UnknownList[];
  /** Why no one was asked about; absent if everyone was for whom a rule asks. */
  readonly missing?: string;
}

/** The members about whom a rule asks the service, and the least level in a space that it looks at. */
export interface Asks {
  readonly about: (member: Member) => boolean;
  readonly level: string;
}

/** A rule that was not applied: no one has named it, and it asks about very many people. */
export interface LeftOut {
  readonly rule: string;
  readonly people: number;
}

/**
 * Asks about each member for whom one of the rules does. A rule that the user has not `named` asks about 2,000 people at
 * most; above, it is left out. Rejects if nothing else can be read either.
 */
export async function askFor(
  reader: ServiceReader,
  { organization, parts }: Snapshot,
  rules: readonly { readonly id: string; readonly asks?: Asks; readonly asksSites?: true }[],
  {
    named,
    onAsked,
  }: { readonly named: ReadonlySet<string>; readonly onAsked?: ((done: number) => void) | undefined },
): Promise<{ readonly answers: Answers; readonly leftOut: readonly LeftOut[] }> {
  const sites = rules.some(({ asksSites }) => asksSites) ? (parts.site?.lists.get(organization) ?? []) : [];
  const members = [...(parts.member?.lists.get(organization)?.values() ?? [])];
  const leftOut = rules.flatMap(({ id, asks }) => {
    const people = !asks || named.has(id) ? 0 : members.filter(asks.about).length;
    return people > mostAsked ? { rule: id, people } : [];
  });
  const asks = rules.flatMap(({ id, asks }) => (leftOut.some(({ rule }) => rule === id) ? [] : (asks ?? [])));
  const asked = members.filter((member) => asks.some(({ about }) => about(member)));
  return {
    answers: {
      ...(await answersFor(reader, organization, asked, asks, onAsked)),
      ...(await customizationsOf(reader, organization, new Map(sites))),
    },
    leftOut,
  };
}

async function answersFor(
  reader: ServiceReader,
  organization: string,
  members: readonly Member[],
  asks: readonly Asks[],
  onAsked?: (done: number) => void,
): Promise<Pick<Answers, 'of' | 'unknown'>> {
  const answers = new Map<IdOf<'user'>, SpaceLevels>();
  const unknown: UnknownList[] = [];
  const users = members.map(({ id }) => id);
  let at = 0;
  for await (const asked of askAboutEach(reader, organization, users)) {
    const user = users[at++] as IdOf<'user'>;
    onAsked?.(at);
    if ('unknown' in asked) unknown.push(asked.unknown);
    // Whole answers of many people would take much memory.
    else answers.set(user, lookedAt(asked.answer, asks));
  }
  return { of: answers, unknown };
}

/** Reads the customizations of published sites. Those that are shared by a link show them with its key only. */
async function customizationsOf(
  reader: ServiceReader,
  org: string,
  sites: ReadonlyMap<IdOf<'site'>, ItemOf<'site'>>,
): Promise<Pick<Answers, 'customizations' | 'unreadSites'>> {
  const customizations = new Map<string, PublishedSite['customizations']>();
  const unreadSites: UnknownList[] = [];
  const published = [...sites].filter(([, site]) => site.published && site.visibility !== 'share-link');
  const ids = published.map(([id]) => id);
  let at = 0;
  for await (const read of readAhead(ids, 16, (site) => reader.need(getPublishedSite, { org, site }))) {
    const id = ids[at++] as IdOf<'site'>;
    if ('value' in read) customizations.set(id, read.value.customizations);
    else unreadSites.push({ kind: 'site', in: { kind: 'site', id }, reason: reasonOfListed(read.error) });
  }
  return { customizations, unreadSites };
}

function lookedAt(answer: SpaceLevels, asks: readonly Asks[]): SpaceLevels {
  return new Map([...answer].filter(([, level]) => asks.some((one) => isAtLeast(level, one.level))));
}

/** A copy of an organization answers by the rules alone: it does not know what was granted directly. */
export const answersOfCopy: Answers = {
  of: new Map(),
  unknown: [],
  customizations: new Map(),
  unreadSites: [],
  missing: 'a snapshot does not hold what was granted directly',
};
