import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { encodingOf } from '../../text/decode.ts';
import type { FilePorts } from '../file/parts.ts';
import { maxPartBytes } from '../file/size.ts';

/** A file that becomes another one. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Files that are edited in memory first, so that the result can be read and checked before anything is written. */
export interface Workspace {
  /** Reads files as they are to be. */
  readonly ports: FilePorts;
  /** Returns the text of a file as it is to be. Throws `UsageError` as `Files.readText` does. */
  read(path: string): Promise<string>;
  change(path: string, text: string): void;
  /** Returns a function that gives the files the texts of now again. */
  keepTexts(): () => void;
  /** Returns a number that grows with each change of a text. */
  revision(): number;
  /** Leaves files out of their folders: a file that nothing names any more is no part of the organization. */
  hide(paths: readonly string[]): void;
  /** Returns the files with other texts than on the disk, in the order of their first change. */
  changed(): ChangedFile[];
  /** Throws `UsageError` naming a file that cannot be written. */
  assertWritable(): void;
  /** Returns the paths of the changed files that are no longer on the disk as they were read. */
  outdated(): Promise<string[]>;
  /** Writes all changed files, each in one step. Throws `OutputError` naming the path. */
  write(): Promise<void>;
}

interface TextFile {
  readonly bytes: Uint8Array;
  readonly text: string;
}

export function createWorkspace(ports: FilePorts): Workspace {
  const { files } = ports;
  const known = new Map<string, TextFile & { readonly path: string }>();
  const texts = new Map<string, string>();
  const hidden = new Set<string>();
  let revision = 0;
  const keyOf = (path: string) => files.identity(path) ?? path;

  async function load(path: string): Promise<TextFile> {
    const key = keyOf(path);
    const found = known.get(key);
    if (found) return found;
    const text = await files.readText(path, maxPartBytes);
    const loaded = { path, text, bytes: await bytesOf(path) };
    known.set(key, loaded);
    return loaded;
  }

  async function bytesOf(path: string): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of files.bytes(path)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  const read = async (path: string) => texts.get(keyOf(path)) ?? (await load(path)).text;
  const originals = () =>
    [...texts].flatMap(([key, after]) => {
      const file = known.get(key);
      return file && file.text !== after ? [{ ...file, after }] : [];
    });
  return {
    ports: {
      ...ports,
      files: {
        ...files,
        readText: read,
        folder: (path) => files.folder(path)?.filter((name) => !hidden.has(keyOf(join(path, name)))),
      },
    },
    read,
    hide(paths) {
      for (const path of paths) hidden.add(keyOf(path));
    },
    change(path, text) {
      const key = keyOf(path);
      if (text === (texts.get(key) ?? known.get(key)?.text)) return;
      revision++;
      texts.set(key, text);
    },
    keepTexts() {
      const kept = new Map(texts);
      return () => {
        texts.clear();
        for (const [key, text] of kept) texts.set(key, text);
      };
    },
    revision: () => revision,
    changed: () => originals().map(({ path, text, after }) => ({ path, before: text, after })),
    assertWritable() {
      for (const { path } of originals()) {
        files.assertWritable(path);
        if (files.isReadOnly(path))
          throw new UsageError(
            `${path} is read-only; nothing was written: make it writable, or adopt into a copy`,
          );
      }
    },
    async outdated() {
      const paths: string[] = [];
      for (const { path, bytes } of originals()) {
        const now = await bytesOf(path).catch(() => undefined);
        if (!now || Buffer.compare(now, bytes) !== 0) paths.push(path);
      }
      return paths;
    },
    async write() {
      for (const file of originals()) await files.rewrite(file.path, encodedLike(file, file.after));
    },
  };
}

const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** Returns the bytes of another text in the encoding of a file, with its byte order mark if the file has one. */
function encodedLike({ bytes }: TextFile, text: string): Uint8Array {
  const encoding = encodingOf(bytes);
  const mark = marks[encoding];
  const hasMark = mark.every((byte, at) => bytes[at] === byte);
  const content = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  if (encoding === 'utf-16be') content.swap16();
  return hasMark ? Buffer.concat([Uint8Array.from(mark), content]) : content;
}
