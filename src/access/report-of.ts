import type { Client } from '../api/client/client.ts';
import { isAtLeast } from '../domain/access/levels.ts';
import type { SnapshotOptions, Unknown } from '../model/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { type Answer, accessOf, placeOf } from './access.ts';
import { type Facts, type Member, mayGiveMore, placesIn } from './facts.ts';
import type { Naming } from './pseudonyms.ts';
import { type Asking, type Lacks, mostAsked, withAnswers } from './questions.ts';
import { readFacts } from './read.ts';
import type { Access, Place, Report, ReportRow } from './report.ts';
import { readBase, readSurroundings, type Surroundings } from './surroundings.ts';

export interface ReportOptions extends SnapshotOptions {
  readonly naming: Naming;
  /** The least level of the rows; rows with an unknown level or a disagreement stay. */
  readonly wanted: string;
  /** Whether the service is asked about each person in a large organization, too. */
  readonly verify: boolean;
  /** Whether sites and integrations are read. Otherwise the report has none. */
  readonly withSurroundings: boolean;
  /** Called when the service has answered for a person. */
  readonly onAsked?: (done: number) => void;
}

/** Reads who reaches what in an organization. Rejects as `readSnapshot` does. */
export async function readReport(
  client: Client,
  organization: string,
  { naming, wanted, verify, withSurroundings, onAsked, ...options }: ReportOptions,
): Promise<Report> {
  const [facts, around] = await Promise.all([
    readFacts(client, organization, options),
    withSurroundings ? readSurroundings(client, organization) : readBase(client, organization),
  ]);
  const lacks: { unknown: Unknown[] } = { unknown: [] };
  const asks = verify || facts.people.size <= mostAsked;
  const all = () => [...facts.unknown, ...around.unknown, ...lacks.unknown];
  return {
    organization,
    isWhole: isWhole(facts),
    base: around.base,
    members: facts.people.size,
    // Only the page needs them as a whole.
    get people() {
      return [...facts.people.values()].map((member) => ({ ...member, user: naming.user(member) }));
    },
    teams: [...facts.teams.values()],
    targets: targetsOf(facts, around),
    settings: facts.targets,
    incomplete: new Set(
      [...placesIn(facts)].filter((target) => mayGiveMore(facts, target)).map(({ place }) => place.id),
    ),
    unknown: () => unknownTexts(all(), naming.isRedacted ? naming.id : undefined),
    rows() {
      lacks.unknown.length = 0;
      return rowsOfFacts(facts, { client, naming, asks, onAsked, wanted }, lacks);
    },
  };
}

/** Yields the rows of people in pages: those of a person together. What is asked in vain is added to `lacks`. */
export async function* rowsOfFacts(
  facts: Facts,
  { naming, wanted, ...asking }: Asking & { readonly wanted: string },
  lacks: Pick<Lacks, 'unknown'>,
): AsyncGenerator<readonly ReportRow[]> {
  const rules = rulesOf(facts, wanted);
  for await (const people of withAnswers(facts, asking, lacks)) {
    const page: ReportRow[] = [];
    for (const { member, answer } of people) {
      const named = { user: naming.user(member), disabled: member.disabled };
      // A copy of a whole row, instead of a literal: V8 puts literals of this kind into its old space at once.
      for (const row of answer ? answeredRows(facts, member, wanted, answer) : rules(member))
        page.push(Object.assign({ ...row }, named));
    }
    yield page;
  }
}

/** Returns whether the lists of members, collections and spaces could be read. */
export function isWhole({ unknown }: Facts): boolean {
  return !unknown.some(({ kind }) => ['member', 'collection', 'space'].includes(kind));
}

function targetsOf(facts: Facts, { sitesOf, integrations }: Partial<Surroundings>): Report['targets'] {
  return [...placesIn(facts)].map(({ place }) => ({
    place: placeOf(place),
    parent: place.parent ?? null,
    sites: (place.kind === 'space' && sitesOf?.(place.id)) || [],
    integrations: (place.kind === 'space' && integrations) || [],
  }));
}

/** Returns the rows of a person by the rules; those of somebody else with the same access, without the name. */
export type Rules = (member: Member) => readonly ReportRow[];

/** The largest number of computed levels that are kept. */
const mostKept = 50_000;

/**
 * Makes a function that computes access by the rules, at least the level `wanted`. People with the same role and the same
 * teams share the result.
 */
export function rulesOf(facts: Facts, wanted = 'read'): Rules {
  const targets = [...placesIn(facts)];
  const places = targets.map(({ place }) => placeOf(place));
  const granted = new Set(targets.flatMap(({ grants }) => [...grants.keys()]));
  const known = new Map<string, readonly ReportRow[]>();
  return (member) => {
    const teams = member.teams.filter((team) => granted.has(team));
    const key = JSON.stringify([member.role, member.teams.length > 0, ...teams]);
    const found =
      known.get(key) ??
      targets.flatMap((target, at) => {
        const access = accessOf(facts, member, target);
        return isShown(access, wanted) ? [rowOf(member, places[at] as Place, access)] : [];
      });
    if (known.size * Math.max(1, targets.length) > mostKept) known.clear();
    known.set(key, found);
    return found;
  };
}

function isShown({ level, unknown, disagreement }: Access, wanted: string): boolean {
  if (unknown || disagreement) return true;
  // A level that is not documented is above none, but cannot be compared.
  return wanted === 'read' ? level !== null : isAtLeast(level, wanted);
}

/** Returns the rows of a person whom the service was asked about. */
function answeredRows(
  facts: Facts,
  member: Member,
  wanted: string,
  answer: Answer | 'unread',
): readonly ReportRow[] {
  return [...placesIn(facts)].flatMap((target) => {
    const access = accessOf(facts, member, target, answer);
    return isShown(access, wanted) ? [rowOf(member, placeOf(target.place), access)] : [];
  });
}

function rowOf({ user, disabled }: Member, target: Place, access: Access): ReportRow {
  return { user, disabled, target, ...access };
}
