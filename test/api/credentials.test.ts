import { expect, test } from 'vitest';
import { hasCredentials } from '../../src/api/contract/credentials.ts';

test.for([
  ['https://github.example/acme/guides.git', false],
  ['https://github.example/@acme/guides.git', false],
  ['https://me:pass@github.example/acme/guides.git', true],
  ['https://token@github.example/acme/guides.git', true],
  ['https://:pass@github.example/acme/guides.git', true],
  ['https:\\\\me:pass@github.example/acme/guides.git', true],
  ['https://me:pa/ss@github.example/acme/guides.git', true],
  ['ssh://git@github.example/acme/guides.git', false],
  ['ssh://git:pass@github.example/acme/guides.git', true],
  ['git@github.example:acme/guides.git', false],
] as const)('%s gives away credentials: %s', ([url, expected]) => {
  expect(hasCredentials(url)).toBe(expected);
});
