import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { terminalPicture } from '../../src/build/picture.js';
import { packageFolder } from '../support/installed.ts';

test('the picture of the README shows what the tool prints; if not: npm run picture', async () => {
  const now = await terminalPicture(join(packageFolder(), 'bin/docs-admin.js'));
  expect(readFileSync('docs/terminal.svg', 'utf8')).toBe(now);
});
