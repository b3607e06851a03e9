import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Cli, sandboxCli } from '../support/cli.ts';

const folder = 'test/scenarios';
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.txt'));

/**
 * Whole sessions with the demo data, as someone sees them whose stdout is a pipe: each line `$ docs-admin ...` with what
 * it prints below. What goes to stderr follows what goes to stdout, behind `2>`; an exit code other than 0 comes last.
 * New ones are written as their commands alone; `vitest -u` fills them in.
 */
test.each(transcripts)('%s', async (name) => {
  const path = join(folder, name);
  const docs = await sandboxCli();
  await expect(await replay(readFileSync(path, 'utf8'), docs)).toMatchFileSnapshot(`./${name}`);
});

async function replay(transcript: string, docs: Cli): Promise<string> {
  const parts: string[] = [];
  for (const line of transcript.split('\n')) {
    if (line.startsWith('# ')) parts.push(`${parts.length > 0 ? '\n' : ''}${line}\n`);
    if (!line.startsWith('$ docs-admin ')) continue;
    const { code, stdout, stderr } = await docs(line.slice('$ docs-admin '.length));
    const told = stderr.replace(/^/gm, '2> ').replace(/2> $/, '');
    parts.push(`${line}\n${stdout}${told}${code === 0 ? '' : `exit code ${code}\n`}`);
  }
  return parts.join('');
}
