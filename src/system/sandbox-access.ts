import { join } from 'node:path';
import type { SandboxAccess } from '../ports.ts';
import { sandboxToken } from '../sandbox/identity.ts';
import type { Environment } from './paths.ts';

export interface SandboxAccessOptions {
  readonly env: Environment;
  /** The folder of the data that is kept. */
  readonly state: string;
  readonly now: () => number;
  readonly interrupt: AbortSignal;
}

/** Returns the embedded service. Its code and the database driver are loaded by the first request. */
export function createSandboxAccess({ env, state, now, interrupt }: SandboxAccessOptions): SandboxAccess {
  const path = env.DOCS_ADMIN_SANDBOX_DATA || join(state, 'sandbox.db');
  const accessRules = env.DOCS_ADMIN_SANDBOX_ACCESS_RULES;
  let opened: ReturnType<typeof open> | undefined;

  async function open() {
    const options = { path, token: sandboxToken, now, accessRules };
    const { openFilledSandbox } = await withoutFirstReport(() => import('../sandbox/open.ts'));
    const sandbox =
      openFilledSandbox(options) ?? (await import('../sandbox/open-seeded.ts')).openSandbox(options);
    // Closing leaves one file: SQLite removes its temporary files.
    process.once('exit', () => sandbox.close());
    return sandbox;
  }

  const keeping = () => import('./sandbox-keeping.ts');

  return {
    path,
    transport: async (request, signal) => {
      signal.throwIfAborted();
      opened ??= open();
      const sandbox = await opened;
      signal.throwIfAborted();
      return sandbox.exchange(request);
    },
    async dataId() {
      opened ??= open();
      return (await opened).dataId();
    },
    serve: async (options) =>
      (await keeping()).serveSandbox(
        { path, now, interrupt },
        { ...options, accessRules: options.accessRules ?? accessRules },
      ),
    reset: async (options) => (await keeping()).resetState(path, options),
    openCopy: async (source) => (await import('./sandbox-copy.ts')).openSandboxCopy(source, now),
    export: async () => (await import('../sandbox/reset.ts')).exportSandbox(path),
  };
}

/**
 * Returns what `load` resolves to. The database driver asks Node for a diagnostic report, which takes as long as opening
 * the database, only to learn which C library there is. Without an answer it reads that from a file of the library, and
 * asks for a report again only if it cannot.
 */
async function withoutFirstReport<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const { report } = process;
  const { getReport } = report;
  Object.assign(report, {
    getReport() {
      report.getReport = getReport;
    },
  });
  try {
    return await load();
  } finally {
    report.getReport = getReport;
  }
}
