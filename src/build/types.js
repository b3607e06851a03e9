// The last step of `npm run build`: makes one declaration file of the library from those that the compiler has written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { load } from './load.js';

/** @typedef {{ text: string, isExported: boolean }} Declaration */

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const emitted = 'node_modules/.cache/docs-admin/types';
const entry = `${emitted}/index.d.ts`;
const operations = `${emitted}/api/contract/operations/index.d.ts`;

/** Stands for the types of zod. */
const schemaType = `/** A schema of the contract; types need no more of it than the type of its values. */
declare namespace z {
  interface ZodMiniType<Value = unknown> {
    readonly _zod: { readonly input: Value; readonly output: Value };
  }
  type ZodMiniObject = ZodMiniType;
  type input<Schema extends ZodMiniType> = Schema['_zod']['input'];
  type output<Schema extends ZodMiniType> = Schema['_zod']['output'];
}
`;

const [module] = await load(['src/build/operation-types.ts']);
const { operationTypes, exportedNouns } = /** @type {typeof import('./operation-types.ts')} */ (
  /** @type {unknown} */ (module)
);

/** Declarations by their names, in the order in which they are reached. */
const reached = new Map([['z', schemaType]]);
/** @type {Map<string, ReturnType<typeof parsed>>} */
const files = new Map();
const exported = exportsOf(entry);
for (const [name, file] of exported) reach(file, name);

mkdirSync('dist/types', { recursive: true });
const names = [...exported.keys(), ...exportedNouns()];
writeFileSync(
  'dist/types/index.d.ts',
  `${[...reached.values()].join('')}${operationTypes()}export { ${names.join(', ')} };\n`,
);

/**
 * Returns the names that a file exports, each with the file that may declare it.
 *
 * @param {string} file
 * @returns {Map<string, string>}
 */
function exportsOf(file) {
  const { declared, passedOn, everythingOf } = fileAt(file);
  const own = [...declared]
    .filter(([, { isExported }]) => isExported)
    .map(([name]) => /** @type {const} */ ([name, file]));
  const others = everythingOf.filter((path) => path !== operations).flatMap((path) => [...exportsOf(path)]);
  return new Map([...others, ...passedOn, ...own]);
}

/**
 * Adds a declaration, and those that it names.
 *
 * @param {string} file
 * @param {string} name
 */
function reach(file, name) {
  const { declared, imported, passedOn } = fileAt(file);
  const declaration = declared.get(name);
  if (!declaration) {
    const from = imported.get(name) ?? passedOn.get(name);
    if (from) reach(from, name);
    return;
  }
  const { text } = declaration;
  const earlier = reached.get(name);
  if (earlier === text) return;
  if (earlier !== undefined) throw new Error(`the types of the library have two declarations of ${name}`);
  reached.set(name, text);
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) if (word !== name) reach(file, word);
}

/** @param {string} file */
function fileAt(file) {
  const known = files.get(file) ?? parsed(file);
  files.set(file, known);
  return known;
}

/**
 * Reads a declaration file: what it declares, and the files from which it takes other names.
 *
 * @param {string} file
 */
function parsed(file) {
  const code = readFileSync(file, 'utf8');
  /** @type {Map<string, Declaration>} */
  const declared = new Map();
  /** @type {Map<string, string>} */
  const imported = new Map();
  /** @type {Map<string, string>} */
  const passedOn = new Map();
  /** @type {string[]} */
  const everythingOf = [];
  /** @param {string} path */
  const resolved = (path) => join(dirname(file), path.replace(/\.ts$/, '.d.ts'));
  let end = 0;
  for (const statement of parseSync(file, code).program.body) {
    const comment = code.slice(end, statement.start).trimStart();
    end = statement.end;
    if (statement.type === 'ImportDeclaration') {
      if (statement.source.value.startsWith('.'))
        for (const { local } of statement.specifiers)
          imported.set(local.name, resolved(statement.source.value));
    } else if (statement.type === 'ExportAllDeclaration') {
      everythingOf.push(resolved(statement.source.value));
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      for (const { exported } of statement.specifiers) {
        const name = exported.type === 'Identifier' ? exported.name : exported.value;
        const from = statement.source ? resolved(statement.source.value) : imported.get(name);
        if (from) passedOn.set(name, from);
      }
    } else {
      const isExported = statement.type === 'ExportNamedDeclaration';
      const text = code
        .slice(statement.start, end)
        .replace(/^export /, '')
        .replace(/^(?!declare)/, 'declare ');
      const [, name] = /^declare (?:abstract )?\w+ ([\w$]+)/.exec(text) ?? [];
      if (name) declared.set(name, { text: `${comment}${text}\n`, isExported });
    }
  }
  return { declared, imported, passedOn, everythingOf };
}
