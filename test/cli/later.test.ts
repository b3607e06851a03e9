import { expect, test } from 'vitest';
import { later } from '../../src/cli/session/later.ts';

test('a part can be taken before it is made, and is the newest one that there is', () => {
  let made: { readonly name: string; greet(): string } | undefined;
  const part = later(() => {
    if (!made) throw new Error('not yet');
    return made;
  });
  expect(() => part.name).toThrow('not yet');
  for (const name of ['Ada', 'Grace']) {
    made = { name, greet: () => `I am ${name}` };
    expect([part.name, part.greet(), 'greet' in part, 'other' in part]).toEqual([
      name,
      `I am ${name}`,
      true,
      false,
    ]);
  }
});
