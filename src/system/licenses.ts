import { fileInside, isExecutable } from './executable.ts';
import { fileOfPackage } from './package-files.ts';

/** Returns the licence of the tool and those of the code that it ships, as one text. */
export function licenses(): string {
  const own = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt'];
  // The executable contains Node.js, whose licence names its own libraries.
  const texts = isExecutable() ? [...own, 'node/LICENSE'].map(fileInside) : own.map(fileOfPackage);
  return texts.map((text) => text.trim()).join(`\n\n${'='.repeat(80)}\n\n`);
}
