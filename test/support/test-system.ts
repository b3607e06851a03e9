import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { OutputError, UsageError } from '../../src/errors.ts';
import type {
  Choice,
  Clock,
  CredentialStore,
  Journals,
  PickOptions,
  Sink,
  StoredSettings,
  StoredToken,
  System,
  Transport,
  WireRequest,
} from '../../src/ports.ts';
import { trustedAuthorities } from '../../src/system/authorities.ts';
import { runBlocking } from '../../src/system/blocking.ts';
import { systemClock } from '../../src/system/clock.ts';
import { decodeBytes } from '../../src/system/decode.ts';
import { createFiles } from '../../src/system/files.ts';
import { createJournals } from '../../src/system/journals.ts';
import { createFolderFiles } from '../../src/system/settings.ts';
import type { AtEnd } from './at-end.ts';

/** The time of every test. */
export const testNow = Date.parse('2026-06-01T12:00:00Z');

export interface SystemOptions {
  readonly env?: Record<string, string>;
  /** The working folder, inside the folder of the test. */
  readonly folder?: string;
  /** Whether both stdin and stdout are a terminal. */
  readonly terminal?: boolean;
  /** Whether stdin is no terminal, even if stdout is one. */
  readonly piped?: boolean;
  readonly columns?: number;
  /** Height of the terminal; unlimited if absent. */
  readonly rows?: number;
  /** Ends the run, in a test of work without an end. */
  readonly interrupt?: AbortSignal;
  /** The content of standard input. */
  readonly stdin?: string | undefined;
  /** The file of the working folder that standard input is redirected from. */
  readonly stdinFile?: string;
  /** The output of `sandbox export`. */
  readonly fixture?: string;
  /** Replaces the clock that never waits. */
  readonly clock?: Clock;
  /** Replaces the disk below journals and records of single commands. */
  readonly disk?: Disk;
  /** Whether there is a keyring for tokens. */
  readonly keyring?: boolean;
  /** The key of pseudonyms of this machine. */
  readonly pseudonymKey?: string;
  /** Answers to prompts, in order; with `search`, what is searched for beyond the choices. */
  readonly answers?: readonly (string | boolean | { readonly search: string })[];
}

/** The things that the command lines of one test share: a folder, settings and credentials. */
export interface TestHome {
  readonly folder: string;
  settings: StoredSettings;
  readonly tokens: Map<string, StoredToken>;
  readonly cache: Map<string, string>;
  /** The plans that were printed, by their digests. */
  readonly plans: Map<string, string>;
}

/** Makes an empty home with a working folder that contains `files`, until the test ends or as `atEnd` says. */
export function testHome(
  files: Record<string, string | Uint8Array> = {},
  atEnd: AtEnd = onTestFinished,
): TestHome {
  // Waiting for each file takes four times as long.
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return {
    folder,
    settings: { activeProfile: 'default', profiles: {} },
    tokens: new Map(),
    cache: new Map(),
    plans: new Map(),
  };
}

export interface Recorded {
  stdout: string;
  stderr: string;
  /** The text that went to the pager instead of stdout. */
  paged: string;
  questions: string[];
  /** The choices of the pickers. */
  choices: string[];
  /** The choices that the pickers selected at the start. */
  begins: string[];
  /** Pages that were opened. */
  opened: string[];
  /** Reports of internal errors. */
  crashes: string[];
}

const systemFiles = createFiles(new AbortController().signal);

