import { basename, join } from 'node:path';
import { lowerLevels } from '../domain/access/levels.ts';
import { InvalidOption, UsageError } from '../errors.ts';
import { inputName } from '../inputs.ts';
import type { Files } from '../ports.ts';
import type { LineProblem } from '../rosters/roster.ts';
import { problemLines } from '../rosters/roster-file.ts';
import { alternatives } from '../text/alternatives.ts';
import { withMark, withoutMark } from '../text/cells.ts';
import { shortened } from '../text/shortened.ts';
import { counted, quoted } from '../text/words.ts';
import type { Session } from '../work/run/session.ts';
import { grownRecord, type ManifestEntry } from './chain.ts';
import {
  isUnfinished,
  type ReviewFolder,
  readReview,
  reviewFiles,
  sealText,
  textIn,
  writeReview,
} from './folder.ts';
import { reviewMark } from './open.ts';
import {
  coveredText,
  type DecisionWord,
  decisionWords,
  firstPacketOf,
  laterPackets,
  type ReviewDecision,
  type ReviewState,
  readDecisions,
  readState,
} from './state.ts';
import { ownLines, type TableLine, tableLines } from './table.ts';

/** The cells of a packet that no one may change. */
const fixedCells = ['person', 'place', 'way', 'level', 'review', 'person_id', 'place_id'] as const;
const neededColumns = ['grant', 'person', 'place', 'way', 'level', 'decision', 'to', 'reason'];

/** What the packets of one reviewer show, by the id of the grant. */
type Packet = ReadonlyMap<string, Readonly<Record<(typeof fixedCells)[number], string>>>;

/**
 * Reads decisions and adds them to the record: those of all files, or none. Throws `UsageError` with the problems of all lines.
 */
export async function importDecisions(
  session: Session,
  folder: string,
  paths: readonly string[],
  given: string | undefined,
): Promise<void> {
  const { files, clock } = session.system;
  const opened = await readReview(files, folder, isUnfinished(reviewFiles.decisions));
  const { entries, review } = opened;
  const record = await readDecisions(files, opened);
  const state = await readState(files, opened, record);
  const mark = reviewMark(await textIn(files, join(folder, reviewFiles.review)));
  const at = new Date(clock.now()).toISOString();
  const lines: string[] = [];
  const taken: ReviewDecision[] = [];
  const seen = new Map<string, string>();
  let unchanged = 0;
  for (const path of paths) {
    const reviewer = reviewerOf(opened, path, given);
    const packet = await readPacket(session, opened, reviewer, mark);
    // What someone calls a file may be a name.
    const file = review.redacted ? `${reviewer}.csv` : basename(inputName(path));
    const problems: LineProblem[] = [];
    for await (const line of tableLines(session, path, neededColumns, problems)) {
      const found = decisionIn(line, { packet, state, mark, reviewer });
      if (Array.isArray(found)) problems.push(...found);
      if (Array.isArray(found) || !found) continue;
      const place = `${inputName(path)}:${line.line}`;
      const earlier = seen.get(found.grant);
      if (earlier !== undefined) {
        problems.push({ line: line.line, message: `the grant ${found.grant} has a decision in ${earlier}` });
        continue;
      }
      seen.set(found.grant, place);
      if (isSame(state.decisions.get(found.grant), found)) unchanged += 1;
      else taken.push(Object.assign(found, { at, file, line: line.line }));
    }
    lines.push(...problemLines(inputName(path), problems));
  }
  if (lines.length > 0)
    throw new UsageError(`${counted(lines.length, 'problem')} in the decisions; nothing was imported`, {
      details: shortened(lines),
    });
  const written = taken.length === 0 ? entries : await addDecisions(files, opened, record.last, taken);
  const same = unchanged > 0 ? `, ${unchanged} known already` : '';
  await session.out.done(`imported ${counted(taken.length, 'decision')}${same}; ${sealText(written)}`);
}

async function addDecisions(
  files: Files,
  opened: ReviewFolder,
  last: string,
  taken: readonly ReviewDecision[],
): Promise<readonly ManifestEntry[]> {
  const name = reviewFiles.decisions;
  const text = await coveredText(files, opened, name);
  return await writeReview(files, opened, [{ name, text: grownRecord({ text, last }, taken) }]);
}

function isSame(
  one: ReviewDecision | undefined,
  other: Omit<ReviewDecision, 'at' | 'file' | 'line'>,
): boolean {
  return (['decision', 'to', 'reason', 'reviewer', 'level'] as const).every(
    (key) => one?.[key] === other[key],
  );
}

