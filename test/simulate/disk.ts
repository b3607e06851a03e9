import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { constants as system } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Disk } from '../../src/disk/disk.ts';
import type { Clockwork } from './clockwork.ts';

/** A file or a folder. A power failure takes it back to what was synced last. */
interface Node {
  readonly number: number;
  mode: number;
  changed: number;
  /** Undefined for a folder. */
  bytes?: Buffer;
  /** The bytes that were synced last. */
  synced?: Buffer;
  /** Undefined for a file. */
  entries?: Map<string, Node>;
}

/** A name that was given or taken, and is not synced yet. */
interface NameChange {
  readonly folder: Node;
  readonly name: string;
  readonly before: Node | undefined;
}

/** What a call of the disk does, as faults and the record of a history see it. */
export interface DiskCall {
  readonly call: 'open' | 'write' | 'sync' | 'sync-folder' | 'rename' | 'remove' | 'make-folder';
  readonly path: string;
  readonly text?: string;
}

/** Sees a call before it happens, and may throw instead. Calls the returned function when it has happened. */
export type Watch = (call: DiskCall) => (() => void) | undefined;

/** One disk in memory, below the files, journals, settings, credentials, caches and locks of simulated processes. */
export interface MemoryDisk {
  /** Returns the calls of one process. `watch` sees what changes something; `wait` delays what a process waits for. */
  open(process: { readonly pid: number; readonly watch: Watch; readonly wait: () => Promise<void> }): Disk;
  /** Writes a file that is safely on the disk, as if it had been there for long. */
  put(path: string, text: string): void;
  /** Returns the text of each file by its path. */
  files(): Map<string, string>;
  /** Takes the disk back to what a power failure leaves: what was not synced is gone, there, or half there. */
  loseUnsynced(clockwork: Clockwork): void;
  /** Returns a copy with the same content, all of it synced. */
  copy(): MemoryDisk;
}

export function createMemoryDisk(now: () => number): MemoryDisk {
  let numbers = 1;
  const folder = (): Node => ({ number: numbers++, mode: 0o40700, changed: now(), entries: new Map() });
  const root = folder();
  let names: NameChange[] = [];

  function find(path: string): Node | undefined {
    let node: Node | undefined = root;
    for (const name of resolve(path).split('/').filter(Boolean)) {
      if (node && !node.entries) throw failure('ENOTDIR', path);
      node = node?.entries?.get(name);
    }
    return node;
  }

  function need(path: string): Node {
    return find(path) ?? refuse('ENOENT', path);
  }

  function folderOf(path: string): Map<string, Node> {
    return need(dirname(resolve(path))).entries ?? refuse('ENOTDIR', path);
  }

  function name(path: string, node: Node | undefined): void {
    const entries = folderOf(path);
    const own = basename(resolve(path));
    names.push({ folder: need(dirname(resolve(path))), name: own, before: entries.get(own) });
    if (node) entries.set(own, node);
    else entries.delete(own);
  }

  function makeFile(path: string, mode: number): Node {
    const node = {
      number: numbers++,
      mode: 0o100000 | (mode & 0o777),
      changed: now(),
      bytes: Buffer.alloc(0),
    };
    name(path, node);
    return node;
  }

  function remove(path: string, isDeep: boolean): void {
    const node = need(path);
    if (node.entries && !isDeep) refuse('EISDIR', path);
    name(path, undefined);
  }

  function sync(node: Node): void {
    if (node.bytes) node.synced = node.bytes;
    else names = names.filter((change) => change.folder !== node);
  }

  function lose(clockwork: Clockwork): void {
    // The journal of a file system keeps the order of changes of names.
    const kept = clockwork.pick(names.length + 1);
    for (const { folder, name: own, before } of names.slice(kept).reverse()) {
      if (before) folder.entries?.set(own, before);
      else folder.entries?.delete(own);
    }
    names = [];
    const visit = (node: Node) => {
      if (node.bytes && node.bytes !== node.synced) node.bytes = partly(node, clockwork);
      node.synced = node.bytes as Buffer;
      for (const one of node.entries?.values() ?? []) visit(one);
    };
    visit(root);
  }

  function filesBelow(node: Node, path: string, found: Map<string, string>): Map<string, string> {
    if (node.bytes) found.set(path, node.bytes.toString('utf8'));
    for (const [own, one] of node.entries ?? []) filesBelow(one, `${path}/${own}`, found);
    return found;
  }

  function put(path: string, text: string): void {
    let node = root;
    const parts = resolve(path).split('/').filter(Boolean);
    for (const part of parts.slice(0, -1)) {
      const next = node.entries?.get(part) ?? folder();
      node.entries?.set(part, next);
      node = next;
    }
    const bytes = Buffer.from(text);
    const own = parts.at(-1) as string;
    node.entries?.set(own, { number: numbers++, mode: 0o100600, changed: now(), bytes, synced: bytes });
  }

  return {
    put,
    files: () => filesBelow(root, '', new Map()),
    loseUnsynced: lose,
    copy() {
      const other = createMemoryDisk(now);
      for (const [path, text] of filesBelow(root, '', new Map())) other.put(path, text);
      return other;
    },
    open: (process) => callsOf(process, { find, need, name, makeFile, remove, sync, folder, now }),
  };
}

