import { join } from 'node:path';
import { namingFor } from '../access/pseudonyms.ts';
import { mostAsked } from '../access/questions.ts';
import { packetPage } from '../documents/review/packet.ts';
import { UsageError } from '../errors.ts';
import { uniqueFileNames } from '../text/file-names.ts';
import { groupBy } from '../text/group-by.ts';
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
import { choosing, type Grant, type GrantChoice, grantIds, readGrants } from './grants.ts';
import { type Assigned, assigned, readReviewers } from './reviewers.ts';
import { tableText } from './table.ts';
import { grantWords, type ShownGrant } from './words.ts';

export interface OpenFlags extends GrantChoice {
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
  const entries = await writeReview(files, folder, [], parts);
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
