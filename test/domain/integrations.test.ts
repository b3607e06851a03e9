import { expect, test } from 'vitest';
import { parseExternalLinks, parseSecretSources } from '../../src/domain/integrations.ts';

test('a secret comes from the environment or from a file', () => {
  expect(parseSecretSources(['KEY', 'cert=@a=b.pem', 'other=@-'])).toEqual([
    { name: 'KEY' },
    { name: 'cert', file: 'a=b.pem' },
    { name: 'other', file: '-' },
  ]);
});

test.for(['KEY=value', 'KEY=', 'KEY=@', '=@file', ''])('"%s" is no source of a secret', (word) => {
  expect(parseSecretSources(['KEY', word])).toBeUndefined();
});

test('links are split at the first =, and at commas before a further link only', () => {
  const words = [
    'Help=https://x.example/?a=1,2,b=3',
    'Mail = mailto:x@x.example, Docs=https://x.example/a,b',
  ];
  expect(parseExternalLinks(words)).toEqual({
    faults: [],
    links: [
      { label: 'Help', url: 'https://x.example/?a=1,2,b=3' },
      { label: 'Mail', url: 'mailto:x@x.example' },
      { label: 'Docs', url: 'https://x.example/a,b' },
    ],
  });
});

test.for(['https://x.example', '=https://x.example', 'Help=', 'Help', ''])('"%s" is no link', (word) => {
  expect(parseExternalLinks(['Docs=https://x.example', word]).faults).toEqual([word]);
});
