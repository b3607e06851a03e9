import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Unfinished, UsageError } from '../errors.ts';
import { isNewerFormat, madeByNewer } from '../formats/newer.ts';
import type { Files } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import { shortened } from '../text/shortened.ts';
import {
  chained,
  type Fault,
  type FileFacts,
  type ManifestEntry,
  manifestName,
  manifestText,
  readManifest,
  sealOf,
} from './chain.ts';
import type { GrantChoice } from './grants.ts';

export const reviewFormat = 'docs-admin-access-review/1';

const sortings = ['team', 'place', 'person'] as const;
/** In whose packet a grant lands, and how packets are sorted. */
export type Sorting = (typeof sortings)[number];

export function isSorting(text: string): text is Sorting {
  return (sortings as readonly string[]).includes(text);
}

/** What a review is about: `review.json`. */
export interface Review extends GrantChoice {
  readonly format: typeof reviewFormat;
  readonly organization: string;
  readonly taken: string;
  readonly accessRules: { readonly name: string; readonly calibrated: boolean };
  /** Whether all lists could be read; `unknown` names those that could not. */
  readonly complete: boolean;
  readonly unknown: readonly string[];
  readonly by: Sorting;
  /** The last day for decisions: `2026-12-31`. */
  readonly due: string | null;
  readonly redacted: boolean;
  /** Whether the service was asked about each person, to find levels that no known way gives. */
  readonly direct: boolean;
  readonly grants: number;
  readonly reviewers: readonly Reviewer[];
}

export interface Reviewer {
  readonly reviewer: string;
  readonly name: string;
  /** The name of the packet, without its ending. */
  readonly packet: string;
}

export const reviewFiles = {
  review: 'review.json',
  population: 'population.csv',
  decisions: 'decisions.jsonl',
  plan: 'plan.json',
  outcome: 'outcome.jsonl',
  after: 'after.csv',
} as const;

export interface ReviewFile {
  readonly name: string;
  readonly text: Iterable<string>;
}

/** A review in a folder, with its files as the manifest has them. */
export interface ReviewFolder {
  readonly folder: string;
  readonly review: Review;
  readonly entries: readonly ManifestEntry[];
}

/** A folder whose manifest is known. */
export type ListedFolder = Pick<ReviewFolder, 'folder' | 'entries'>;

export type FolderReader = Pick<Files, 'folder' | 'bytes'>;

/** Writes files of a review, and then the manifest. Resolves with its entries; those of other files stay. */
export async function writeReview(
  files: Pick<Files, 'write' | 'writeAll'>,
  { folder, entries }: ListedFolder,
  parts: readonly ReviewFile[],
): Promise<ManifestEntry[]> {
  const facts = new Map(entries.map((entry): [string, FileFacts] => [entry.name, entry]));
  function* counted({ name, text }: ReviewFile): Generator<string> {
    const hash = createHash('sha256');
    let size = 0;
    for (const piece of text) {
      hash.update(piece);
      size += Buffer.byteLength(piece);
      yield piece;
    }
    facts.set(name, { name, size, sha256: hash.digest('hex') });
  }
  const texts = parts.map((part) => [part.name, counted(part)] as const);
  await files.writeAll(folder, texts);
  const all = chained([...facts.values()]);
  await files.write(join(folder, manifestName), manifestText(all));
  return all;
}

/** Which faults a command may find, because it writes the file again. */
export type Tolerance = (fault: Fault) => boolean;

/** Takes what an interrupted command has left of a record: lines that the manifest does not cover. */
export function isUnfinished(record: string): Tolerance {
  return ({ name, isBeyond, isUnlisted }) => name === record && (isBeyond ?? isUnlisted ?? false);
}

/**
 * Reads a review, and checks that no file has been changed since it was written. Throws `UsageError` if the folder holds none,
 * and `Unfinished` (exit code 11) with every fault but those that `tolerates` takes.
 */
export async function readReview(
  files: FolderReader,
  folder: string,
  tolerates: Tolerance = () => false,
): Promise<ReviewFolder> {
  const { faults, ...found } = await checkFolder(files, folder);
  const severe = faults.filter((fault) => !tolerates(fault));
  if (severe.length > 0 || !found.review) throw brokenReview(folder, severe);
  return { folder, review: found.review, entries: found.entries };
}

/** Returns the error for a review that is not as it was written, with the place of each fault. */
export function brokenReview(folder: string, faults: readonly Fault[]): Unfinished {
  const isDecided = faults.some(({ name, isUnlisted }) => /^packets\/.*\.csv$/.test(name) && !isUnlisted);
  return new Unfinished(`${folder} is not as it was written: the chain is broken`, {
    kind: 'no',
    details: shortened(faults.map(faultText)),
    ...(isDecided && { hint: { code: 'decide-in-copy', data: {} } }),
  });
}

