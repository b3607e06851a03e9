import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { heavyPackages, importsOf, loadedWith, sourceFiles } from '../support/imports.ts';

/**
 * Who may import whom: folders, files and packages. `type ...` may be imported as types only, `lazy ...` only by
 * `import()`; what may be imported as it is may also be imported in these two ways.
 */
const mayImport: Record<string, readonly string[]> = {
  'src/api': ['src/api', 'src/text/json.ts', 'zod'],
  'src/domain': ['src/domain', 'type src/api', 'yaml', 'csv-parse', 'node:util', 'node:crypto'],
  'src/views': ['src/views', 'src/output/text.ts', 'type src/output/view.ts', 'type src/api'],
  'src/output': [
    'src/text/json.ts',
    'src/output',
    'string-width',
    'cli-table3',
    'chalk',
    'ora',
    'yaml',
    'jmespath',
  ],
  // Its own code is loaded by `import()` only, when there is bulk work.
  'src/bulk': [
    'src/bulk',
    'src/losses',
    'src/api',
    'src/cli',
    'src/domain',
    'src/views',
    'src/output/fields.ts',
    'src/output/outcome.ts',
    'src/output/text.ts',
    'type src/output',
    'src/version.ts',
    'commander',
    'zod',
    'node:crypto',
    'node:events',
    'node:path',
  ],
  // Loaded by `import()` only, where something is taken away.
  'src/losses': [
    'src/losses',
    'src/api',
    'src/domain',
    'src/runs/in-parallel.ts',
    'src/text/shortened.ts',
    'src/bulk/rosters/team-members.ts',
    'src/errors.ts',
    'src/cli/names/names.ts',
    'src/output/fields.ts',
    'type src/cli/session/app.ts',
  ],
  'src/commands': [
    'lazy src/bulk',
    'src/cli/bulk-flags.ts',
    'src/version.ts',
    'src/api/operations',
    'src/api/contract/schemas.ts',
    'src/api/client/base-url.ts',
    'src/api/redact/credentials.ts',
    'src/api/client/errors.ts',
    'src/cli/settings/addresses.ts',
    'src/cli/session/all-spaces.ts',
    'src/cli/settings/by-name.ts',
    'src/cli/command.ts',
    'src/cli/settings/context.ts',
    'src/cli/error-kinds.ts',
    'src/errors.ts',
    'src/cli/session/losses.ts',
    'src/cli/number.ts',
    'src/cli/page-kinds.ts',
    'src/cli/program.ts',
    'src/cli/help/reference.ts',
    'src/cli/report/report.ts',
    'src/cli/completion',
    'src/cli/settings/settings.ts',
    'src/cli/shared-flags.ts',
    'src/cli/session/sorted-lists.ts',
    'src/cli/session/web.ts',
    'type src/cli/session/app.ts',
    'type src/api/client/client.ts',
    'type src/api/contract/operation.ts',
    'type commander',
    'src/commands',
    'src/domain',
    'src/views',
  ],
  'src/cli': [
    'src/cli',
    'src/api',
    'src/output',
    'src/version.ts',
    'src/text/json.ts',
    'src/text/shell.ts',
    'src/sandbox/identity.ts',
    'type src/sandbox/http/fault-injection.ts',
    'lazy src/commands',
    'lazy src/losses',
    'src/domain/losses/bodies.ts',
    'type src/domain/losses/mass.ts',
    'lazy src/formats/json-text.ts',
    'lazy src/formats/yaml.ts',
    'src/text/alternatives.ts',
    'src/text/called.ts',
    'src/text/quoted.ts',
    'src/domain/roles.ts',
    'type node:events',
    'commander',
    'type zod',
    'type @commander-js/extra-typings',
  ],
  'src/sandbox': [
    'src/sandbox',
    'src/api',
    'src/domain',
    'src/errors.ts',
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
};

/** The files that may import a package, so that little changes where the package does. */
const importers: Record<string, readonly string[]> = {
  undici: ['src/system/transport.ts', 'src/system/connect.ts'],
  conf: ['src/system/settings.ts'],
  'cli-table3': ['src/output/table.ts', 'src/output/object.ts'],
  ora: ['src/output/progress.ts'],
  jmespath: ['src/output/query.ts'],
  libsql: ['src/sandbox/store/store.ts', 'src/sandbox/store/migrations.ts'],
  '@clack/prompts': ['src/system/picker.ts'],
  yaml: ['src/formats/yaml.ts', 'src/output/yaml.ts'],
  'csv-parse': ['src/formats/csv.ts'],
};

describe.each(Object.entries(mayImport))('%s', (folder, allowed) => {
  test('imports only what it may', () => {
    const strangers = sourceFiles(folder)
      .flatMap(importsOf)
      .filter(
        ({ to, kind }) =>
          !isWithin(
            to,
            allowed.flatMap((place) => permitted(place, kind)),
          ),
      )
      .map(({ from, to, kind }) => `${from} -> ${kind} ${to}`);
    expect(strangers).toEqual([]);
  });
});

function permitted(place: string, kind: string): string[] {
  const [first, second] = place.split(' ') as [string, string?];
  if (second === undefined) return [first];
  return first === kind ? [second] : [];
}

function isWithin(target: string, places: readonly string[]): boolean {
  return places.some((place) => target === place || target.startsWith(`${place}/`));
}

test.each(Object.entries(importers))('%s is imported by %j only', (name, files) => {
  const all = sourceFiles('src').flatMap(importsOf);
  expect(all.filter(({ from, to }) => to === name && !files.includes(from))).toEqual([]);
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
