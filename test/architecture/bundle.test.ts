import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, commandEntries } from '../../src/build/bundler.js';
import { commandDescriptions } from '../../src/build/generated.ts';
import { files } from '../../src/build/groups.js';
import { heavyPackages } from '../support/imports.ts';

type Chunk = Awaited<ReturnType<typeof bundle>>[number];

const dir = mkdtempSync(join(tmpdir(), 'docs-admin-bundle-'));
const descriptions = await commandDescriptions();
let chunks: Chunk[] = [];
beforeAll(async () => {
  chunks = await bundle(commandEntries, dir, { descriptions });
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Returns a chunk and everything that is loaded with it. */
function loadedWith(fileName: string): Chunk[] {
  const names = new Set([fileName]);
  for (const name of names) {
    for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
      names.add(imported);
  }
  return chunks.filter((chunk) => names.has(chunk.fileName));
}

test('the start brings no heavy package, not even in a chunk that it shares', () => {
  const modules = loadedWith('start.js').flatMap((chunk) => Object.keys(chunk.modules));
  const packages = modules.map((module) => module.match(/.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/)?.[1]);
  expect(packages).toContain('commander');
  expect(heavyPackages.filter((name) => packages.includes(name))).toEqual([]);
});

test('the start and other nouns bring nothing of whole organizations, of access and of the server', () => {
  const own = /src\/commands\/(org|access|mcp)\.ts$/;
  const apart = /src\/(org|access|audit|rehearse|mcp)\//;
  const entries = chunks.filter(
    ({ fileName, facadeModuleId }) =>
      fileName === 'start.js' ||
      (/src\/commands\/[\w-]+\.ts$/.test(facadeModuleId ?? '') && !own.test(facadeModuleId ?? '')),
  );
  const brought = entries.flatMap((entry) =>
    loadedWith(entry.fileName)
      .flatMap((chunk) => Object.keys(chunk.modules))
      .filter((module) => apart.test(module))
      .map((module) => `${entry.name}: ${module}`),
  );
  expect(entries.length).toBeGreaterThan(15);
  expect(brought).toEqual([]);
});

test('a noun brings no command of another noun', () => {
  const nouns = chunks.filter((chunk) => /src\/commands\/[\w-]+\.ts$/.test(chunk.facadeModuleId ?? ''));
  const others = nouns.flatMap((noun) =>
    loadedWith(noun.fileName)
      .filter((chunk) => chunk !== noun && nouns.includes(chunk))
      .map((chunk) => `${noun.name} loads ${chunk.name}`),
  );
  expect(nouns.length).toBeGreaterThan(15);
  expect(others).toEqual([]);
});

test('the descriptions of all commands are data, which no noun has to be loaded for', async () => {
  const chunk = chunks.find(({ name }) => name === 'described') as Chunk;
  expect(loadedWith(chunk.fileName)).toEqual([chunk]);
  const { describedProgram } = createRequire(import.meta.url)(join(dir, chunk.fileName));
  expect(await describedProgram()).toEqual(descriptions);
});

test('a group names only files that are there', () => {
  expect(files({ text: 'called words' }).test('/work/src/text/words.ts')).toBe(true);
  expect(() => files({ text: 'words renamed' })).toThrow('what is not in src/text: renamed');
});
