import { describe, expect, test } from 'vitest';
import { compiled } from '../../src/api/contract/compiled.ts';
import { operations } from '../../src/api/contract/operations/index.ts';

describe('the answer of a list is checked by generated code', () => {
  const lists = operations.flatMap(({ id, item, result }) => (item && result ? [{ id, result }] : []));

  test.each(lists)('$id', ({ result }) => {
    // zod returns the schema itself where it generates none.
    expect(compiled(result)).not.toBe(result);
  });
});
