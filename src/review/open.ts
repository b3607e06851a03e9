import { join } from 'node:path';
import { placesIn } from '../access/facts.ts';
import { namingFor } from '../access/pseudonyms.ts';
import { mostAsked } from '../access/questions.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { packetPage } from '../documents/review/packet.ts';
import { upwards } from '../domain/access/places.ts';
import { UsageError } from '../errors.ts';
import { inputName } from '../inputs.ts';
import type { LineProblem } from '../rosters/roster.ts';
import { problemsError } from '../rosters/roster-file.ts';
import { uniqueFileNames } from '../text/file-names.ts';
import { groupBy } from '../text/group-by.ts';
import { kept } from '../text/kept.ts';
import { prefixedTitle, quoted } from '../text/words.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { manifestName, sha256 } from './chain.ts';
import {
  type Review,
  type Reviewer,
  type ReviewFile,
  reviewFiles,
  reviewFormat,
  type Sorting,
  sealText,
  writeReview,
} from './folder.ts';
import { choosing, type Grant, type GrantChoice, type Granted, grantIds, readGrants } from './grants.ts';
import { tableLines, tableText } from './table.ts';
import { grantWords, pathOfTitles, type ShownGrant, targetWith } from './words.ts';

interface OpenFlags extends GrantChoice {
  readonly by: Sorting;
  readonly due: string | null;
  /** The path of the file that names reviewers. */
  readonly reviewers: string | undefined;
  readonly verify: boolean;
  readonly redact: boolean;
}

export const populationColumns = [
  ...['grant', 'person', 'place', 'way', 'level', 'opens', 'note', 'reviewer'],
  ...['person_id', 'place_id'],
];

export const packetColumns = [
  ...['grant', 'person', 'place', 'way', 'level', 'decision', 'to', 'reason', 'opens', 'note'],
  ...['review', 'person_id', 'place_id'],
];

/** A grant as a packet and the population show it. */
export interface ReviewRow extends ShownGrant {
  readonly id: string;
  readonly grant: Grant;
  /** The id of the reviewer, or the pseudonym. */
  readonly reviewer: string;
}

/**
 * Freezes all grants in a folder, with a packet for each reviewer. Resolves with the review. Throws `UsageError` if the folder
 * has a review, and if no one can review.
 */
export async function openReview(
  session: Session,
  folder: string,
  flags: OpenFlags,
): Promise<{ readonly review: Review; readonly grants: ReadonlyMap<string, number> }> {
  const { files, clock } = session.system;
  if (files.folder(folder)?.length)
    throw new UsageError(`${folder} is not empty`, { hint: { code: 'new-folder', data: {} } });
  const { level, guests, by, due, redact } = flags;
  const naming = await namingFor(session, redact);
  let isDirect = true;
  const granted = await readGrants(session, sessionReader(session), naming, ({ people }) => {
    isDirect = flags.verify || people.size <= mostAsked;
    return () => isDirect;
  });
  const named =
    flags.reviewers === undefined ? new Map() : await readReviewers(session, flags.reviewers, granted);
  const covered = granted.grants.filter(choosing(granted, flags));
  const all = assigned(granted, covered, by, named);
  const words = grantWords(granted, naming);
  const org = session.scope.org();
  const idOf = grantIds(org, redact ? await session.system.pseudonymKey() : undefined);
  const rowOf = ({ grant, reviewer, isOwn }: Assigned): ReviewRow => {
    const shown = words(grant);
    const note = [shown.note, isOwn && 'self'].filter(Boolean).join(', ');
    return { ...shown, note, id: idOf(grant), grant, reviewer: naming.id(reviewer) };
  };
  const byReviewer = groupBy(all, ({ reviewer }) => reviewer);
  const fileNameOf = uniqueFileNames();
  const reviewers = [...byReviewer.keys()].map((id) => {
    const name = words({ kind: 'organization-role', who: id, where: org, level: '' }).person;
    return { reviewer: naming.id(id), name, packet: fileNameOf(naming.id(id)) };
  });
  const review: Review = {
    format: reviewFormat,
    organization: org,
    taken: new Date(clock.now()).toISOString(),
    accessRules: {
      name: session.accessRules.name,
      calibrated: session.accessRules.calibration !== undefined,
    },
    complete: granted.unknown.length === 0,
    unknown: granted.unknown,
    by,
    level,
    guests,
    due,
    redacted: redact,
    direct: isDirect,
    grants: all.length,
    reviewers,
  };
  const text = `${JSON.stringify(review, null, 2)}\n`;
  const parts: ReviewFile[] = [
    { name: reviewFiles.review, text: [text] },
    {
      name: reviewFiles.population,
      text: tableText(
        populationColumns,
        map(all, (one) => populationCells(rowOf(one))),
      ),
    },
    ...[...byReviewer.values()].flatMap((own, at) =>
      packetFiles(review, {
        ...(reviewers[at] as Reviewer),
        mark: reviewMark(text),
        count: own.length,
        rows: () => map(sorted(own, by, words), rowOf),
      }),
    ),
  ];
  await files.makeFolder(join(folder, 'packets'));
  const entries = await writeReview(files, { folder, entries: [] }, parts);
  await session.out.done(`wrote ${folder}/${manifestName}; ${sealText(entries)}`);
  const grants = new Map([...byReviewer].map(([id, own]) => [naming.id(id), own.length]));
  return { review, grants };
}

