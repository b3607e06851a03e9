import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { heavyPackages, importsOf, loadedWith, sourceFiles } from '../support/imports.ts';
import { cliRules } from './cli-rules.ts';

/**
 * The rules for imports, from the bottom up: folders, files and packages. `type ...` allows imports of types only,
 * `lazy ...` only `import()`; an entry without a prefix allows all three ways.
 */
const contract = ['src/text', 'src/errors.ts', 'src/api/contract'];
const client = [...contract, 'src/ports.ts', 'src/inputs.ts', 'src/api'];
const model = [...client, 'src/model'];
const decisions = [...model, 'src/domain', 'src/formats'];
const runs = [...decisions, 'src/work/run', 'src/work/journal', 'src/work/guards'];
const work = [...decisions, 'src/work'];

const mayImport: Record<string, readonly string[]> = {
  'src/text': ['src/text'],
  'src/hints.ts': [],
  'src/errors.ts': ['src/hints.ts'],
  'src/journal-ports.ts': [],
  'src/settings-ports.ts': [],
  'src/sandbox-ports.ts': [],
  'src/ports.ts': [
    'src/errors.ts',
    'type src/journal-ports.ts',
    'type src/settings-ports.ts',
    'type src/sandbox-ports.ts',
  ],
  'src/inputs.ts': ['type src/ports.ts'],
  'src/api/contract': ['src/text', 'src/errors.ts', 'src/api/contract', 'zod'],
  'src/api/redact': [...contract, 'src/api/redact', 'type zod'],
  'src/api/client': [...client, 'zod'],
  'src/model': [...model],
  'src/domain': [
    ...contract,
    'src/domain',
    'src/formats',
    'type src/model',
    'type src/api',
    'node:util',
    'node:crypto',
  ],
  'src/formats': ['src/text', 'src/errors.ts', 'src/formats', 'yaml', 'csv-parse', 'node:util'],
  // What work prints is described by views, which are data.
  'src/work/run': [...runs, 'type src/output', 'src/version.ts', 'node:crypto', 'node:events', 'node:path'],
  'src/work/history': [
    ...runs,
    'src/work/plan-document.ts',
    'src/work/reach',
    'src/work/undo',
    'src/work/history',
    'src/version.ts',
    'node:path',
  ],
  'src/work/journal': [...runs, 'src/version.ts', 'zod', 'node:crypto', 'node:path'],
  'src/work': [
    ...work,
    'src/views',
    'type src/output',
    'src/version.ts',
    'zod',
    'node:crypto',
    'node:events',
    'node:path',
  ],
  // Loaded by `import()` only, when there is bulk work.
  'src/rows': [
    ...work,
    'src/rows',
    'src/views',
    'type src/output',
    'src/version.ts',
    'node:crypto',
    'node:path',
  ],
  'src/rosters': [...work, 'src/rosters', 'src/views', 'zod', 'node:crypto', 'node:path'],
  // Loaded by `import()` only, when the organization is one file.
  'src/org': [
    ...work,
    'src/org',
    'src/views',
    'src/version.ts',
    'type src/output',
    'zod',
    'node:crypto',
    'node:path',
    'node:zlib',
  ],
  // Loaded by `import()` only, for questions about access.
  'src/access': [...runs, 'src/access', 'type src/documents', 'node:crypto'],
  // Loaded by `import()` only, when access is reviewed.
  'src/review': [
    ...work,
    'src/access',
    'src/rosters',
    'src/review',
    'src/documents',
    'type src/output',
    'zod',
    'node:crypto',
    'node:path',
  ],
  // Loaded by `import()` only, when an organization is audited.
  'src/audit': [
    ...runs,
    // Where a finding stands in a file.
    'src/org/section-names.ts',
    'src/org/key-names.ts',
    'type src/org/organization.ts',
    'src/access',
    'src/audit',
    'lazy src/documents',
    'type src/documents',
    'src/views',
    'type src/output',
    'src/version.ts',
    'node:crypto',
  ],
  'src/rehearse': [...runs, 'src/org', 'src/access', 'src/audit', 'src/rehearse', 'type src/output'],
  // Stands beside the command line, on the same session. Loaded by `import()` only.
  'src/mcp': [
    ...work,
    'src/rows',
    'src/rosters',
    'src/org',
    'src/access',
    'src/audit',
    'src/mcp',
    'src/views',
    'src/version.ts',
    'type src/output',
    '@modelcontextprotocol/server',
    'zod',
    'node:crypto',
    'node:events',
    'node:stream',
  ],
  'src/views': ['src/views', 'src/text', 'type src/output/view.ts', 'type src/api'],
  'src/output': [
    'src/text',
    'src/errors.ts',
    'src/ports.ts',
    'src/output',
    'src/formats/yaml-text.ts',
    'string-width',
    'cli-table3',
    'chalk',
    'ora',
    'jmespath',
  ],
  // Pages of HTML. What is in `browser` runs in one, with the rules of access.
  'src/documents': ['src/documents', 'src/text', 'src/domain/access', 'node:crypto'],
  'src/cli': [
    ...decisions,
    'src/cli',
    'src/hints.ts',
    'src/output',
    'src/views',
    'src/version.ts',
    'src/sandbox/identity.ts',
    'lazy src/rows',
    'lazy src/rosters',
    // Questions break between words, as messages do.
    'src/output/message.ts',
    'type src/audit',
    'type src/rows',
    'lazy src/work',
    'type src/work',
    'type src/mcp',
    'lazy src/commands',
    'type node:events',
    'commander',
    'type zod',
    'type @commander-js/extra-typings',
  ],
  'src/commands': [
    ...decisions,
    'src/commands',
    'src/cli',
    'src/views',
    'src/version.ts',
    'lazy src/access',
    'type src/access',
    'lazy src/audit',
    'lazy src/review',
    'type src/review',
    'lazy src/rows',
    'lazy src/rosters',
    'lazy src/documents',
    'type src/documents',
    'lazy src/mcp',
    'type src/mcp',
    'lazy src/org',
    'type src/org',
    // The values of flags, apart from the schemas.
    'src/org/section-names.ts',
    'lazy src/rehearse',
    'type src/rehearse',
    'lazy src/work',
    'type src/output',
    'src/output/output.ts',
    'type commander',
    'type zod',
  ],
  'src/sandbox': [
    ...contract,
    'src/api/redact',
    'src/domain',
    'src/formats',
    'src/ports.ts',
    'src/disk',
    'src/sandbox',
    'zod',
    'hono',
    'libsql',
    'yaml',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:http',
    'type node:net',
  ],
  // The calls that change files, with their differences between systems.
  'src/disk': ['src/disk', 'src/errors.ts', 'node:fs', 'node:path', 'node:util'],
  'src/system': [
    'src/disk',
    'src/errors.ts',
    'src/ports.ts',
    'src/text',
    'src/system',
    'src/version.ts',
    'lazy src/sandbox',
    'src/sandbox/identity.ts',
    'src/domain/search.ts',
    // Questions break between words, as messages do.
    'src/output/message.ts',
    'conf',
    'undici',
    '@clack/prompts',
    'node:',
  ],
  // It makes the shipped files, and is not shipped itself.
  'src/build': [
    'src/build',
    'src/main.ts',
    'src/cli',
    // The schema of an organization file, for editors and for the page of its keys.
    'src/org/file',
    'src/org/section-names.ts',
    // The rules of audits, for their page.
    'src/audit',
    // What ends with what, for a table.
    'src/model',
    // The guards, for their table; what opens, and how undo takes changes back, for the table of changes.
    'src/work/guards',
    'src/domain/reach',
    'src/work/undo',
    'src/api/client/request.ts',
    'src/text',
    'src/hints.ts',
    'src/api/contract',
    'zod',
    'type src/ports.ts',
    'type commander',
    'magic-string',
    'rolldown',
    '@lydell/node-pty',
    '@xterm/headless',
    'playwright-core',
    'node:',
  ],
  // They replace files of libraries.
  'src/build/stubs': ['src/build/stubs', 'node:'],
  'src/version.ts': ['package.json'],
  'src/main.ts': [...client, 'src/cli', 'src/output', 'src/views', 'commander'],
  'src/start.ts': ['src/main.ts', 'src/system'],
  'src/index.ts': ['src/api', 'src/errors.ts', 'src/sandbox', 'src/system'],
  ...cliRules,
};

