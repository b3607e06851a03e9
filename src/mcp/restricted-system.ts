import { LocalStateError, UsageError } from '../errors.ts';
import type { Sink, System, Transport } from '../ports.ts';
import type { Secrets } from './secrets.ts';

/** What every line of this server works with; fixed at its start. */
export interface ServerSettings {
  readonly profile: string;
  readonly baseUrl: string;
  readonly org: string | undefined;
  /** Further settings that were given at the start, as variables of the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
}

/** Milliseconds that a query may take: meanwhile, this server answers no one. */
const queryTime = 1000;

/** The most characters that a query may return. */
const longestResult = 20_000_000;

/** The text that a line has printed. */
export interface Printed {
  stdout: string;
  stderr: string;
}

/** What the lines of a server share. */
export interface Outer {
  readonly system: System;
  readonly settings: ServerSettings;
  /** The network of lines that only read. */
  readonly network: System['network'];
}

export interface Rights {
  /** Whether it may change the service, and write a journal. */
  readonly mayChange: boolean;
  /** Whether it may hold a journal while it reads it. */
  readonly holdsJournals?: boolean;
  /** Ends the line when it aborts, with an `Interrupted`. */
  readonly signal: AbortSignal;
}

/**
 * Makes the system of a line that an assistant has written. The line cannot choose another service, ask a person, write
 * a file, change the settings, or read a file outside of the working folder. Without `mayChange` it only sends GET
 * requests, and writes no journal.
 */
export function restrictedSystem(
  { system, settings, network }: Outer,
  { mayChange, holdsJournals = mayChange, signal }: Rights,
): { readonly restricted: System; readonly printed: Printed } {
  const printed: Printed = { stdout: '', stderr: '' };
  const restricted: System = {
    ...system,
    env: environment(system.env, settings, mayChange),
    stdin: { isTerminal: false, read: noInput, bytes: noInput, identity: () => undefined },
    stdout: sink(printed, 'stdout'),
    stderr: stderrOf(system, printed),
    pager: { isWanted: false, write: async () => {}, close: async () => {} },
    interrupt: signal,
    queries: { run: (work) => system.queries.run(work, queryTime), maxLength: longestResult },
    files: ownFiles(system),
    settings: { ...system.settings, change: refuse('changes no settings') },
    folderFiles: {
      find: system.folderFiles.find,
      read: refuse('trusts no folder'),
      distrust: refuse('trusts no folder'),
    },
    credentials: {
      ...system.credentials,
      find: async (profile) => {
        const found = await system.credentials.find(profile);
        if (found) settings.secrets.add(found.token);
        return found;
      },
      store: refuse('stores no token'),
      forget: refuse('deletes no token'),
    },
    openPage: async () => false,
    journals: mayChange ? system.journals : readJournals(system, holdsJournals),
    // A person has not seen it.
    printedPlans: { ...system.printedPlans, keep: async () => {} },
    network: (options) => (mayChange ? system.network(options) : readingOnly(network(options))),
    sandbox: {
      ...system.sandbox,
      transport: mayChange ? system.sandbox.transport : readingOnly(system.sandbox.transport),
      serve: refuse('serves no sandbox'),
      reset: refuse('changes no sandbox'),
      openCopy: async (source) => {
        if ('path' in source) ownPath(system, source.path);
        return system.sandbox.openCopy(source);
      },
    },
  };
  return { restricted, printed };
}

/** The variables that a line sees: those of this tool, and of the network. The others are the person's. */
const ownVariable = /^(DOCS_ADMIN_\w+|https?_proxy|no_proxy)$/i;

/** Variables of this tool that are for lines of people. */
const forPeople = ['DOCS_ADMIN_OUTPUT', 'DOCS_ADMIN_YES', 'DOCS_ADMIN_DEBUG', 'DOCS_ADMIN_GIT_URL'];

function environment(
  env: System['env'],
  { profile, baseUrl, org, env: given }: ServerSettings,
  mayChange: boolean,
): System['env'] {
  const passed = Object.entries(env).filter(([name]) => ownVariable.test(name) && !forPeople.includes(name));
  return {
    ...Object.fromEntries(passed),
    ...given,
    DOCS_ADMIN_PROFILE: profile,
    DOCS_ADMIN_BASE_URL: baseUrl,
    ...(org !== undefined && { DOCS_ADMIN_ORG: org }),
    ...(!mayChange && { DOCS_ADMIN_READ_ONLY: '1' }),
    CI: '1',
    NO_COLOR: '1',
  };
}

/** Sends only GET requests: the client has refused all others before. */
function readingOnly(transport: Transport): Transport {
  return async (request, signal) => {
    if (request.method !== 'GET') throw new UsageError(`a reading command cannot send ${request.method}`);
    return transport(request, signal);
  };
}

function sink(printed: Printed, name: keyof Printed): Sink {
  return {
    write: async (text) => {
      printed[name] += text;
    },
    isTerminal: false,
    columns: undefined,
  };
}

/** Returns the sink of messages. Lines of --debug are for the person who started the server. */
function stderrOf(system: System, printed: Printed): Sink {
  const messages = sink(printed, 'stderr');
  const isDebug = (text: string) => text.startsWith('debug: ');
  return {
    ...messages,
    write: (text) => (isDebug(text) ? system.stderr.write(text) : messages.write(text)),
  };
}

function refuse(what: string) {
  return async (): Promise<never> => {
    throw new UsageError(`a server for assistants ${what}`);
  };
}

function noInput(): never {
  throw new UsageError('a server for assistants has no standard input for a command', {
    hint: 'give the values as flags, or name a file in the working folder',
  });
}

/** Returns files that can be read in the working folder, without those whose name begins with a dot. */
function ownFiles(system: System): System['files'] {
  const { files } = system;
  const own = (path: string) => ownPath(system, path);
  return {
    readText: async (path, limit) => files.readText(own(path), limit),
    readBytes: async (path) => files.readBytes(own(path)),
    isPipe: () => false,
    bytes: (path) => files.bytes(own(path)),
    write: refuse('writes no files'),
    writeAll: refuse('writes no files'),
    rewrite: refuse('writes no files'),
    isReadOnly: () => true,
    makeFolder: refuse('writes no files'),
    assertWritable: () => {
      throw new UsageError('a server for assistants writes no files');
    },
    append: refuse('writes no files'),
    isOpenToOthers: (path) => files.isOpenToOthers(own(path)),
    size: (path) => files.size(own(path)),
    folder: (path) => files.folder(own(path)),
    identity: (path) => files.identity(own(path)),
    inside: (path, folder) => files.inside(path, folder),
  };
}

/**
 * Returns the path of a file in the working folder. Throws `UsageError` for any other file, and if the settings of this
 * tool are in the working folder: some clients start their servers in the home folder, or in the root of the disk, where
 * every file of the user would be readable.
 */
function ownPath({ files, settings }: System, path: string): string {
  if (files.inside(settings.path, '.') !== undefined)
    throw new UsageError(`${path} cannot be read: the server was started in the home folder, or above it`, {
      hint: 'start the server in a folder with only those files that the assistant may read',
    });
  const inside = files.inside(path, '.');
  const isOwn = inside !== undefined && !inside.split(/[\\/]/).some((part) => part.startsWith('.'));
  // A pipe may never end.
  if (isOwn && !files.isPipe(path)) return path;
  throw new UsageError(`${path} is not a file in the working folder of this server`, {
    hint: 'an assistant reads files of this folder only, and none whose name begins with a dot',
  });
}

/** Returns journals that can be read: those of runs, and others in the working folder. */
function readJournals(system: System, holds: boolean): System['journals'] {
  const { journals, files } = system;
  const readsOnly = () => {
    throw new LocalStateError('a reading command changes no journal');
  };
  const own = (path: string) =>
    files.inside(path, journals.folder) === undefined ? ownPath(system, path) : path;
  return {
    ...journals,
    exists: (path) => journals.exists(own(path)),
    read: (path) => journals.read(own(path)),
    keeper: (path) => journals.keeper(own(path)),
    create: readsOnly,
    history: async () => ({ ...(await journals.history()), add: readsOnly, remove: readsOnly }),
    // The record of a single command has a lock of its own.
    lock: holds ? journals.lock : readsOnly,
    open: holds ? async (path) => ({ ...(await journals.open(own(path))), add: readsOnly }) : readsOnly,
    remove: readsOnly,
  };
}
