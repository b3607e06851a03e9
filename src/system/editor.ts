import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { withoutSecrets } from './child-env.ts';

/** The editor that the user has chosen; `undefined` where there is none. */
export function editorOf({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string | undefined {
  return VISUAL || EDITOR || undefined;
}

/**
 * What somebody writes in `editor`, in a file that only they can read, without the newline at its end. Throws
 * `UsageError` where the editor fails or nothing is written.
 */
export async function editText(editor: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  const file = join(folder, 'text.md');
  try {
    writeFileSync(file, '', { mode: 0o600 });
    // The user's own words, as every program takes them: a shell has to split `code --wait`.
    const child = spawn(`${editor} "${file}"`, {
      shell: true,
      stdio: 'inherit',
      env: withoutSecrets(process.env),
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new UsageError(`the editor ${JSON.stringify(editor)} has failed; nothing was sent`);
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text.trim() === '') throw new UsageError('the text is empty; nothing was sent');
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