/** Makes a machine for one command line: memory instead of streams, and a clock that never waits. */
export function testSystem(
  home: TestHome,
  services: { network: Transport; sandbox: Transport },
  options: SystemOptions = {},
): { system: System; recorded: Recorded } {
  const recorded: Recorded = {
    stdout: '',
    stderr: '',
    paged: '',
    questions: [],
    choices: [],
    begins: [],
    opened: [],
    crashes: [],
  };
  const answers = [...(options.answers ?? [])];
  const terminal = options.terminal ?? false;
  const ask = (question: string) => {
    recorded.questions.push(question);
    if (answers.length === 0) throw new Error(`no one answers: ${question}`);
    return answers.shift();
  };
  const picked = async (
    question: string,
    choices: readonly Choice[],
    beyond: PickOptions['beyond'],
  ): Promise<string> => {
    recorded.choices.push(...choices.map(({ label }) => label));
    const answer = ask(question);
    if (typeof answer !== 'object') return String(answer);
    if (!beyond) throw new Error(`nothing can be searched for: ${question}`);
    return picked(question, await beyond(answer.search), beyond);
  };
  let now = testNow;
  const folder = join(home.folder, options.folder ?? '.');
  const system: System = {
    env: options.env ?? {},
    stdin: {
      isTerminal: terminal && !options.piped,
      read: async () => {
        if (options.stdin === undefined) throw new UsageError('standard input is closed');
        return options.stdin;
      },
      async *bytes() {
        yield Buffer.from(await this.read());
      },
      identity: () =>
        options.stdinFile === undefined
          ? undefined
          : systemFiles.identity(resolve(folder, options.stdinFile)),
    },
    pager: {
      isWanted: true,
      write: async (text) => {
        recorded.paged += text;
      },
      close: async () => {},
    },
    stdout: { ...sink('stdout', recorded, terminal, options.columns ?? 100), rows: options.rows },
    stderr: sink('stderr', recorded, terminal, options.columns ?? 100),
    saveMemory: async () => {},
    pageFreer: async () => () => {},
    queries: { run: async (work, time) => runBlocking(work, time), maxLength: 500_000_000 },
    clock: options.clock ?? {
      ...systemClock,
      now: () => now,
      monotonic: () => now - testNow,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        now += ms;
      },
      random: () => 0.5,
    },
    every: () => () => {},
    blocking: (work) => work(),
    interrupt: options.interrupt ?? new AbortController().signal,
    files: {
      readText: async (path) => decodeBytes(await readBytes(folder, path), path),
      readBytes: (path) => readBytes(folder, path),
      bytes: async function* (path) {
        yield await readBytes(folder, path);
      },
      isPipe: (path) => systemFiles.isPipe(resolve(folder, path)),
      write: (path, content) =>
        systemFiles.write(resolve(folder, path), content).catch(() => {
          throw new OutputError(`cannot write ${path}: no such file or directory`);
        }),
      writeAll: (within, files) => systemFiles.writeAll(resolve(folder, within), files),
      rewrite: (path, content) => systemFiles.rewrite(resolve(folder, path), content),
      isReadOnly: (path) => systemFiles.isReadOnly(resolve(folder, path)),
      makeFolder: (path) => systemFiles.makeFolder(resolve(folder, path)),
      assertWritable: (path) => systemFiles.assertWritable(resolve(folder, path)),
      append: (path, text) =>
        systemFiles.append(resolve(folder, path), text).catch((error: UsageError) => {
          throw new UsageError(error.message.replace(`${folder}/`, ''));
        }),
      isOpenToOthers: (path) => systemFiles.isOpenToOthers(resolve(folder, path)),
      size: (path) => systemFiles.size(resolve(folder, path)),
      folder: (path) => systemFiles.folder(resolve(folder, path)),
      identity: (path) => systemFiles.identity(resolve(folder, path)),
      inside: (path, below) => systemFiles.inside(resolve(folder, path), resolve(folder, below)),
    },
    settings: {
      path: '/home/test/.config/docs-admin/config.json',
      read: () => home.settings,
      change: async (edit) => {
        home.settings = edit(home.settings);
      },
    },
    folderFiles: createFolderFiles(join(home.folder, 'config'), { warn: expect.unreachable }, () => folder),
    credentials: credentialStore(home.tokens, options.keyring ?? false),
    prompts: {
      confirm: async (question) => ask(question) === true,
      secret: async (question) => String(ask(question)),
      text: async (question, fallback) => String(ask(question) || (fallback ?? '')),
      edit: async (question) => String(ask(`${question} (in an editor)`)),
      pick: async (question, choices, { first = choices[0]?.value, beyond } = {}) => {
        recorded.begins.push(String(first));
        return picked(question, choices, beyond);
      },
      pickSeveral: async (question, choices, { beyond } = {}) =>
        (await picked(question, choices, beyond)).split(','),
    },
    openPage: async (url) => {
      recorded.opened.push(url);
      return true;
    },
    journals: journalsIn(home, folder, options.disk),
    cache: {
      read: (key) => home.cache.get(key),
      write: async (key, text) => void home.cache.set(key, text),
    },
    printedPlans: {
      keep: async (digest, text) => void home.plans.set(digest, text),
      prune: async () => home.plans.clear(),
      find: (start) => [...home.plans].find(([digest]) => digest.startsWith(start))?.[1],
    },
    crashed: new Promise(() => {}),
    keepCrash: async (line) => {
      recorded.crashes.push(line);
      return '/home/test/.local/state/docs-admin/errors.log';
    },
    licenses: async () => 'the licences',
    pseudonymKey: async () => options.pseudonymKey ?? 'key of the test',
    network: () => services.network,
    route: async () => ({
      proxy: () => undefined,
      assertAuthorities: async (file) => void (await trustedAuthorities(file, {})),
      resolve: async () => ['192.0.2.1'],
    }),
    sandbox: {
      path: join(home.folder, 'sandbox.db'),
      transport: services.sandbox,
      dataId: async () => 'data of the test',
      serve: () => Promise.reject(new Error('tested on the built tool')),
      reset: () => Promise.reject(new Error('tested on the built tool')),
      export: async () => {
        if (options.fixture === undefined) throw new Error('tested on the built tool');
        return options.fixture;
      },
      openCopy: async (source) => {
        const { openSandboxCopy } = await import('../../src/system/sandbox-copy.ts');
        const given = 'text' in source ? source : { path: resolve(folder, source.path) };
        const copy = await openSandboxCopy(given, () => now);
        return { ...copy, keep: (path) => copy.keep(resolve(folder, path)) };
      },
    },
  };
  return { system, recorded };
}

