import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlain, plainYaml } from '../../src/formats/plain-yaml.ts';
import { parsePlaced } from '../../src/formats/yaml.ts';
import { yamlText } from '../../src/formats/yaml-text.ts';

const words = [
  'Docs',
  'a@b.example',
  '007@b.example',
  'yes',
  'No',
  'true',
  'null',
  '',
  '0x1f',
  '1e3',
  'e0',
  '~',
];
const odd = [
  'Docs (team_docs)',
  "it's",
  'a: b',
  'a #b',
  ' a',
  'a ',
  '- a',
  '<<',
  '__proto__',
  'Łódź',
  '美咲',
];
const more = [
  '2026-01-02',
  '12:30',
  '1_000',
  '.inf',
  '=',
  'a\nb',
  '"',
  '\\',
  '\u2028',
  '👍',
  '@a',
  'a:',
  'x/y',
];
const text = fc.oneof(
  fc.constantFrom(...words, ...odd, ...more),
  fc.string({ maxLength: 6 }),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const simpleText = fc.constantFrom(
  'Docs',
  'Team 1',
  'a@b.example',
  '0@b.example',
  'read',
  'Łódź',
  'Guides/Start',
);
const anyMap = (texts: fc.Arbitrary<string>) =>
  fc.letrec<{ map: object; value: unknown }>((tie) => ({
    map: fc.dictionary(texts, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.constant(''),
      fc.boolean(),
      tie('map'),
      fc.array(tie('map'), { maxLength: 3 }),
      fc.array(texts, { maxLength: 1 }),
      fc.constantFrom(null, 1, -0.5),
    ),
  })).map;

/** Texts that are almost those of an export. */
const written = fc
  .tuple(
    anyMap(simpleText),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '\n', ' ', '  ', '#', ':', '- ', '"', "'", '\t', '&a '),
  )
  .map(([map, at, length, change]) => {
    const text = yamlText(map);
    const place = at % (text.length + 1);
    return text.slice(0, place) + change + text.slice(place + length);
  });

describe('simple YAML', () => {
  test('is read as the YAML library reads it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          written,
          anyMap(text).map((map) => yamlText(map)),
        ),
        (yaml) => {
          const value = parsePlain(yaml);
          if (value === undefined) return;
          expect(JSON.stringify(value)).toBe(JSON.stringify(parsePlaced(yaml).value));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('is written as the YAML library writes it', () => {
    fc.assert(
      fc.property(fc.oneof(anyMap(text), anyMap(simpleText)), (map) => {
        const yaml = plainYaml(map);
        if (yaml !== undefined && Object.keys(map).length > 0) expect(yaml).toBe(yamlText(map));
      }),
      { numRuns: 2000 },
    );
  });

  test('is what an export has', () => {
    const map = {
      members: { 'ada@acme.example': 'admin', '007@acme.example': 'read' },
      teams: { 'Team 1': { members: { 'ada@acme.example': 'owner' } }, Łódź: { members: {} } },
      sites: {
        'Acme Docs': {
          proxy: '',
          'adaptive-content': false,
          'section-groups': [],
          sections: [{ title: 'Guides', icon: '', spaces: [{ space: 'Handbook (space_1)', default: true }] }],
        },
      },
    };
    const yaml = plainYaml(map);
    expect(yaml).toBe(yamlText(map));
    expect(parsePlain(yaml ?? '')).toEqual(map);
  });

  test.each([
    ['a word', 'a: no\n'],
    ['a number', 'a: 1\n'],
    ['nothing', 'a:\nb: c\n'],
    ['a key twice', 'a: b\na: c\n'],
    ['a text over two lines', 'a: b\n  c\n'],
    ['two depths', 'a:\n    b: c\n  d: e\n'],
    ['a list at the depth of its key', 'a:\n- b: c\n'],
    ['a comment', 'a: b # c\n'],
    ['a carriage return', 'a: b\r\n'],
    ['a space at the end', 'a: b \n'],
    ['a name of all objects', '"__proto__": a\n'],
    ['an escape', 'a: "\\n"\n'],
  ])('is not %s', (_, yaml) => {
    expect(parsePlain(yaml)).toBeUndefined();
  });
});
