import type { RuleSet } from '../domain/access/rule-sets.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import type { SnapshotOptions, UnknownList } from '../model/read/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { accessOf, placeOf, type SpaceLevels } from './access.ts';
import { isShown, rulesOf } from './by-rules.ts';
import { type KnownAccess, type KnownMember, mayGiveMore, placesIn } from './facts.ts';
import { compared, type Fit } from './fit.ts';
import type { Naming } from './pseudonyms.ts';
import { type AccessQuestion, type AnswerGaps, mostAsked, withAnswers } from './questions.ts';
import { readFacts } from './read.ts';
import type { AccessReport, PersonAccess, PlaceAccess } from './report.ts';
import { readBase, readSiteReach, type SiteReach } from './site-reach.ts';

export interface ReportOptions extends SnapshotOptions {
  readonly rules: RuleSet;
  readonly naming: Naming;
  /** The least level of the rows; rows with an unknown level or a disagreement stay. */
  readonly wanted: string;
  /** Whether the service is asked about each person in a large organization, too. */
  readonly verify: boolean;
  /** Whether sites and integrations are read. Otherwise the report has none. */
  readonly withSiteReach: boolean;
  /** Gets how the rule sets fit the answers of the service. */
  readonly fit: Fit;
  /** Called when the service has answered for a person. */
  readonly onAsked?: (done: number) => void;
}

/** Reads who reaches what in an organization. Rejects as `readSnapshot` does. */
export async function readReport(
  reader: ServiceReader,
  organization: string,
  { rules, naming, wanted, verify, withSiteReach, fit, onAsked, ...options }: ReportOptions,
): Promise<AccessReport> {
  const [facts, around] = await Promise.all([
    readFacts(reader, organization, rules, options),
    withSiteReach ? readSiteReach(reader, organization) : readBase(reader, organization),
  ]);
  const gaps: { unknown: UnknownList[] } = { unknown: [] };
  const asks = verify || facts.people.size <= mostAsked;
  const all = () => [...facts.unknown, ...around.unknown, ...gaps.unknown];
  return {
    rules,
    organization,
    isWhole: isComplete(facts),
    base: around.base,
    members: facts.people.size,
    // Only the page needs them as a whole.
    get people() {
      return naming.isRedacted ? renamed(facts.people, naming) : facts.people;
    },
    teams: [...facts.teams.values()],
    targets: targetsOf(facts, around),
    settings: facts.targets,
    incomplete: new Set(
      [...placesIn(facts)].filter((target) => mayGiveMore(facts, target)).map(({ place }) => place.id),
    ),
    unknown: () => unknownTexts(all(), naming),
    access() {
      gaps.unknown.length = 0;
      return accessOfAll(facts, { reader, naming, asks, onAsked, wanted }, { ...gaps, fit });
    },
  };
}

function renamed(people: KnownAccess['people'], naming: Naming): AccessReport['people'] {
  const all = [...people.values()].map((member) => ({ ...member, user: naming.user(member) }));
  return new Map(all.map((member) => [member.user.id, member]));
}

/** Yields what people have, in pages. What is asked in vain is added to `gaps`. */
export async function* accessOfAll(
  facts: KnownAccess,
  { naming, wanted, ...asking }: AccessQuestion & { readonly wanted: string },
  gaps: Pick<AnswerGaps, 'unknown'> & Partial<Pick<AnswerGaps, 'fit'>>,
): AsyncGenerator<readonly PersonAccess[]> {
  const rules = rulesOf(facts, wanted);
  for await (const people of withAnswers(facts, asking, gaps)) {
    yield people.map(({ member, answer }) => ({
      user: naming.user(member),
      disabled: member.disabled,
      places: answer ? answeredPlaces(facts, member, wanted, answer, gaps.fit) : rules(member),
    }));
  }
}

/** Returns whether the lists of members, collections and spaces could be read. */
export function isComplete({ unknown }: KnownAccess): boolean {
  return !unknown.some(({ kind }) => ['member', 'collection', 'space'].includes(kind));
}

function targetsOf(
  facts: KnownAccess,
  { sitesOf, integrations }: Partial<SiteReach>,
): AccessReport['targets'] {
  return [...placesIn(facts)].map(({ place }) => ({
    place: placeOf(place),
    parent: place.parent ?? null,
    sites: (place.kind === 'space' && sitesOf?.(place.id)) || [],
    integrations: (place.kind === 'space' && integrations) || [],
  }));
}

/** Returns what a person has of whom the service was asked. */
function answeredPlaces(
  facts: KnownAccess,
  member: KnownMember,
  wanted: string,
  answer: SpaceLevels | 'unread',
  fit: Fit | undefined,
): readonly PlaceAccess[] {
  return [...placesIn(facts)].flatMap((target) => {
    fit?.add(compared(facts, member, target, answer));
    const access = accessOf(facts, member, target, answer);
    return isShown(access, wanted) ? [{ target: placeOf(target.place), ...access }] : [];
  });
}