/** Makes journals as files in the test's folder; relative paths start there, too. */
function journalsIn(home: TestHome, folder: string, disk?: Disk): Journals {
  const journals = createJournals(join(home.folder, 'runs'), { ...(disk && { disk }) });
  const path = (name: string) => resolve(folder, name);
  return {
    ...journals,
    absolute: path,
    exists: (name) => journals.exists(path(name)),
    read: (name) => journals.read(path(name)),
    create: (name) => journals.create(path(name)),
    open: (name) => journals.open(path(name)),
    keeper: (name) => journals.keeper(path(name)),
    remove: (name) => journals.remove(path(name)),
  };
}

function sink(name: 'stdout' | 'stderr', recorded: Recorded, isTerminal: boolean, columns: number): Sink {
  return {
    write: async (text) => {
      recorded[name] += text;
    },
    isTerminal,
    columns: isTerminal ? columns : undefined,
  };
}

async function readBytes(folder: string, path: string): Promise<Uint8Array> {
  return readFile(resolve(folder, path)).catch(() => {
    throw new UsageError(`cannot read ${path}: no such file`, { path });
  });
}

function credentialStore(tokens: Map<string, StoredToken>, hasKeyring: boolean): CredentialStore {
  return {
    path: '/home/test/.config/docs-admin/credentials.json',
    find: async (profile) => tokens.get(profile),
    hasKeyring: () => hasKeyring,
    store: async (profile, token, { inFile = false } = {}) => {
      tokens.set(profile, token);
      return hasKeyring && !inFile ? 'the keyring' : 'the file';
    },
    forget: async (profile) => tokens.delete(profile),
  };
}

/** One request as a test reads it: `path` with its query, `body` parsed. */
export interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
}

export function sentRequest(request: WireRequest): SentRequest {
  const { pathname, search } = new URL(request.url);
  const sent: SentRequest = { method: request.method, path: pathname + search };
  if (request.body !== undefined) sent.body = JSON.parse(request.body);
  return sent;
}
