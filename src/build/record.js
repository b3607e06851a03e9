// `npm run picture`: records the picture of the README with the built tool.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { terminalPicture } from './picture.js';

writeFileSync('docs/terminal.svg', await terminalPicture(resolve('bin/docs-admin.js')));
