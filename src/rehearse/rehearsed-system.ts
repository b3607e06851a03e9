import { UsageError } from '../errors.ts';
import type { Clock, Profile, SandboxCopy, System } from '../ports.ts';
import { type JournalLines, memoryJournals } from './journals.ts';

/** What a rehearsed line has instead of the service, and what it has printed. */
export interface RehearsedPorts
  extends Pick<SandboxCopy, 'baseUrl' | 'token' | 'organization' | 'transport'> {
  readonly profile: string;
  readonly journals: JournalLines;
  readonly stdin: () => Promise<string>;
}

/** The text that a rehearsed line has printed. */
export interface RehearsedOutput {
  stdout: string;
  stderr: string;
}

/**
 * Makes the system of a rehearsed line: whatever address, profile or token the line names, its requests reach the copy.
 * It asks nothing, does not wait, and changes nothing on this machine.
 */
export function rehearsedSystem(system: System, ports: RehearsedPorts, printed: RehearsedOutput): System {
  const { transport } = ports;
  const sink = (name: keyof RehearsedOutput) => ({
    write: async (text: string) => {
      printed[name] += text;
    },
    isTerminal: false,
    columns: undefined,
  });
  const refuse = (what: string) => async () => {
    throw new UsageError(`a rehearsal ${what}`);
  };
  return {
    ...system,
    env: {
      ...system.env,
      DOCS_ADMIN_BASE_URL: ports.baseUrl,
      DOCS_ADMIN_TOKEN: ports.token,
      DOCS_ADMIN_ORG: ports.organization,
      DOCS_ADMIN_PROFILE: ports.profile,
      DOCS_ADMIN_YES: '1',
      DOCS_ADMIN_READ_ONLY: '0',
      // The summary is about the rehearsal, not about the lines in it.
      GITHUB_STEP_SUMMARY: undefined,
    },
    stdin: {
      isTerminal: false,
      read: ports.stdin,
      async *bytes() {
        yield Buffer.from(await ports.stdin());
      },
      identity: () => undefined,
    },
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    pager: { isWanted: false, write: async () => {}, close: async () => {} },
    clock: hurried(system.clock),
    every: () => () => {},
    files: readingOnly(system.files),
    settings: { ...system.settings, read: () => unprotected(system), change: refuse('changes no settings') },
    folderFiles: {
      find: system.folderFiles.find,
      read: refuse('changes no settings'),
      distrust: refuse('changes no settings'),
    },
    credentials: {
      ...system.credentials,
      find: async () => undefined,
      store: refuse('stores no token'),
      forget: refuse('deletes no token'),
    },
    // The rehearsal has chosen.
    saveMemory: async () => {},
    openPage: async () => false,
    journals: memoryJournals(ports.journals),
    cache: { read: () => undefined, write: async () => {} },
    printedPlans: { keep: async () => {}, prune: async () => {}, find: () => undefined },
    network: () => transport,
    sandbox: {
      ...system.sandbox,
      transport,
      serve: refuse('serves no sandbox'),
      reset: refuse('changes no other sandbox'),
    },
  };
}

/** Returns files that are read, and never changed. Each method is here, so that a new one is decided on. */
function readingOnly(files: System['files']): System['files'] {
  const { readText, readBytes, isPipe, bytes, isReadOnly, assertWritable } = files;
  const { isOpenToOthers, size, folder, identity, inside } = files;
  return {
    ...{ readText, readBytes, isPipe, bytes, isReadOnly, assertWritable },
    ...{ isOpenToOthers, size, folder, identity, inside },
    write: async () => {},
    writeAll: async () => {},
    rewrite: async () => {},
    makeFolder: async () => {},
    append: async () => {},
  };
}

/** Returns the settings without the safeguards of profiles: in the copy, nothing has to be protected. */
function unprotected({ settings }: System) {
  const { activeProfile, profiles } = settings.read();
  const open = Object.entries(profiles).map(
    ([name, { protected: _, 'read-only': __, ...profile }]): [string, Profile] => [name, profile],
  );
  return { activeProfile, profiles: Object.fromEntries(open) };
}

/** Returns a clock whose waits end at once; its time goes on as if they had not. */
function hurried(clock: Clock): Clock {
  let skipped = 0;
  return {
    now: () => clock.now() + skipped,
    monotonic: () => clock.monotonic() + skipped,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      skipped += ms;
      await clock.turn();
    },
    turn: () => clock.turn(),
    random: () => clock.random(),
    digits: (count) => clock.digits(count),
    bytes: (count) => clock.bytes(count),
  };
}
