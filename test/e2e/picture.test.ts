import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptionOf, pagePictures, photographPage } from '../../src/build/page-picture.js';
import { drawPicture, pictures } from '../../src/build/picture.js';
import { hasChromium } from '../support/chromium.js';
import { packageFolder } from '../support/installed.ts';

const bin = () => join(packageFolder(), 'bin/docs-admin.js');

test.each(pictures)('$file shows what the tool prints; if not: npm run picture', async (picture) => {
  expect(readFileSync(picture.file, 'utf8')).toBe(await drawPicture(bin(), picture));
});

test.skipIf(!hasChromium).each(pagePictures)(
  '$file shows the page that the tool writes; if not: npm run picture',
  async ({ file, colorScheme }) => {
    const { text } = await photographPage(bin(), colorScheme);
    expect(text).toContain('Team Platform on the collection');
    expect(descriptionOf(readFileSync(file))).toBe(text);
  },
);
