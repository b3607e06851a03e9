// `npm run picture`: records the pictures of the README with the built tool.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawPicture, pictures } from './picture.js';

for (const picture of pictures)
  writeFileSync(picture.file, await drawPicture(resolve('bin/docs-admin.js'), picture));