/** Returns what packets of a review have in common: a file of another review has another mark. */
export function reviewMark(reviewText: string): string {
  return `r${sha256(reviewText).slice(0, 12)}`;
}

export function populationCells({ id, grant, reviewer, ...shown }: ReviewRow): string[] {
  const { person, place, opens, note, personId, placeId } = shown;
  return [id, person, place, grant.kind, grant.level, opens, note, reviewer, personId, placeId];
}

function* packetCells(mark: string, rows: Iterable<ReviewRow>): Generator<string[]> {
  for (const { id, grant, person, place, opens, note, personId, placeId } of rows)
    yield [
      ...[id, person, place, grant.kind, grant.level, '', '', ''],
      ...[opens, note, mark, personId, placeId],
    ];
}

/** What the packet of a reviewer is made of; `rows` makes its rows. */
export interface Packet extends Reviewer {
  readonly mark: string;
  readonly count: number;
  rows(): Iterable<ReviewRow>;
}

/** Returns a packet as CSV, and as a page on which a reviewer decides. Its rows are made when it is written. */
export function packetFiles(
  { organization, due }: Pick<Review, 'organization' | 'due'>,
  packet: Packet,
): ReviewFile[] {
  const { name: reviewer, packet: base, mark, count, rows } = packet;
  const file = `${base}.csv`;
  const columns = packetColumns;
  function* page(): Generator<string> {
    yield* packetPage({ organization, reviewer, file, due, columns, count, rows: packetCells(mark, rows()) });
  }
  function* table(): Generator<string> {
    yield* tableText(columns, packetCells(mark, rows()));
  }
  return [
    { name: `packets/${base}.csv`, text: table() },
    { name: `packets/${base}.html`, text: page() },
  ];
}

/** Sorts a packet: by the team, the place or the person, in their order of names. */
function sorted(
  own: readonly Assigned[],
  by: Sorting,
  words: (grant: Grant) => ShownGrant,
): readonly Assigned[] {
  const keyed = own.map((one) => {
    const { person, place } = words(one.grant);
    const isOfTeam = by === 'person' || (by === 'team' && one.grant.kind.endsWith('-team'));
    return { one, key: isOfTeam ? person : place };
  });
  keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return keyed.map(({ one }) => one);
}

function* map<From, To>(all: Iterable<From>, change: (one: From) => To): Generator<To> {
  for (const one of all) yield change(one);
}

/** The reviewers whom a file names, by the id of the place. */
type NamedReviewers = ReadonlyMap<string, readonly IdOf<'user'>[]>;

interface Assigned {
  readonly grant: Grant;
  readonly reviewer: IdOf<'user'>;
  /** Whether the reviewer decides about a grant of their own, because no one else can. */
  readonly isOwn: boolean;
}

/**
 * Gives each grant to one reviewer: whom a file names for the place, an owner of the team, an administrator. What belongs
 * together goes to one of them, and of several the one with the fewest grants takes it. Throws `UsageError` if there is no one.
 */
