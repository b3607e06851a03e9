import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { parseSync } from 'rolldown/utils';
import { pageParts } from './page-parts.js';

const require = createRequire(import.meta.url);
const entry = '\0entry';

/**
 * Runs TypeScript files of the repository. Resolves with the exports of each, in the same order.
 *
 * @param {readonly string[]} files
 * @returns {Promise<Record<string, unknown>[]>}
 */
export async function load(files) {
  const code = files.map((file, index) => `export * as file${index} from ${JSON.stringify(resolve(file))};`);
  const build = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      pageParts,
      {
        name: 'entry',
        resolveId: (id, importer) =>
          id === entry || isGone(id, importer) ? { id, external: id !== entry } : null,
        load: (id) => (id === entry ? code.join('\n') : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  const module = { exports: /** @type {Record<string, Record<string, unknown>>} */ ({}) };
  try {
    new Function('module', 'exports', 'require', output[0].code)(module, module.exports, require);
  } catch (error) {
    throw error instanceof ReferenceError ? placed(error, output[0].moduleIds) : error;
  }
  return files.map((_, index) => module.exports[`file${index}`] ?? {});
}

/**
 * Returns an error that says where sources use a name that is not defined.
 *
 * @param {ReferenceError} cause
 * @param {readonly string[]} files
 */
function placed(cause, files) {
  const [, name = ''] = /^(\S+) is not defined/.exec(cause.message) ?? [];
  const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`);
  const own = files.filter((file) => !file.startsWith('\0') && !file.includes('node_modules'));
  const places = own.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (word.test(line) ? `${relative('.', file)}:${at + 1}` : [])),
  );
  return new Error(`${cause.message}: ${places.join(', ')}`, { cause });
}

/**
 * Returns whether an import leads to a deleted file: a table that is out of date may have one.
 *
 * @param {string} id
 * @param {string | undefined} importer
 */
function isGone(id, importer) {
  return id.startsWith('.') && importer !== undefined && !existsSync(resolve(dirname(importer), id));
}

/**
 * Reads the value of `export const <name>` in a TypeScript file without running the file, because its imports may not
 * be generated yet. Returns `undefined` if there is no such constant. Throws if its value does not consist of literals.
 *
 * @param {string} file
 * @param {string} name
 * @returns {unknown}
 */
export function readConstant(file, name) {
  const code = readFileSync(file, 'utf8');
  const exported = parseSync(file, code).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations
      : [],
  );
  const found = exported.find(({ id }) => id.type === 'Identifier' && id.name === name);
  if (!found?.init) return undefined;
  const { start, end } = found.init.type === 'TSAsExpression' ? found.init.expression : found.init;
  try {
    return new Function(`return (${code.slice(start, end)});`)();
  } catch {
    throw new Error(`${file}: \`${name}\` must be made of literals: it is read without running the file`);
  }
}
