import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'rolldown/utils';

/** Packages that take about as long to load as Node itself. Only commands that need them may load them. */
export const heavyPackages = [
  'zod',
  'undici',
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
  /** `type` imports do not exist when the program runs; `lazy` ones are `import()` calls. */
  readonly kind: 'static' | 'type' | 'lazy';
}

/** Returns the code files below `folder`, or the one file that it names, as paths from the repository's root. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (folder.endsWith('.ts')) return [folder];
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => /\.(ts|js|cjs)$/.test(entry))
    .map((entry) => join(folder, entry))
    .sort();
}

const known = new Map<string, readonly Import[]>();

/** Returns the imports of a file, which is parsed once in each process. */
export function importsOf(path: string): readonly Import[] {
  const imports = known.get(path) ?? parsedImports(path);
  known.set(path, imports);
  return imports;
}

function parsedImports(path: string): Import[] {
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
 * Returns everything that is loaded together with `entry`, files and packages, each with its chain of imports:
 * `src/main.ts > src/cli/program.ts > commander`.
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

/** Returns what each file of `folder` imports, in these ways. */
export function importGraph(
  folder: string,
  kinds: readonly Import['kind'][],
): Map<string, readonly string[]> {
  const targets = (path: string) => importsOf(path).filter(({ kind }) => kinds.includes(kind));
  return new Map(sourceFiles(folder).map((path) => [path, targets(path).map(({ to }) => to)]));
}

/**
 * Returns the groups of nodes that all lead to each other, by Tarjan's algorithm. Ignores targets that are no nodes.
 */
export function circlesIn<Node>(graph: ReadonlyMap<Node, readonly Node[]>): Node[][] {
  const indexes = new Map<Node, number>();
  const open: Node[] = [];
  const circles: Node[][] = [];

  /** Returns the lowest index that `node` leads back to. */
  function visit(node: Node): number {
    const index = indexes.size;
    indexes.set(node, index);
    open.push(node);
    let lowest = index;
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const known = indexes.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, known);
    }
    if (lowest < index) return lowest;
    const circle = open.splice(open.indexOf(node));
    const [only, ...others] = circle as [Node, ...Node[]];
    if (others.length > 0 || graph.get(only)?.includes(only)) circles.push(circle);
    return lowest;
  }

  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return circles;
}
