import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../disk/folders.ts';
import { UsageError } from '../errors.ts';
import { envWithoutSecrets } from './child-env.ts';
import { decodeBytes } from './decode.ts';

/**
 * Lets the user write a text in `editor`, in a file that only they can read. Returns it without its last newline.
 * Throws `UsageError` if the editor fails or the text is empty.
 */
export async function editText(editor: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  const file = join(folder, 'text.md');
  try {
    writeFileSync(file, '', { mode: 0o600 });
    // A shell must split the user's words, such as `code --wait`, as it does for every program.
    const child = spawn(`${editor} "${file}"`, {
      shell: true,
      stdio: 'inherit',
      env: envWithoutSecrets(process.env),
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new UsageError(`the editor ${JSON.stringify(editor)} has failed; nothing was sent`);
    const text = decodeBytes(readFileSync(file), 'the text').replaceAll('\r\n', '\n').replace(/\n$/, '');
    if (text.trim() === '') throw new UsageError('the text is empty; nothing was sent');
    return text;
  } finally {
    removeFolder(folder);
  }
}
