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
  'work',
  'formats',
  'runs',
  'plans',
  'bulk',
  'org',
  'audit',
  'system',
  'sandbox',
].flatMap((place) => sourceFiles(`src/${place}`));

/** Texts that look like flags or commands of the command line, and are none. */
const others: Readonly<Record<string, readonly string[]>> = {
  // V8 takes its own flags.
  'src/system/transport.ts': ['--no-wasm-tier-up --no-wasm-dynamic-tiering'],
  'src/system/garbage.ts': ['--expose-gc'],
  'src/system/system.ts': ['--heap-growing-percent=', '--semi-space-growth-factor=1'],
  'src/hints.ts': [
    'convert it to PEM with `openssl x509 -inform der -in cert.der -out cert.pem`',
    'check it, then take their right with `chmod go-w {path quoted}`, or make a new plan',
    'take their right with `chmod go-w {path quoted}`',
    'reinstall docs-admin with its dependencies',
  ],
};

const files = below.map((path) => ({ path, ...textsOf(path) }));

test('no layer below the command line names a flag of it', () => {
  const isFlag = (path: string) => (text: string) =>
    /(^|[^-\w])--[a-z]/.test(text) && !others[path]?.includes(text);
  expect(files.flatMap(({ path, texts }) => inFile(path, texts.filter(isFlag(path))))).toEqual([]);
});

test('no layer below the command line names a command of it', () => {
  const isCommand = (path: string) => (text: string) =>
    /`[a-z-]+ [a-z]|docs-admin [a-z-]+ [a-z]/.test(text) && !others[path]?.includes(text);
  expect(files.flatMap(({ path, texts }) => inFile(path, texts.filter(isCommand(path))))).toEqual([]);
});

test('every layer below the command line gives hints as codes, not as words', () => {
  expect(files.flatMap(({ path, hints }) => inFile(path, hints))).toEqual([]);
});

function inFile(path: string, texts: readonly string[]): string[] {
  return texts.map((text) => `${path}: ${text}`);
}

/** Returns the texts and the fixed parts of templates in a file, and the code of its hints that are texts. */
function textsOf(path: string): { texts: string[]; hints: string[] } {
  const code = readFileSync(path, 'utf8');
  const texts: string[] = [];
  const hints: string[] = [];
  const { program } = parseSync(path, code);
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.cooked ?? value.raw);
    },
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'hint') return;
      const isText = value.type === 'TemplateLiteral' || value.type === 'Literal';
      if (isText) hints.push(code.slice(value.start, value.end));
    },
  }).visit(program);
  return { texts, hints };
}
