import { describe, expect, test } from 'vitest';
import { withoutCredentials, withoutCredentialsIn } from '../../src/text/addresses.ts';

describe('credentials in addresses', () => {
  test.each([
    ['https://me:secret@example.com/a', 'https://example.com/a'],
    ['https://me@example.com', 'https://example.com'],
    ['https://me:p@ss@example.com/x@y', 'https://example.com/x@y'],
    ['https://example.com/a?token=x', 'https://example.com/a'],
    ['https://example.com/a?v=2&API_KEY=x&w=3#top', 'https://example.com/a?v=2&w=3#top'],
    ['https://example.com/a?acc%65ss_token=x&v=2', 'https://example.com/a?v=2'],
    ['https://example.com/a#access_token=x', 'https://example.com/a#'],
  ])('are left out of %s', (address, safe) => {
    expect(withoutCredentials(address)).toBe(safe);
  });

  test.each([
    'https://example.com/a?version=2&q=a%20b#part',
    'http://json-schema.org/draft-07/schema#',
    'https://example.com/@me?tokens',
    'urn:example:entity',
    'no address',
  ])('%s has none', (address) => {
    expect(withoutCredentials(address)).toBe(address);
    expect(withoutCredentialsIn(`see ${address}, please`)).toBe(`see ${address}, please`);
  });

  test('are left out of addresses in a text, also as JSON', () => {
    const text = JSON.stringify({
      a: 'https://me:secret@a.example/x',
      b: 'git://u:p@b.example',
      c: 'x@y.example',
    });
    expect(JSON.parse(withoutCredentialsIn(text))).toEqual({
      a: 'https://a.example/x',
      b: 'git://b.example',
      c: 'x@y.example',
    });
  });
});
