import { expect, test } from 'vitest';
import { oldWords } from '../../src/cli/old-words.ts';
import { sandboxCli } from '../support/cli.ts';

const format = 'format: docs-admin-organization/1\n';
const sides: Readonly<Record<string, string>> = {
  'org audit diff': 'live live',
};

test.each(oldWords.map(({ where, old, now }) => [where, old, now]))(
  '%s: the error for %s names %s',
  async (where, old, now) => {
    const docs = await sandboxCli({ 'org.yaml': `${format}${old}: []\n` });
    const line =
      where === 'organization file'
        ? 'org validate --file org.yaml'
        : old.startsWith('-')
          ? `${where} ${old} x`
          : `${where} ${sides[where] ?? ''} -o json --fields ${old}`;
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
    const word = old.startsWith('-') ? `unknown flag ${old}\n` : old;
    expect(run.stderr).toContain(word);
    expect(run.stderr.slice(run.stderr.indexOf(word) + word.length)).toContain(now);
  },
);
