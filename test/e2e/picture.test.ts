import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPicture, pictures } from '../../src/build/picture.js';
import { packageFolder } from '../support/installed.ts';

test.each(pictures)('$file shows what the tool prints; if not: npm run picture', async (picture) => {
  const now = await drawPicture(join(packageFolder(), 'bin/docs-admin.js'), picture);
  expect(readFileSync(picture.file, 'utf8')).toBe(now);
});
