import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { load, readConstant } from '../../src/build/load.js';

const folder = mkdtempSync(join(tmpdir(), 'docs-admin-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

describe('a constant', () => {
  test('is read without running its file', () => {
    const path = file(
      'sites.ts',
      `import { gone } from './gone.ts';
       throw new Error('it runs');
       export const other = gone(), noun: Words = { group: 'Publish', order: 10, summary: 'it\\'s "published"' };`,
    );
    expect(readConstant(path, 'noun')).toEqual({ group: 'Publish', order: 10, summary: 'it\'s "published"' });
  });

  test.each([
    ['is not exported', `const noun = { order: 1 };`],
    ['has no value', `export declare const noun: string;`],
    ['is a function', `export function noun() {}`],
    ['has another name', `export const nouns = {};`],
  ])('that %s is not there', (_, code) => {
    expect(readConstant(file('none.ts', code), 'noun')).toBeUndefined();
  });

  test('that needs something of its file is a mistake, which names the file', () => {
    const path = file('computed.ts', `const order = 3;\nexport const noun = { order };`);
    expect(() => readConstant(path, 'noun')).toThrow(`${path}: \`noun\` must be made of literals`);
  });
});

describe('files', () => {
  test('are run, and give what they export', async () => {
    const one = file('one.ts', `import { two } from './two.ts';\nexport const sum: number = 1 + two;`);
    const two = file('two.ts', `export const two = 2 as const;`);
    const [first, second] = await load([one, two]);
    expect({ ...first, ...second }).toEqual({ sum: 3, two: 2 });
  });

  test('may import a file lazily that is gone', async () => {
    const path = file('table.ts', `export const loads = { gone: () => import('./gone.ts') };`);
    const [module] = await load([path]);
    expect(module?.loads).toHaveProperty('gone');
  });

  test('may not be wrong', async () => {
    await expect(load([file('wrong.ts', `export const = 1;`)])).rejects.toThrow();
  });

  test('with a name that is not defined say where it is', async () => {
    const path = file('schemas.ts', `const Team = 1;\nexport const all = [Team, Teem];\n// Teems`);
    await expect(load([path])).rejects.toThrow(/^Teem is not defined: \S*schemas\.ts:2$/);
    const importing = file(
      'importing.ts',
      `import { Teem } from './schemas.ts';\nexport const all = [Teem];`,
    );
    await expect(load([importing])).rejects.toThrow('"Teem" is not exported by');
  });
});
