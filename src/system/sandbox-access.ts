import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ResetOptions, SandboxAccess, ServeOptions, Transport } from '../ports.ts';
import { sandboxToken } from '../sandbox/identity.ts';
import { systemClock } from './clock.ts';
import { readTextFile } from './files.ts';
import { openLogFile } from './log-file.ts';
import { type Environment, stateFolder } from './paths.ts';

export interface SandboxAccessOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  readonly interrupt: AbortSignal;
}

/** The embedded service. Its code, the database driver first, is loaded by the first request. */
export function createSandboxAccess({ env, platform, now, interrupt }: SandboxAccessOptions): SandboxAccess {
  const path = env.DOCS_ADMIN_SANDBOX_DATA || join(stateFolder(env, platform), 'sandbox.db');
  let opened: Promise<Transport> | undefined;

  async function open(): Promise<Transport> {
    const { openSandbox } = await import('../sandbox/open.ts');
    const sandbox = openSandbox({ path, token: sandboxToken, now });
    // Closing leaves one file, without those in which SQLite keeps what it has not put there yet.
    process.once('exit', () => sandbox.close());
    return async (request, signal) => {
      signal.throwIfAborted();
      return await sandbox.exchange(request);
    };
  }

  async function serve(options: ServeOptions): Promise<void> {
    const { randomToken, tokenOfFile } = await import('./token-file.ts');
    const { port, dataFile = path, tokenFile, faults = {}, logFile } = options;
    const token = options.token ?? (tokenFile === undefined ? randomToken() : await tokenOfFile(tokenFile));
    const [{ openSandbox }, { withFaults }, server] = await Promise.all([
      import('../sandbox/open.ts'),
      import('../sandbox/http/fault-injection.ts'),
      import('../sandbox/http/server.ts'),
    ]);
    const log = logFile === undefined ? undefined : openLogFile(logFile);
    const sandbox = openSandbox({ path: dataFile, token, now });
    const fetch = withFaults(sandbox.fetch, faults, {
      now,
      sleep: (ms) => systemClock.sleep(ms, interrupt),
      token,
      log: log && ((request) => log.add(JSON.stringify(request))),
    });
    try {
      const { baseUrl, close } = await server.serve(fetch, { port });
      try {
        await options.onReady({ baseUrl, token, org: sandbox.org });
        await Promise.race([aborted(interrupt), ...(log ? [log.failed] : [])]);
      } finally {
        await close();
      }
    } finally {
      sandbox.close();
      log?.close();
    }
    interrupt.throwIfAborted();
  }

  async function reset({ fixture = 'small', members, teams }: ResetOptions): Promise<string> {
    const size = sizes.get(fixture);
    const { resetSandbox, restoreSandbox } = await import('../sandbox/reset.ts');
    if (!size) return restoreSandbox(path, await fixtureText(fixture), fixture);
    return resetSandbox(path, { members: members ?? size.members, teams: teams ?? size.teams });
  }

  async function exportState(): Promise<string> {
    const { exportSandbox } = await import('../sandbox/reset.ts');
    return exportSandbox(path);
  }

  return {
    path,
    transport: async (request, signal) => {
      signal.throwIfAborted();
      opened ??= open();
      return (await opened)(request, signal);
    },
    serve,
    reset,
    export: exportState,
  };
}

/** Node holds no longer text. */
const maxFixtureBytes = 400 * 1024 * 1024;
const sizes: ReadonlyMap<string, { members?: number; teams?: number }> = new Map([
  ['small', {}],
  ['large', { members: 100_000, teams: 500 }],
]);

async function fixtureText(path: string): Promise<string> {
  try {
    return await readTextFile(path, maxFixtureBytes);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, { hint: `there are ${[...sizes.keys()].join(', ')}` });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
