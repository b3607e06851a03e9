import { createHash } from 'node:crypto';
import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';

/** The hash before the first one of a chain. */
export const noHash = '0'.repeat(64);

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A fault in a review: the file, the line where it is known, and what is wrong. */
export interface Fault {
  readonly name: string;
  readonly line?: number;
  readonly message: string;
  /** Whether a command was interrupted: the file has more lines than the manifest covers, and those it covers are right. */
  readonly isBeyond?: true;
  /** Whether the manifest does not have the file. */
  readonly isUnlisted?: true;
}

/** What is known of a file: its size in bytes, and the hash of its content. */
export interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file in the manifest, with the hash of the entry before it and its own. */
export interface ManifestEntry extends FileFacts {
  readonly previous: string;
  readonly hash: string;
}

export const manifestName = 'manifest.json';
const manifestHead = '{"format":"docs-admin-access-review-manifest/1","entries":[';

/** Returns the entries of files, each with the hash of the one before. */
export function chained(files: readonly FileFacts[]): ManifestEntry[] {
  let previous = noHash;
  return files.map(({ name, size, sha256: content }) => {
    const entry = { name, size, sha256: content, previous };
    const hash = entryHash(entry);
    previous = hash;
    return { ...entry, hash };
  });
}

function entryHash({ previous, name, size, sha256: content }: Omit<ManifestEntry, 'hash'>): string {
  return sha256([previous, name, size, content].join('\n'));
}

/** Returns the hash that covers all entries. */
export function sealOf(entries: readonly ManifestEntry[]): string {
  return entries.at(-1)?.hash ?? noHash;
}

/** Returns the manifest as JSON, with an entry in each line. */
export function manifestText(entries: readonly ManifestEntry[]): string {
  const lines = entries.map((entry) => JSON.stringify(entry));
  return `${manifestHead}\n${lines.join(',\n')}\n]}\n`;
}

/** Reads a manifest. `faults` has the place of each entry that is not as it was written. */
export function readManifest(text: string): { readonly entries: ManifestEntry[]; readonly faults: Fault[] } {
  const faults: Fault[] = [];
  const entries: ManifestEntry[] = [];
  const lines = text.split('\n');
  const fault = (at: number, message: string) => faults.push({ name: manifestName, line: at + 1, message });
  if (lines[0] !== manifestHead) fault(0, 'the first line is not that of a manifest');
  const end = Math.max(1, lines.length - 2);
  if (lines.slice(end).join('\n') !== ']}\n') fault(end, 'the last line is not that of a manifest');
  const names = new Set<string>();
  let previous = noHash;
  for (const [index, line] of lines.slice(1, end).entries()) {
    const at = index + 1;
    const entry = entryIn(line, at === end - 1);
    if (!entry) {
      fault(at, 'is not an entry as it was written');
      continue;
    }
    const about = JSON.stringify(entry.name);
    if (entry.hash !== entryHash(entry))
      fault(at, `the entry of ${about} has been changed: its hash is another one`);
    if (entry.previous !== previous)
      fault(
        at,
        `the entry of ${about} does not follow the one before: an entry is missing, doubled or exchanged`,
      );
    if (names.has(entry.name)) fault(at, `the entry of ${about} is there twice`);
    names.add(entry.name);
    previous = entry.hash;
    entries.push(entry);
  }
  return { entries, faults };
}

function entryIn(line: string, isLast: boolean): ManifestEntry | undefined {
  const entry = parsedJson(isLast ? line : line.replace(/,$/, ''));
  if (!isObject(entry)) return undefined;
  const { name, size, sha256: content, previous, hash } = entry as unknown as ManifestEntry;
  const texts = [name, content, previous, hash].every((value) => typeof value === 'string');
  if (!texts || typeof size !== 'number') return undefined;
  const known = { name, size, sha256: content, previous, hash };
  return JSON.stringify(known) + (isLast ? '' : ',') === line ? known : undefined;
}

/** What is there of a record: its lines, and the hash of the last one. */
export interface RecordText {
  readonly text: string;
  readonly last: string;
}

/** Yields a record with a line for each further value. There can be very many: none is kept. */
export function* grownRecord({ text, last }: RecordText, values: Iterable<object>): Generator<string> {
  yield text;
  let previous = last;
  for (const value of values) {
    const line = hashedLine(previous, JSON.stringify(value));
    previous = line.hash;
    yield `${line.text}\n`;
  }
}

const hashKey = ',"hash":"';
const hashLength = hashKey.length + noHash.length + '"}'.length;

/** Returns a line of a record: a value as JSON, with its hash over the line before as the last field. */
function hashedLine(previous: string, json: string): { readonly text: string; readonly hash: string } {
  const hash = sha256(`${previous}\n${json}`);
  return { text: `${json.slice(0, -1)}${hashKey}${hash}"}`, hash };
}

/**
 * Reads the lines of a record, as far as each follows from the one before, and calls `onValue` for each. The pieces end with
 * lines. Resolves with the hash of the last one, and with the first line that does not follow.
 */
export async function followRecord(
  name: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  onValue: (value: object) => void,
): Promise<{ readonly last: string; readonly fault: Fault | undefined }> {
  let last = noHash;
  let number = 0;
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; ) {
      const end = piece.indexOf('\n', from);
      const line = piece.slice(from, end < 0 ? piece.length : end);
      from += line.length + 1;
      number += 1;
      const json = `${line.slice(0, -hashLength)}}`;
      const expected = hashedLine(last, json);
      const value = expected.text === line ? parsedJson(json) : undefined;
      if (!isObject(value)) {
        const message = 'does not follow from the line before: one of the two has been changed';
        return { last, fault: { name, line: number, message } };
      }
      onValue(value);
      last = expected.hash;
    }
  return { last, fault: undefined };
}
