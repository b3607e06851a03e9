import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import * as source from '../../src/index.ts';
import { runShell } from '../support/installed.ts';

/** The programs that a page shows, as they stand there. */
function programsOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/```js\n([\s\S]*?)```/g)];
  return blocks.map(([, program]) => program as string);
}

/** Runs a program where the package is installed, as its user would. */
async function runProgram(name: string, program: string) {
  const path = join(inject('installed').folder, name);
  writeFileSync(path, program);
  return runShell(`node ${path}`);
}

test('the program of the page on the sandbox reads members, page by page, and ends by itself', async () => {
  const [program, ...others] = programsOf('docs/sandbox.md');
  expect(others).toEqual([]);
  const run = await runProgram('sandbox.mjs', `${program}\nconsole.log(ada.id, ada.role);\n`);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(/^\[ 'user_\w+', 'user_\w+', 'user_\w+' \]\nuser_ada admin\n$/);
});

test('the program of the page on the library learns what went wrong, and what can be done', async () => {
  const [program, ...others] = programsOf('docs/library.md');
  expect(others).toEqual([]);
  const run = await runProgram('library.mjs', program as string);
  expect(run).toMatchObject({ code: 0, stderr: '', stdout: 'not-found 5 check-id\n' });
});

test('the library exports what its source does, and nothing of its inside', async () => {
  const program = `
    import * as library from 'docs-admin';
    console.log(JSON.stringify(Object.keys(library)));
  `;
  const { stdout } = await runProgram('exports.mjs', program);
  // Node adds a default export to CommonJS, and from version 23 on a second name of it.
  const names = (JSON.parse(stdout) as string[]).filter((name) => name !== 'module.exports');
  expect(names).toEqual([...Object.keys(source), 'default'].sort());
});

test('the library has the operations, by noun and all of them', async () => {
  const program = `
    import * as library from 'docs-admin';
    const listed = Object.values(library).flatMap((noun) => Object.values(noun)).filter((one) => one?.method && one.path);
    const missing = library.operations.filter((operation) => !listed.includes(operation));
    console.log(library.operations.length, missing.map(({ id }) => id));
  `;
  const run = await runProgram('operations.mjs', program);
  expect(run).toMatchObject({ code: 0, stderr: '', stdout: `${source.operations.length} []\n` });
});