/** Returns what is left of a file that was not synced as it is. */
function partly({ bytes = Buffer.alloc(0), synced = Buffer.alloc(0) }: Node, clockwork: Clockwork): Buffer {
  const choice = clockwork.pick(3);
  if (choice === 0) return synced;
  if (choice === 1) return bytes;
  const isLonger = bytes.subarray(0, synced.length).equals(synced);
  const from = isLonger ? synced.length : 0;
  return bytes.subarray(0, from + clockwork.pick(bytes.length - from + 1));
}

interface Inner {
  readonly find: (path: string) => Node | undefined;
  readonly need: (path: string) => Node;
  readonly name: (path: string, node: Node | undefined) => void;
  readonly makeFile: (path: string, mode: number) => Node;
  readonly remove: (path: string, isDeep: boolean) => void;
  readonly sync: (node: Node) => void;
  readonly folder: () => Node;
  readonly now: () => number;
}

interface Opened {
  readonly node: Node;
  readonly path: string;
  position: number;
  readonly appends: boolean;
}

type Options = { readonly mode?: number; readonly flag?: string | number } | string | null | undefined;

/** Returns the calls of `node:fs` that the tool uses, for one process. */
function callsOf(
  { pid, watch, wait }: Parameters<MemoryDisk['open']>[0],
  { find, need, name, makeFile, remove, sync, folder, now }: Inner,
): Disk {
  const opened = new Map<number, Opened>();
  let descriptors = 10;
  let temporaries = 0;
  const of = (file: number) => opened.get(file) ?? refuse('EBADF', String(file));
  const nodeAt = (file: number | string) => (typeof file === 'number' ? of(file).node : need(file));

  function act<Result>(call: DiskCall, change: () => Result): Result {
    const after = watch(call);
    const result = change();
    after?.();
    return result;
  }

  function open(path: string, given: string | number = 'r', mode = 0o666): Opened {
    const flags = typeof given === 'number' ? given : textFlags(given);
    const there = find(path);
    if (there && flags & constants.O_EXCL) refuse('EEXIST', path);
    if (!there && !(flags & constants.O_CREAT)) refuse('ENOENT', path);
    if (there?.entries && (flags & 3) !== constants.O_RDONLY) refuse('EISDIR', path);
    const node = there ?? act({ call: 'open', path }, () => makeFile(path, mode));
    if (flags & constants.O_TRUNC)
      act({ call: 'write', path, text: '' }, () => Object.assign(node, { bytes: Buffer.alloc(0) }));
    return { node, path, position: 0, appends: (flags & constants.O_APPEND) !== 0 };
  }

  function write(node: Node, path: string, bytes: Buffer, from: number): void {
    const was = node.bytes ?? refuse('EISDIR', path);
    const put = (part: Buffer) => {
      const gap = Buffer.alloc(Math.max(0, from - was.length));
      const rest = was.subarray(from + part.length);
      node.bytes = Buffer.concat([was.subarray(0, from), gap, part, rest]);
      node.changed = now();
    };
    try {
      act({ call: 'write', path, text: bytes.toString('utf8') }, () => put(bytes));
    } catch (error) {
      // A full disk takes a part of it.
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
        put(bytes.subarray(0, bytes.length >> 1));
      throw error;
    }
  }

  function append(file: Opened, text: string | Uint8Array): void {
    write(file.node, file.path, Buffer.from(text as string), file.node.bytes?.length ?? 0);
  }

  function syncFile({ node, path }: Opened): void {
    act({ call: node.entries ? 'sync-folder' : 'sync', path }, () => sync(node));
  }

  const fs = {
    openSync(path: string, flags?: string | number, mode?: number) {
      opened.set(descriptors, open(path, flags, mode));
      return descriptors++;
    },
    closeSync: (file: number) => void (opened.delete(file) || refuse('EBADF', String(file))),
    readFileSync(file: number | string, options?: Options) {
      const bytes = Buffer.from(nodeAt(file).bytes ?? refuse('EISDIR', String(file)));
      return options ? bytes.toString('utf8') : bytes;
    },
    writeFileSync(file: number | string, content: string | Uint8Array) {
      const at = typeof file === 'number' ? of(file) : open(file, 'w');
      const bytes = Buffer.from(content as string);
      write(at.node, at.path, bytes, at.position);
      at.position += bytes.length;
    },
    writeSync(file: number, content: string | Uint8Array, from = 0) {
      const { node, path, appends } = of(file);
      const bytes = Buffer.from(content as string);
      write(node, path, bytes, appends ? (node.bytes?.length ?? 0) : from);
      return bytes.length;
    },
    appendFileSync: (path: string, text: string) => append(open(path, 'a', 0o600), text),
    fsyncSync: (file: number) => syncFile(of(file)),
    fchmodSync: (file: number, mode: number) => chmod(of(file).node, mode),
    chmodSync: (path: string, mode: number) => chmod(need(path), mode),
    fstatSync: (file: number) => statsOf(of(file).node),
    statSync: (path: string, options?: StatOptions) => statAt(path, options),
    lstatSync: (path: string, options?: StatOptions) => statAt(path, options),
    existsSync: (path: string) => find(path) !== undefined,
    accessSync: (path: string) => void need(path),
    realpathSync(path: string) {
      need(path);
      return resolve(path);
    },
    readlinkSync: (path: string) => refuse(find(path) ? 'EINVAL' : 'ENOENT', path),
    mkdirSync(path: string) {
      if (find(path)) refuse('EEXIST', path);
      act({ call: 'make-folder', path }, () => name(path, folder()));
    },
    renameSync(from: string, to: string) {
      const node = need(from);
      act({ call: 'rename', path: to }, () => {
        name(to, node);
        name(from, undefined);
      });
    },
    rmSync(path: string, { force = false, recursive = false } = {}) {
      if (!find(path)) return force ? undefined : refuse('ENOENT', path);
      return act({ call: 'remove', path }, () => remove(path, recursive));
    },
    readdirSync(path: string, options?: { readonly withFileTypes?: boolean }) {
      const entries = [...(need(path).entries ?? refuse('ENOTDIR', path))];
      if (!options?.withFileTypes) return entries.map(([own]) => own);
      return entries.map(([own, node]) => ({ name: own, ...kindOf(node) }));
    },
    promises: {
      async open(path: string, flags: number, mode?: number) {
        await wait();
        return handleOf(open(path, flags, mode));
      },
      async writeFile(path: string, text: string, { flag = 'w' }: { readonly flag?: string | number } = {}) {
        await wait();
        append(open(path, flag, 0o600), text);
      },
    },
  };

  function statAt(path: string, { throwIfNoEntry = true, bigint = false }: StatOptions = {}) {
    const node = find(path);
    if (!node) return throwIfNoEntry ? refuse('ENOENT', path) : undefined;
    return statsOf(node, bigint);
  }

  /** Returns the calls of an open file that journals and readers use. */
  function handleOf(file: Opened) {
    return {
      chmod: async (mode: number) => chmod(file.node, mode),
      stat: async () => statsOf(file.node),
      readFile: async () => Buffer.from(file.node.bytes ?? refuse('EISDIR', file.path)),
      createReadStream: () => Readable.from([Buffer.from(file.node.bytes ?? [])]),
      async truncate(length: number) {
        await wait();
        const rest = file.node.bytes?.subarray(0, length);
        act({ call: 'write', path: file.path, text: '' }, () => Object.assign(file.node, { bytes: rest }));
      },
      async appendFile(text: string) {
        await wait();
        append(file, text);
      },
      async datasync() {
        await wait();
        syncFile(file);
      },
      sync: async () => syncFile(file),
      close: async () => {},
    };
  }

  const unique = () => `${pid}-${temporaries++}`;
  return { platform: 'linux', fs: fs as never, pause: () => {}, unique };
}

