import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../src/build/generated.ts';
import { tables } from '../../src/build/tables.js';

test('generated files are fresh; if not: npm run generate', async () => {
  const stale = [...(await tables()), ...(await generatedFiles())].filter(({ path, content }) => {
    return !existsSync(path) || readFileSync(path, 'utf8') !== content;
  });
  expect(stale.map(({ path }) => path)).toEqual([]);
});
