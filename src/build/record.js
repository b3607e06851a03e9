// `npm run picture`: records the pictures of the README and the guides with the built tool.
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserPath, pagePictures, photographPage } from './page-picture.js';
import { drawPicture, pictures } from './picture.js';

const bin = resolve('bin/docs-admin.js');
for (const picture of pictures) writeFileSync(picture.file, await drawPicture(bin, picture));
for (const { file, colorScheme } of pagePictures) {
  if (existsSync(browserPath)) writeFileSync(file, (await photographPage(bin, colorScheme)).png);
  else console.warn(`${file} stays as it is: there is no ${browserPath}`);
}
