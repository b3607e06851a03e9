import { createRequire } from 'node:module';
import { isExecutable } from './executable.ts';
import type { Environment } from './paths.ts';

/** The keyring of the operating system. Every method rejects with an error whose message says what failed. */
export interface Keyring {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** Deletes a secret. Resolves with whether there was one. */
  remove(account: string): Promise<boolean>;
}

export interface KeyringOptions {
  readonly env: Environment;
  /** Limit for one answer, in milliseconds. */
  readonly timeout?: number;
  /** Name or path of the package. */
  readonly name?: string;
}

/** Runs in a process of its own. On Linux it accepts only the store that survives a restart. */
const script = `
const { Entry } = require(process.argv[1]);
const { method, account, args } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const entry = new Entry('docs-admin', account, { linux: { store: 'secret-service' } });
process.stdout.write(JSON.stringify({ result: entry[method](...args) }));
`;

/**
 * Returns the keyring, if the optional package for it is installed; else `undefined`. The single executable has none,
 * because it cannot run the script.
 */
export function findKeyring(options: KeyringOptions): Keyring | undefined {
  const { env, timeout = 3000, name = '@napi-rs/keyring' } = options;
  const path = resolvePackage(name);
  if (path === undefined || isExecutable()) return undefined;
  const ask = (method: string, account: string, ...args: string[]) =>
    run(path, JSON.stringify({ method, account, args }), withoutOwn(env), timeout);
  return {
    get: async (account) => ((await ask('getPassword', account)) as string | null | undefined) ?? undefined,
    set: async (account, secret) => {
      await ask('setPassword', account, secret);
    },
    remove: async (account) => (await ask('deletePassword', account)) === true,
  };
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Runs the script in another process, because a call into a locked or broken keyring may never return and would keep
 * this process running; another process can be killed. The secret goes through a pipe, which no other process can read.
 */
async function run(path: string, input: string, env: Environment, timeout: number): Promise<unknown> {
  const { execFile } = await import('node:child_process');
  return await new Promise((resolve, reject) => {
    const options = { env: { ...env }, timeout, killSignal: 'SIGKILL' as const };
    const child = execFile(process.execPath, ['-e', script, path], options, (error, stdout) => {
      if (!error) resolve(JSON.parse(stdout).result);
      // Without the error as cause: it contains the output of the other process.
      else
        reject(
          new Error(
            error.killed ? `the OS keyring did not answer in ${timeout / 1000} s` : 'the OS keyring failed',
          ),
        );
    });
    child.stdin?.on('error', () => {}).end(input);
  });
}

/** Removes the tool's own variables, such as the token: other programs do not need them. */
function withoutOwn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DOCS_ADMIN_')));
}