/** Folders whose subfolders each have a rule of their own. */
const divided = ['src', 'src/api', 'src/cli'];

test('no file and no folder of src is without a rule', () => {
  const ruled = Object.keys(mayImport);
  const files = sourceFiles('src').filter((path) => !isWithin(path, ruled));
  const folders = divided
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((folder) => !divided.includes(folder) && !ruled.includes(folder));
  expect([...files, ...folders]).toEqual([]);
});

test('a rule is for what is there', () => {
  expect(Object.keys(mayImport).filter((place) => !existsSync(place))).toEqual([]);
});

/** The files that may import a package, so that a change of the package affects few files. */
const importers: Record<string, readonly string[]> = {
  conf: ['src/system/change-settings.ts'],
  undici: ['src/system/transport.ts', 'src/system/connect.ts'],
  'cli-table3': ['src/output/table.ts', 'src/output/object.ts'],
  ora: ['src/output/progress.ts'],
  jmespath: ['src/output/query.ts'],
  // The build makes a file of its own of it.
  '@modelcontextprotocol/server': ['src/mcp/protocol.ts'],
  libsql: ['src/sandbox/store/driver.ts'],
  '@clack/prompts': ['src/system/picker.ts'],
  yaml: [
    'src/formats/yaml.ts',
    'src/formats/yaml-text.ts',
    // They change texts by the offsets of their nodes.
    ...['block', 'flow', 'node', 'tree', 'work', 'written', 'yaml'].map(
      (name) => `src/formats/edit/${name}.ts`,
    ),
  ],
  'csv-parse': ['src/formats/csv.ts'],
};

