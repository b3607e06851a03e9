// `npm run generate`: writes the files of the repository that are made from others.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { loadGenerated } from './load-generated.js';
import { tables } from './tables.js';

try {
  for (const { path, content } of await tables()) writeFileSync(path, content);
  // This import needs the tables.
  const { generatedFiles } = await loadGenerated();
  for (const { path, content } of await generatedFiles()) writeFileSync(path, content);
} catch (error) {
  // A wrong name in a source: the bundler says where it is, and so does `load`. Other errors are bugs of the build.
  const isOfSource = error instanceof Error && ('errors' in error || error.cause instanceof ReferenceError);
  if (!isOfSource) throw error;
  console.error(`nothing is generated: ${stripVTControlCharacters(error.message).trim()}`);
  process.exitCode = 1;
}
