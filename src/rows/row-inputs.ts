import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import { resolve } from 'node:path';
import type { AnyInput } from '../api/client/request.ts';
import { UsageError } from '../errors.ts';
import type { Files } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import type { InputFile, RowInputs } from '../work/journal/journal-schema.ts';
import { changedInput } from '../work/run/input-file.ts';
import type { Session } from '../work/run/session.ts';

/** Makes sure that every file which rows read has the same content each time, also in a later process. */
export interface InputCheck {
  /** The files as rows read them: with paths relative to the folder in which the run was begun. */
  readonly files: Files;
  /** Returns standard input as rows read it. */
  stdin(text: string): string;
  /** Returns what rows with these requests have read, for the journal. */
  inputs(requests: readonly AnyInput[]): RowInputs;
}

/**
 * Makes the check of a new run, or of one that has read `earlier` already. Files that differ from it throw
 * `UsageError`.
 */
export function createInputCheck({ system }: Pick<Session, 'system'>, earlier: RowInputs = {}): InputCheck {
  const { clock, files, env } = system;
  const here = system.journals.absolute('.');
  const folder = earlier.folder ?? here;
  const seen = new Map((earlier.files ?? []).map(({ path, sha256 }) => [path, sha256]));

  function see<Content extends string | Uint8Array>(path: string, name: string, content: Content): Content {
    const sha256 = createHash('sha256').update(content).digest('hex');
    if ((seen.get(path) ?? sha256) !== sha256) throw changedInput(name);
    seen.set(path, sha256);
    return content;
  }

  const reading =
    <Content extends string | Uint8Array, Limit extends unknown[]>(
      read: (path: string, ...limit: Limit) => Promise<Content>,
    ) =>
    async (path: string, ...limit: Limit): Promise<Content> => {
      const whole = resolve(folder, path);
      const name = folder === here ? path : whole;
      return see(whole, name, await read(name, ...limit));
    };

  return {
    files: { ...files, readText: reading(files.readText), readBytes: reading(files.readBytes) },
    stdin: (text) => see('-', 'standard input', text),
    inputs(requests) {
      const url = gitUrlOf(env);
      const usesUrl = requests.some(({ body }) => url !== undefined && isObject(body) && body.url === url);
      const found = [...seen].map(([path, sha256]): InputFile => ({ path, sha256 }));
      return {
        folder,
        ...(found.length > 0 && { files: found }),
        ...(usesUrl && { gitUrl: saltedHash(url as string, clock.bytes(16)) }),
      };
    },
  };
}

/** Throws `UsageError` if the environment names another repository than at the start of the run. */
export function assertSameGitUrl({ system }: Session, { gitUrl }: RowInputs): void {
  const url = gitUrlOf(system.env);
  if (gitUrl === undefined || (url !== undefined && isHashOf(gitUrl, url))) return;
  throw new UsageError(`${gitUrlVariable} is not the address that the run used`, {
    hint: { code: 'set-same-address', data: {} },
  });
}

const gitUrlVariable = 'DOCS_ADMIN_GIT_URL';

function gitUrlOf(env: Session['system']['env']): string | undefined {
  return env[gitUrlVariable]?.trim() || undefined;
}

/** Hashes an address with salt: it may contain a password, which must not be found by trying values. */
function saltedHash(text: string, salt: Uint8Array): string {
  return `${Buffer.from(salt).toString('hex')}:${scryptSync(text, salt, 32).toString('hex')}`;
}

function isHashOf(hash: string, text: string): boolean {
  const [salt = ''] = hash.split(':');
  const [expected, actual] = [hash, saltedHash(text, Buffer.from(salt, 'hex'))].map((one) =>
    Buffer.from(one),
  );
  return expected?.length === actual?.length && timingSafeEqual(expected as Buffer, actual as Buffer);
}