function faultText({ name, line, message }: Fault): string {
  return `${line === undefined ? name : `${name}:${line}`}: ${message}`;
}

export interface CheckedFolder {
  readonly entries: readonly ManifestEntry[];
  readonly faults: readonly Fault[];
  /** Absent if it has been changed. */
  readonly review?: Review;
  /** Files that are no part of a review. */
  readonly others: readonly string[];
}

/** Checks all files of a review against its manifest. Throws `UsageError` if the folder holds no review. */
export async function checkFolder(files: FolderReader, folder: string): Promise<CheckedFolder> {
  const names = files.folder(folder);
  if (!names?.includes(manifestName))
    throw new UsageError(`${folder} holds no access review: it has no ${manifestName}`, {
      hint: { code: 'open-review', data: { folder } },
    });
  const { entries, faults: found } = readManifest(await textIn(files, join(folder, manifestName)));
  const faults: Fault[] = [...found];
  for (const entry of entries) {
    const fault = await fileFault(files, folder, entry);
    if (fault) faults.push(fault);
  }
  const listed = new Set<string>(entries.map(({ name }) => name));
  const packets = (files.folder(join(folder, 'packets')) ?? []).map((name) => `packets/${name}`);
  const fixed: readonly string[] = Object.values(reviewFiles);
  const unlisted = [...names, ...packets].filter(
    (name) => !listed.has(name) && ![manifestName, 'packets'].includes(name),
  );
  const isOwn = (name: string) => fixed.includes(name) || name.startsWith('packets/');
  for (const name of unlisted.filter(isOwn))
    faults.push({ name, message: 'the manifest does not have it', isUnlisted: true });
  for (const name of [reviewFiles.review, reviewFiles.population])
    if (!listed.has(name)) faults.push({ name: manifestName, message: `the entry of ${name} is missing` });
  const others = unlisted.filter((name) => !isOwn(name));
  if (faults.some(({ name }) => name === reviewFiles.review || name === manifestName))
    return { entries, faults, others };
  return { entries, faults, others, review: await reviewIn(files, folder) };
}

async function fileFault(
  files: FolderReader,
  folder: string,
  { name, size, sha256 }: ManifestEntry,
): Promise<Fault | undefined> {
  const whole = createHash('sha256');
  // What an interrupted command has added to a record is behind the lines that the manifest covers.
  const begin = name.endsWith('.jsonl') ? createHash('sha256') : undefined;
  let length = 0;
  try {
    for await (const piece of files.bytes(join(folder, name))) {
      whole.update(piece);
      begin?.update(piece.subarray(0, Math.max(0, size - length)));
      length += piece.length;
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { name, message: error.message };
  }
  if (whole.digest('hex') === sha256) return undefined;
  if (length > size && begin?.digest('hex') === sha256)
    return {
      name,
      message: 'has lines that the manifest does not cover: a command was interrupted',
      isBeyond: true,
    };
  const what = length === size ? 'its hash is another one' : `it has ${length} bytes, not ${size}`;
  return { name, message: `has been changed: ${what}` };
}

async function reviewIn(files: FolderReader, folder: string): Promise<Review> {
  const path = join(folder, reviewFiles.review);
  const review: unknown = JSON.parse(await textIn(files, path));
  const { format } = isObject(review) ? review : {};
  if (isNewerFormat(format, reviewFormat)) throw madeByNewer(path);
  if (format !== reviewFormat) throw new UsageError(`${path} is not the one of an access review`);
  return review as unknown as Review;
}

/** Yields a text of a review, of up to `size` bytes, in pieces that end with a line. */
export async function* linesIn(
  files: FolderReader,
  path: string,
  size = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let left = size;
  let rest = '';
  for await (const piece of files.bytes(path)) {
    const text = decoder.decode(piece.subarray(0, left), { stream: true });
    left -= Math.min(left, piece.length);
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) yield rest + text.slice(0, end);
    rest = end > 0 ? text.slice(end) : rest + text;
  }
  yield rest + decoder.decode();
}

export async function textIn(files: FolderReader, path: string, size?: number): Promise<string> {
  let text = '';
  for await (const piece of linesIn(files, path, size)) text += piece;
  return text;
}

export function sealText(entries: readonly ManifestEntry[]): string {
  return `seal: ${sealOf(entries)}`;
}
