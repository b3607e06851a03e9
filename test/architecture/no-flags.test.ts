import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** The layers below the command line: programs and assistants use them too, and have no flags. */
const below = [
  'errors.ts',
  'hints.ts',
  'ports.ts',
  'text',
  'api',
  'model',
  'domain',
  'formats',
  'runs',
  'plans',
  'bulk',
  'org',
  'audit',
  'system',
  'sandbox',
].flatMap((place) => sourceFiles(`src/${place}`));

/** Texts with two dashes that are no flags of the command line. */
const others: Readonly<Record<string, readonly string[]>> = {
  // V8 takes its own flags.
  'src/system/transport.ts': ['--no-wasm-tier-up --no-wasm-dynamic-tiering'],
  'src/system/garbage.ts': ['--expose-gc'],
  'src/system/system.ts': ['--heap-growing-percent=100'],
};

test.each(below)('%s names no flag of the command line', (path) => {
  const flags = textsOf(path).filter((text) => /(^|[^-\w])--[a-z]/.test(text));
  expect(flags.filter((text) => !others[path]?.includes(text))).toEqual([]);
});

test.each(below)('%s names no command of the command line', (path) => {
  expect(textsOf(path).filter((text) => /`[a-z-]+ [a-z]|docs-admin [a-z-]+ [a-z]/.test(text))).toEqual([]);
});

test.each(below)('%s gives hints as codes, not as words', (path) => {
  expect(wordedHints(path)).toEqual([]);
});

/** Returns the texts and the fixed parts of templates in a file. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.cooked ?? value.raw);
    },
  }).visit(program);
  return texts;
}

/** Returns the hints that are texts. */
function wordedHints(path: string): string[] {
  const code = readFileSync(path, 'utf8');
  const found: string[] = [];
  const { program } = parseSync(path, code);
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'hint') return;
      const isText = value.type === 'TemplateLiteral' || value.type === 'Literal';
      if (isText) found.push(code.slice(value.start, value.end));
    },
  }).visit(program);
  return found;
}
