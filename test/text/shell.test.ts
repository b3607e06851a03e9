import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellQuote } from '../../src/text/shell.ts';

test.for(['monday.jsonl', 'a/b.c-d_e:f,g=h@i%j+k', '20260601T120000-3f9a1c'])(
  'the word %s needs no quotes',
  (word) => {
    expect(shellQuote(word)).toBe(word);
  },
);

test.for([
  '',
  ' ',
  'my run.jsonl',
  "it's",
  '$(touch x)',
  '`id`',
  'a|b',
  '*',
  '~',
  '"',
  '\\',
  '!',
  'ä',
  '{a,b}',
  "''",
])('a shell reads %j back as it was', (word) => {
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellQuote(word)}`], { encoding: 'utf8' });
  expect(stdout).toBe(word);
});