interface StatOptions {
  readonly throwIfNoEntry?: boolean;
  readonly bigint?: boolean;
}

function chmod(node: Node, mode: number): void {
  node.mode = (node.mode & ~0o777) | (mode & 0o777);
}

function kindOf({ entries }: Node) {
  return { isFile: () => !entries, isDirectory: () => entries !== undefined };
}

function statsOf(node: Node, isBig = false) {
  const numeral = (value: number) => (isBig ? BigInt(value) : value);
  const numbers = { mode: node.mode, size: node.bytes?.length ?? 0, dev: 1, ino: node.number };
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, numeral(value)])),
    uid: numeral(process.getuid?.() ?? 0),
    mtimeMs: numeral(Math.floor(node.changed)),
    isSymbolicLink: () => false,
    isFIFO: () => false,
    ...kindOf(node),
  };
}

function textFlags(flags: string): number {
  const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_RDONLY } = constants;
  const known: Readonly<Record<string, number>> = {
    r: O_RDONLY,
    'r+': O_RDWR,
    w: O_WRONLY | O_CREAT | O_TRUNC,
    wx: O_WRONLY | O_CREAT | O_EXCL,
    a: O_WRONLY | O_CREAT | O_APPEND,
  };
  return known[flags] ?? refuse('EINVAL', flags);
}

/** Makes an error as the system does. */
export function failure(code: keyof typeof system.errno, path: string): Error {
  const errno = -system.errno[code];
  return Object.assign(new Error(`${code}: ${path}`), { code, errno, path });
}

function refuse(code: keyof typeof system.errno, path: string): never {
  throw failure(code, path);
}
