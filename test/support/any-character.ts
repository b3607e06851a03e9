import * as fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * A unit for texts of any characters. Makes the same texts as the unit `binary`, for which fast-check keeps a map of all million
 * characters: it takes a second to make, and makes each later collection of garbage longer.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (place) => String.fromCodePoint(place < surrogates.from ? place : place + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || String.fromCodePoint(code) !== text || !text.isWellFormed())
      throw new Error('this is not one character');
    return code < surrogates.from ? code : code - surrogates.count;
  },
);

const percented = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).map((text) => {
  const encoded = encodeURIComponent(text);
  return encoded === text ? `%${text.charCodeAt(0).toString(16)}` : encoded;
});
const plain = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@",
);

function pathOf(size: fc.Size, segments: fc.Size): fc.Arbitrary<string> {
  const unit = fc.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: percented });
  return fc
    .array(fc.string({ unit, size }), { size: segments })
    .map((all) => all.map((one) => `/${one}`).join(''));
}

/** The same paths as `webPath` of fast-check makes, without that map. */
export const anyPath = fc.oneof(pathOf('small', 'xsmall'), pathOf('xsmall', 'small'));