function assigned(
  { facts, teams }: Granted,
  grants: readonly Grant[],
  by: Sorting,
  named: NamedReviewers,
): Assigned[] {
  const canReview = (id: IdOf<'user'>) => facts.people.get(id)?.disabled === false;
  const administrators = [...facts.people.keys()].filter(
    (id) => canReview(id) && facts.people.get(id)?.role === 'admin',
  );
  const owners = new Map<string, readonly IdOf<'user'>[]>();
  const ownersOf = (team: string) =>
    kept(owners, team, () =>
      [...(teams.get(team) ?? [])].flatMap(([id, role]) => (role === 'owner' && canReview(id) ? [id] : [])),
    );
  const load = new Map<string, number>();
  const loadOf = (id: string) => load.get(id) ?? 0;
  /** The reviewers of what belongs together: the first one, and whoever decides in their place. */
  const chosen = new Map<string, IdOf<'user'>[]>();

  return grants.map((grant) => {
    const team = teamOf(grant);
    const groups = [
      namedFor(facts, named, grant),
      ...(by === 'team' && team !== undefined ? [ownersOf(team)] : []),
      administrators,
    ];
    const isOther = (id: string) => id !== grant.who;
    const able = groups.find((group) => group.some(isOther)) ?? groups.find((group) => group.length > 0);
    if (!able)
      throw new UsageError('there is no one to review: no owner of a team and no administrator can sign in', {
        hint: { code: 'name-reviewers', data: {} },
      });
    const key = keyOf(grant, by);
    const together = chosen.get(key) ?? [];
    const reviewer =
      together.find((one) => isOther(one) && able.includes(one)) ??
      able.reduce((best, one) =>
        isOther(one) && (!isOther(best) || loadOf(one) < loadOf(best)) ? one : best,
      );
    if (!together.includes(reviewer)) chosen.set(key, [...together, reviewer]);
    load.set(reviewer, loadOf(reviewer) + 1);
    return { grant, reviewer, isOwn: reviewer === grant.who };
  });
}

/** Returns the team whose owners know best; `undefined` if a grant has none. */
function teamOf({ kind, who, where }: Grant): string | undefined {
  if (kind === 'team-member') return where;
  return kind.endsWith('-team') ? who : undefined;
}

/** Returns a text that is the same for grants which belong together. */
function keyOf(grant: Grant, by: Sorting): string {
  if (by === 'team') return teamOf(grant) ?? `${grant.where} ${grant.who}`;
  return by === 'place' ? grant.where : grant.who;
}

/** Returns whom a file names for the place, or for a collection around it. */
function namedFor(facts: Granted['facts'], named: NamedReviewers, { where }: Grant): readonly IdOf<'user'>[] {
  const own = named.get(where);
  const target = targetWith(facts, where);
  if (own || !target || named.size === 0) return own ?? [];
  for (const { place } of upwards(target)) {
    const found = named.get(place.id);
    if (found) return found;
  }
  return [];
}

/**
 * Reads who reviews which place: CSV with the columns `place` and `reviewer`, of ids, titles and e-mail addresses. Throws
 * `UsageError` with the problems of all lines.
 */
async function readReviewers(session: Session, path: string, { facts }: Granted): Promise<NamedReviewers> {
  const problems: LineProblem[] = [];
  const named = new Map<string, IdOf<'user'>[]>();
  const places = placesByName(facts);
  const people = peopleByName(facts);
  for await (const { line, cell } of tableLines(session, path, ['place', 'reviewer'], problems)) {
    const find = <Id>(column: string, known: ReadonlyMap<string, readonly Id[]>): Id | undefined => {
      const given = cell(column);
      const [found, second] = known.get(given) ?? known.get(prefixedTitle(given) ?? '') ?? [];
      if (found !== undefined && second === undefined) return found;
      const problem = found === undefined ? `there is no ${column}` : 'several have the name';
      problems.push({ line, column, message: given === '' ? 'is empty' : `${problem} ${quoted(given)}` });
      return undefined;
    };
    const [place, reviewer] = [find('place', places), find('reviewer', people)];
    if (reviewer !== undefined && facts.people.get(reviewer)?.disabled)
      problems.push({ line, column: 'reviewer', message: `${quoted(cell('reviewer'))} cannot sign in` });
    else if (place !== undefined && reviewer !== undefined) kept(named, place, () => []).push(reviewer);
  }
  if (problems.length > 0) throw problemsError(inputName(path), problems);
  return named;
}

/** Returns the ids of places by id, title, and path of titles. */
function placesByName(facts: Granted['facts']): Map<string, readonly string[]> {
  const { organization, teams } = facts;
  const names = new Map<string, Set<string>>([[organization.id, new Set([organization.id])]]);
  const add = (name: string | undefined, id: string) =>
    name !== undefined && kept(names, name, () => new Set()).add(id);
  for (const [id, { title }] of teams) for (const name of [id, title]) add(name, id);
  for (const target of placesIn(facts)) {
    const { id, title } = target.place;
    for (const name of [id, title, pathOfTitles(target)]) add(name, id);
  }
  return new Map([...names].map(([name, ids]) => [name, [...ids]]));
}

function peopleByName({ people }: Granted['facts']): Map<string, readonly IdOf<'user'>[]> {
  const names = new Map<string, IdOf<'user'>[]>();
  for (const [id, { user }] of people)
    for (const name of new Set([id, user.email, user.displayName]))
      if (name) kept(names, name, () => []).push(id);
  return names;
}
