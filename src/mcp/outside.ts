import { LocalStateError, UsageError } from '../errors.ts';
import type { Sink, System } from '../ports.ts';

/** What every line of this server works with; fixed at its start. */
export interface Pinned {
  readonly profile: string;
  readonly baseUrl: string;
  readonly org: string | undefined;
}

/** The text that a line has printed. */
export interface Printed {
  stdout: string;
  stderr: string;
}

/** What one line may do. */
export interface Rights {
  /** Whether it may change the service, and write a journal. */
  readonly mayChange: boolean;
  /** Whether it may hold a journal while it reads it. */
  readonly holdsJournals?: boolean;
  /** Ends the line when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * Makes the system of a line that an assistant has written. The line cannot choose another service, ask a person, write
 * a file, change the settings, or read a file outside of the working folder. Without `mayChange` it only sends GET
 * requests, and writes no journal.
 */
export function outsideOf(
  system: System,
  pinned: Pinned,
  { mayChange, holdsJournals = mayChange, signal }: Rights,
  printed: Printed,
): System {
  return {
    ...system,
    env: environment(system.env, pinned, mayChange),
    stdin: { isTerminal: false, read: noInput, bytes: noInput, identity: () => undefined },
    stdout: sink(printed, 'stdout'),
    stderr: sink(printed, 'stderr'),
    pager: { isWanted: false, write: async () => {}, close: async () => {} },
    interrupt: AbortSignal.any([system.interrupt, signal]),
    files: ownFiles(system),
    settings: { ...system.settings, change: refuse('changes no settings') },
    credentials: {
      ...system.credentials,
      store: refuse('stores no token'),
      forget: refuse('deletes no token'),
    },
    openPage: async () => false,
    journals: mayChange ? system.journals : readJournals(system, holdsJournals),
    network: (options) => getOnly(system.network(options), mayChange),
    sandbox: {
      ...system.sandbox,
      transport: getOnly(system.sandbox.transport, mayChange),
      serve: refuse('serves no sandbox'),
      reset: refuse('changes no sandbox'),
    },
  };
}

function environment(
  env: System['env'],
  { profile, baseUrl, org }: Pinned,
  mayChange: boolean,
): System['env'] {
  const {
    DOCS_ADMIN_OUTPUT: _,
    DOCS_ADMIN_YES: __,
    DOCS_ADMIN_DEBUG: ___,
    GITHUB_STEP_SUMMARY: ____,
    ...rest
  } = env;
  return {
    ...rest,
    DOCS_ADMIN_PROFILE: profile,
    DOCS_ADMIN_BASE_URL: baseUrl,
    ...(org !== undefined && { DOCS_ADMIN_ORG: org }),
    ...(!mayChange && { DOCS_ADMIN_READ_ONLY: '1' }),
    CI: '1',
    NO_COLOR: '1',
  };
}

/** Sends only GET requests, unless the line may change something: the client has refused all others before. */
function getOnly(transport: System['sandbox']['transport'], mayChange: boolean): typeof transport {
  if (mayChange) return transport;
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
function ownFiles({ files }: System): System['files'] {
  const own = (path: string): string => {
    const inside = files.inside(path, '.');
    if (inside === undefined || inside.split(/[\\/]/).some((part) => part.startsWith('.')))
      throw new UsageError(`${path} is not a file in the working folder of this server`, {
        hint: 'an assistant reads files of this folder only, and none whose name begins with a dot',
      });
    return path;
  };
  return {
    readText: async (path, limit) => files.readText(own(path), limit),
    readBytes: async (path) => files.readBytes(own(path)),
    bytes: (path) => files.bytes(own(path)),
    write: refuse('writes no files'),
    assertWritable: () => {
      throw new UsageError('a server for assistants writes no files');
    },
    append: refuse('writes no files'),
    size: (path) => files.size(own(path)),
    folder: (path) => files.folder(own(path)),
    identity: (path) => files.identity(path),
    inside: (path, folder) => files.inside(path, folder),
  };
}

function readJournals({ journals }: System, holds: boolean): System['journals'] {
  const readsOnly = () => {
    throw new LocalStateError('a reading command changes no journal');
  };
  const open = holds
    ? async (path: string) => ({ ...(await journals.open(path)), add: readsOnly })
    : readsOnly;
  return { ...journals, create: readsOnly, open, remove: readsOnly };
}
