import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

test('an empty result makes an empty file', async () => {
  const docs = await sandboxCli({ 'findings.jsonl': 'those of yesterday\n' });
  for (const file of ['findings.jsonl', 'new.jsonl']) {
    const run = await docs(`org audit --rules DA101 -o jsonl --out ${file}`);
    expect(run, run.stderr).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain(`wrote ${file}\n`);
    expect(await readFile(join(docs.folder, file), 'utf8')).toBe('');
  }
});

test.each([
  ['access report -o csv', 'access diff made live --out made', '<before>'],
  ['org audit --json --fail-on never', 'org audit diff made live --out made', '<before>'],
])('what the result is made of is no file for it: %s', async (make, line, name) => {
  const docs = await sandboxCli();
  const made = join(docs.folder, 'made');
  const { stdout } = await docs(make);
  await writeFile(made, stdout);
  expect(await docs(line)).toMatchObject({
    code: 2,
    stdout: '',
    requests: [],
    stderr: `error: --out and ${name} name the same file, made\nhint: give --out a file of its own\n`,
  });
  expect(await readFile(made, 'utf8')).toBe(stdout);
});
