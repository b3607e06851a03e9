import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileInside, isExecutable } from './executable.ts';

/** Returns the licence of the tool and those of the code that it ships, as one text. */
export function licenses(): string {
  const own = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt'];
  // The executable contains Node.js, whose licence names its own libraries.
  const texts = isExecutable() ? [...own, 'node/LICENSE'].map(fileInside) : own.map(fileOfPackage);
  return texts.map((text) => text.trim()).join(`\n\n${'='.repeat(80)}\n\n`);
}

/** Returns the text of a file of the package: from `dist/chunks` there, and from `src/system` in the source. */
function fileOfPackage(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
}
