import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { inWords, words } from '../../src/cli/report/hints.ts';
import type { HintCode } from '../../src/errors.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();
const flags = new Set(verbs(program).flatMap(({ options }) => options.map(({ long }) => long)));
for (const { long } of program.options) flags.add(long);

// Words that depend on data are functions, whose text has the flags as well.
const all = Object.entries(words).map(([code, text]) => [code, String(text)] as const);

test.each(all)('the hint %s names only flags and nouns that there are', (_, text) => {
  const named = text.match(/--[a-z][a-z-]*/g) ?? [];
  expect(named.filter((flag) => !flags.has(flag))).toEqual([]);
  const nouns = [...text.matchAll(/`docs-admin ([a-z-]+)/g)].map(([, noun]) => noun);
  expect(nouns.filter((noun) => !program.commands.some((command) => command.name() === noun))).toEqual([]);
});

const unknown = { reader: undefined, tokenSource: undefined };

test('ready words stay as they are', () => {
  expect(inWords({ code: 'words', data: { text: 'give --yes' } }, unknown)).toBe('give --yes');
});

test.each([
  [{ checkAddress: false }, undefined, 'check whether it took effect before you send it again'],
  [
    { checkAddress: true },
    'docs-admin sites list',
    'check with `docs-admin sites list` whether it took effect before you send it again; check --base-url too',
  ],
])('what may have had its effect is to be looked at: %j, %s', (data, reader, expected) => {
  const code: HintCode = 'check-effect';
  expect(inWords({ code, data }, { ...unknown, reader })).toBe(expected);
});

test.each([
  [undefined, 'docs-admin auth login`'],
  ['env DOCS_ADMIN_TOKEN', 'docs-admin auth login`'],
  ['profile default', 'docs-admin auth login`'],
  ["profile it's", "docs-admin auth login --profile 'it'\\''s'`"],
])('a refused token leads to the profile that it comes from: %s', (tokenSource, command) => {
  expect(inWords({ code: 'sign-in-again', data: {} }, { ...unknown, tokenSource })).toContain(command);
});

test('the run to resume is quoted for the shell', () => {
  const hint = { code: 'resume-run', data: { run: 'a run.jsonl', isResumable: true } } as const;
  expect(inWords(hint, unknown)).toBe(
    "resume with `docs-admin runs resume 'a run.jsonl'`; `docs-admin runs show 'a run.jsonl'` shows the rows",
  );
});
