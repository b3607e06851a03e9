import { expect, test } from 'vitest';
import { branchRef } from '../../src/commands/git.ts';

test.for([
  ['main', 'refs/heads/main'],
  ['feature/a-b', 'refs/heads/feature/a-b'],
  ['refs/heads/main', 'refs/heads/main'],
  ['refs/tags/v1', 'refs/tags/v1'],
] as const)('branch %s is %s', ([branch, ref]) => {
  expect(branchRef(branch)).toBe(ref);
});
