import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'rolldown/utils';

/** Packages that cost more time than Node itself takes to start, or nearly: loaded only by the command that needs them. */
export const heavyPackages = [
  'zod',
  'undici',
  'conf',
  'ora',
  'cli-table3',
  'hono/router/trie-router',
  'libsql',
  'yaml',
  'chalk',
  'csv-parse',
  '@clack/prompts',
  'jmespath',
];

/** One import or re-export of a source file. */
export interface Import {
  readonly from: string;
  /** Path of the file from the repository's root, or the name of a package: `node:fs`, `zod`. */
  readonly to: string;
  /** `type` imports are gone when the program runs; `lazy` ones are `import()` calls. */
  readonly kind: 'static' | 'type' | 'lazy';
}

/** Paths of the TypeScript files below `folder`, or of the one file that it names, from the repository's root. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (folder.endsWith('.ts')) return [folder];
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => join(folder, entry))
    .sort();
}

export function importsOf(path: string): Import[] {
  const code = readFileSync(path, 'utf8');
  const { module } = parseSync(path, code);
  const found = (specifier: string, kind: Import['kind']): Import => ({
    from: path,
    to: target(path, specifier),
    kind,
  });
  const statics = module.staticImports.map(({ moduleRequest, entries }) => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    return found(moduleRequest.value, isType ? 'type' : 'static');
  });
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [found(moduleRequest.value, isType ? 'type' : 'static')] : [],
    ),
  );
  const lazy = module.dynamicImports.map(({ moduleRequest }) => {
    const specifier = code.slice(moduleRequest.start, moduleRequest.end);
    return found(specifier.replace(/^['"]|['"]$/g, ''), 'lazy');
  });
  return [...statics, ...exports, ...lazy];
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  if (specifier.startsWith('node:')) return specifier;
  const [first, second] = specifier.split('/');
  return specifier.startsWith('@') ? `${first}/${second}` : (first as string);
}

/**
 * Everything that is loaded together with `entry`, files and packages, each with the chain of imports that leads there:
 * `src/main.ts > src/cli/session/app.ts > commander`.
 */
export function loadedWith(entry: string): Map<string, string> {
  const reached = new Map([[entry, entry]]);
  for (const [path, chain] of reached) {
    if (!path.endsWith('.ts')) continue;
    for (const { to, kind } of importsOf(path)) {
      if (kind === 'static' && !reached.has(to)) reached.set(to, `${chain} > ${to}`);
    }
  }
  return reached;
}
