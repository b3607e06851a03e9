import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Sink, System } from '../ports.ts';
import { createCache, createPrintedPlans, noCache } from './cache.ts';
import { every, systemClock } from './clock.ts';
import { createCrashWatch } from './crash.ts';
import { createCredentials, preferKeyring } from './credentials.ts';
import { createFiles } from './files.ts';
import { createInterrupt, endable, endProcess } from './interrupt.ts';
import { createJournals } from './journals.ts';
import { findKeyring } from './keyring.ts';
import { networkOnDemand } from './network.ts';
import { createPager } from './pager.ts';
import { cacheFolder, configFolder, stateFolder, usualStateFolder } from './paths.ts';
import { createPrompts } from './prompts.ts';
import { createSandboxAccess } from './sandbox-access.ts';
import { createFolderFiles, createSettings } from './settings.ts';
import { createStdin } from './stdin.ts';
import { createSink } from './streams.ts';

export { endProcess };

const cacheMaxAge = 60_000;

/** Returns the machine of this process. Streams, sockets and files are opened when they are needed. */
export function createSystem(): System {
  const { env, platform } = process;
  const interrupt = createInterrupt();
  const stdout = createSink(
    () => process.stdout,
    () => isatty(1),
    interrupt,
  );
  const stderr = bestEffort(
    createSink(
      () => process.stderr,
      () => isatty(2),
      interrupt,
    ),
  );
  const folder = configFolder(env, platform);
  const state = stateFolder(env, platform);
  const verifyTls = env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  // Node would warn too, in other words; `verifyTls` has the same effect.
  if (!verifyTls) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  // NO_COLOR wins, as in `wantsColor`; Node 24 would warn if both are set.
  if (env.NO_COLOR) delete process.env.FORCE_COLOR;
  // Warnings about dangers ignore --quiet, because the flags are not known yet.
  const warn = (message: string) => void stderr.write(`warning: ${message}\n`);
  const noteOtherPlace = () => {
    const usual = usualStateFolder(env, platform);
    if (state !== usual) warn(`${usual} cannot be written; the journal is in ${state}`);
  };
  return {
    env,
    stdin: createStdin(() => process.stdin, {
      isTerminal: () => isatty(0),
      interrupt,
      note: (message) => stderr.write(`${message}\n`),
    }),
    stdout,
    stderr,
    pager: createPager({ env, platform }),
    clock: systemClock,
    every,
    interrupt,
    blocking: endable,
    files: createFiles(interrupt),
    settings: createSettings(folder, { warn }),
    folderFiles: createFolderFiles(folder, { warn }, () => process.cwd()),
    credentials: preferKeyring(createCredentials(folder, { warn }), () => findKeyring({ env }), warn),
    prompts: createPrompts(() => ({ input: process.stdin, output: process.stderr, interrupt })),
    openPage: async (url) => (await import('./browser.ts')).openPage(url, { env, platform }),
    saveMemory: async (growth = 100) => boundHeap(await import('node:v8'), growth),
    pageFreer: async () => (await import('./garbage.ts')).pageFreer(),
    queries: {
      run: async (work, time) => (await import('./blocking.ts')).runBlocking(work, time),
      // A longer text cannot be made.
      maxLength: 500_000_000,
    },
    journals: createJournals(join(state, 'runs'), { onFolder: noteOtherPlace }),
    cache: env.DOCS_ADMIN_NO_CACHE
      ? noCache
      : createCache(cacheFolder(env, platform), cacheMaxAge, systemClock.now),
    printedPlans: createPrintedPlans(join(state, 'plans'), systemClock.now),
    network: networkOnDemand({ env, verifyTls, warn }),
    crashed: createCrashWatch(),
    keepCrash: async (line) => (await import('./crash-file.ts')).keepCrash(join(state, 'errors.log'), line),
    licenses: async () => (await import('./licenses.ts')).licenses(),
    pseudonymKey: async () => (await import('./pseudonym-key.ts')).pseudonymKey(join(state, 'pseudonym-key')),
    route: async () => (await import('./route.ts')).createRoute(env, interrupt),
    sandbox: createSandboxAccess({ env, state, now: systemClock.now, interrupt }),
  };
}

/** So many bytes for young objects are enough: a page of a list fits, and what it makes dies young. */
const enoughForYoung = 7_000_000;

/**
 * V8 lets a heap become several times as large before it is cleaned: now it may grow by so many per cent. It also lets the
 * memory of young objects grow to 48 MB: now it stops when it has enough.
 */
function boundHeap(
  { setFlagsFromString, getHeapSpaceStatistics }: typeof import('node:v8'),
  growth: number,
): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if ((young?.space_size ?? 0) < enoughForYoung) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, 20);
  timer.unref();
}

/** Ignores a closed stderr, which is no reason to stop. */
function bestEffort(sink: Sink): Sink {
  const { write } = sink;
  return Object.assign(sink, { write: (text: string) => write(text).catch(() => {}) });
}
