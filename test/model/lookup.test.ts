import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLookup } from '../../src/model/lookup.ts';

const word = fc.constantFrom('docs', 'Docs', 'ada@acme.example', 'ADA@acme.example', '', 'constructor');
const thing = fc.record({
  id: word,
  title: fc.option(word, { nil: undefined }),
  email: fc.option(word, { nil: undefined }),
});

test('a lookup finds what a search through all things finds, in their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(thing, { selector: ({ id }) => id }), word, (things, name) => {
      const lookup = createLookup(things);
      const isNamed = (email = '') => email !== '' && email.toLowerCase() === name.toLowerCase();
      expect(lookup.withId(name)).toBe(things.find(({ id }) => id === name));
      expect(lookup.titled(name)).toEqual(things.filter(({ title }) => title === name));
      expect(lookup.withEmail(name)).toEqual(things.filter(({ email }) => isNamed(email)));
    }),
  );
});
