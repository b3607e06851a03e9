import { expect, test } from 'vitest';
import { hasCredentials } from '../../src/api/contract/credentials.ts';
import { branchRef } from '../../src/commands/git.ts';

test.for([
  ['main', 'refs/heads/main'],
  ['feature/a-b', 'refs/heads/feature/a-b'],
  ['refs/heads/main', 'refs/heads/main'],
  ['refs/tags/v1', 'refs/tags/v1'],
] as const)('branch %s is %s', ([branch, ref]) => {
  expect(branchRef(branch)).toBe(ref);
});

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