/** Returns whose decisions a file has: by its name, such as `user_ada (1).csv`, or as given. Throws `UsageError`. */
function reviewerOf({ folder, review }: ReviewFolder, path: string, given: string | undefined): string {
  const { reviewers } = review;
  if (given !== undefined) {
    const found = reviewers.find(
      ({ reviewer, name }) => [reviewer, name].includes(given) || name.includes(`<${given}>`),
    );
    if (found) return found.reviewer;
    throw new InvalidOption('reviewer', `${quoted(given)} is no reviewer of this review`, {
      hint: { code: 'list-reviewers', data: { folder } },
    });
  }
  const name = basename(path)
    .replace(/\.csv$/i, '')
    .replace(/ \(\d+\)$/, '');
  const found = reviewers.find(({ packet }) => name === packet || name.replace(/\.\d+$/, '') === packet);
  if (found) return found.reviewer;
  throw new UsageError(`${inputName(path)} does not have the name of a packet`, {
    hint: { code: 'name-reviewer', data: {} },
  });
}

async function readPacket(
  { system: { files } }: Session,
  { folder, review, entries }: ReviewFolder,
  reviewer: string,
  mark: string,
): Promise<Packet> {
  const base = review.reviewers.find((one) => one.reviewer === reviewer)?.packet;
  const first = `packets/${base}.csv`;
  const later = laterPackets(entries).filter((name) => firstPacketOf(name) === first);
  const rows = new Map<string, Record<(typeof fixedCells)[number], string>>();
  for (const name of [first, ...later])
    for await (const { cell } of ownLines(files, join(folder, name))) {
      const cells = fixedCells.map((column) => [column, cell(column)]);
      rows.set(cell('grant'), { ...Object.fromEntries(cells), review: mark });
    }
  return rows;
}

interface Against {
  readonly packet: Packet;
  readonly state: ReviewState;
  readonly mark: string;
  readonly reviewer: string;
}

/** Returns the decision in a line, `undefined` if there is none, or all that is wrong with the line. */
function decisionIn(
  { line, cell }: TableLine,
  { packet, state, mark, reviewer }: Against,
): Omit<ReviewDecision, 'at' | 'file' | 'line'> | LineProblem[] | undefined {
  const problems: LineProblem[] = [];
  const problem = (column: string, message: string) => void problems.push({ line, column, message });
  const grant = cell('grant');
  const known = packet.get(grant);
  const review = cell('review');
  if (review !== '' && review !== mark)
    problem('review', `is of another review: ${quoted(review)}, not ${mark}`);
  else if (!known)
    problem(
      'grant',
      state.grants.has(grant)
        ? `${quoted(grant)} is not in a packet of ${reviewer}`
        : `there is no grant ${quoted(grant)} in this review`,
    );
  for (const column of known && problems.length === 0 ? fixedCells : []) {
    const [own, expected] = [cell(column), known?.[column] ?? ''].map(plain);
    const mayLack = !neededColumns.includes(column) && own === '';
    if (own !== expected && !mayLack)
      problem(column, `is ${quoted(own)}, the packet says ${quoted(expected)}`);
  }
  for (const column of ['decision', 'to', 'reason'])
    if (withMark(cell(column)) !== cell(column)) problem(column, 'is a formula for a spreadsheet');
  const word = cell('decision').toLowerCase();
  const to = cell('to').toLowerCase();
  const reason = withoutMark(cell('reason'));
  if (!['', ...decisionWords].includes(word))
    problem('decision', `must be ${alternatives(decisionWords)}, not ${quoted(cell('decision'))}`);
  if ((word === 'remove' || word === 'lower') && reason === '')
    problem('reason', `is missing: ${word} needs one`);
  if (word !== 'lower') {
    if (to !== '') problem('to', 'is only for lower');
  } else if (known) {
    const lower = lowerLevels(known.way, known.level);
    if (!lower.includes(to))
      problem(
        'to',
        lower.length === 0 ? `there is nothing below ${known.level}` : `must be ${alternatives(lower)}`,
      );
  }
  if (problems.length > 0) return problems;
  if (word === '' || !known) return undefined;
  const decision = word as DecisionWord;
  return { grant, decision, ...(to !== '' && { to }), reason, reviewer, level: known.level };
}

/** A spreadsheet may change white space, and the mark before a formula. */
function plain(text: string): string {
  return withoutMark(text).replace(/\s+/g, ' ').trim();
}
