// `npm run build`: makes dist/, which the package ships. With `--plain`, no function is put in parentheses (see ahead.js).
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileAhead } from './ahead.js';
import {
  bundle,
  commandEntries,
  compileCacheEntries,
  completionEntries,
  libraryEntries,
  protocolEntries,
} from './bundler.js';
import { thirdPartyLicenses } from './licenses.js';
import { loadGenerated } from './load-generated.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const { commandDescriptions, completionFile, helpFile, manual, organizationSchemaText } =
  await loadGenerated();
const descriptions = await commandDescriptions();
const command = await bundle(commandEntries, 'dist', { minify: true, descriptions });
const compileCache = await bundle(compileCacheEntries, 'dist/compile-cache', { minify: true });
const completion = await bundle(completionEntries, 'dist/completion', { minify: true });
const library = await bundle(libraryEntries, 'dist/library');
const protocol = await bundle(protocolEntries, 'dist/protocol', { minify: true });
const modules = [...command, ...compileCache, ...completion, ...library, ...protocol].flatMap((chunk) =>
  Object.entries(chunk.modules),
);
const bundled = modules.filter(([, module]) => module.renderedLength > 0).map(([path]) => path);
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', thirdPartyLicenses(bundled));
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');

writeFileSync('dist/help.txt', await helpFile());
writeFileSync('dist/completion/table.json', await completionFile());
writeFileSync('dist/organization.schema.json', organizationSchemaText());
mkdirSync('dist/man');
for (const { file, text } of await manual()) writeFileSync(`dist/man/${file}`, text);

if (!process.argv.includes('--plain')) await compileAhead();
