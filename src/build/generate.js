// `npm run generate`: writes the files of the repository that are made from others.
import { writeFileSync } from 'node:fs';
import { loadGenerated } from './load-generated.js';
import { tables } from './tables.js';

for (const { path, content } of await tables()) writeFileSync(path, content);
// This import needs the tables.
const { generatedFiles } = await loadGenerated();
for (const { path, content } of await generatedFiles()) writeFileSync(path, content);
