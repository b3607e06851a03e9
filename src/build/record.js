// `npm run picture`: records the pictures of the README and the guides with the built tool.
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserPath, pagePicture, photographPage } from './page-picture.js';
import { drawPicture, pictures } from './picture.js';

const bin = resolve('bin/docs-admin.js');
for (const picture of pictures) writeFileSync(picture.file, await drawPicture(bin, picture));
if (existsSync(browserPath)) writeFileSync(pagePicture, await photographPage(bin));
else console.warn(`${pagePicture} stays as it is: there is no ${browserPath}`);
