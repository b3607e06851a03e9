// `npm run generate`: writes the files of the repository that are made from the command tree.
import { writeFileSync } from 'node:fs';
import { loadGenerated } from './load-generated.js';

const { generatedFiles } = await loadGenerated();
for (const { path, content } of await generatedFiles()) writeFileSync(path, content);