test('every file imports only what its folder may', () => {
  const strangers = Object.entries(mayImport).flatMap(([folder, allowed]) => {
    const places = (kind: string) => allowed.flatMap((place) => permitted(place, kind));
    const imports = sourceFiles(folder).flatMap(importsOf);
    return imports.filter(({ to, kind }) => !isWithin(to, places(kind)));
  });
  expect(strangers.map(({ from, to, kind }) => `${from} -> ${kind} ${to}`)).toEqual([]);
});

function permitted(place: string, kind: string): string[] {
  const [first, second] = place.split(' ') as [string, string?];
  if (second === undefined) return [first];
  return first === kind ? [second] : [];
}

function isWithin(target: string, places: readonly string[]): boolean {
  return places.some(
    (place) => target === place || target.startsWith(place.endsWith(':') ? place : `${place}/`),
  );
}

test('a package is imported by the files that may, only', () => {
  const strangers = sourceFiles('src')
    .flatMap(importsOf)
    .filter(({ from, to }) => importers[to] && !importers[to].includes(from));
  expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

/** What loads the kinds of things that its requests need, or needs none. */
const knowsItsKinds = [
  // They ask for ties only, which all have been found.
  'src/work/guards/consent.ts',
  'src/work/history/recorder.ts',
  'src/work/known-changes.ts',
  'src/work/reach/things.ts',
  // Loaded by what has loaded all kinds.
  'src/work/undo/many-readings.ts',
  'src/work/undo/recording.ts',
  'src/work/undo/states-before.ts',
];

test('what asks for a kind of things by its name has all kinds loaded', () => {
  const lazy = sourceFiles('src').flatMap((path) => importsOf(path).filter(({ kind }) => kind === 'lazy'));
  // A test that runs alone finds no kinds that others have loaded.
  const entries = [...lazy.map(({ to }) => to), ...sourceFiles('test')];
  const lacking = [...new Set(entries)].filter((path) => {
    const loaded = path.endsWith('.ts') ? loadedWith(path) : new Map();
    return loaded.has('src/model/effects/kinds.ts') && !loaded.has('src/model/effects/things.ts');
  });
  expect(lacking.sort()).toEqual(knowsItsKinds);
});

test('the start loads no heavy package', () => {
  const loaded = loadedWith('src/start.ts');
  expect(heavyPackages.flatMap((name) => loaded.get(name) ?? [])).toEqual([]);
});

test('zod is imported as the namespace of `zod/mini`: anything else at least doubles what a noun loads', () => {
  const others = sourceFiles('src').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import .* from '(zod.*)';/g)]
      .map(([line]) => line)
      .filter((line) => !/^import (type )?\* as z from 'zod\/mini';$/.test(line)),
  );
  expect(others).toEqual([]);
});
