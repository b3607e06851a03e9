import { describe, expect, test } from 'vitest';
import { parseLarge } from '../../src/formats/large-yaml.ts';
import { parsePlaced } from '../../src/formats/yaml.ts';

const people = (count: number, indent: string) =>
  Array.from({ length: count }, (_, at) => `${indent}member.${at}@acme.example: read\n`).join('');

/** Longer than several pieces. */
const large = `# An organization\nformat: x/1\n\nprotected: [ "team:Docs",\n  "site:*" ]\nmembers:\n${people(12_000, '  ')}teams: # all of them
  Docs:
    members:
${people(6000, '      ')}
  # between two
  "Tokyo: office":
    previously:
    - A
    - B
    members: { a@b.example: owner }
  __proto__: {}
${Array.from({ length: 3000 }, (_, at) => `  Team ${at}:\n    text: |\n      one\n      two\n    list:\n    - 1\n`).join('')}spaces: {}
`;

describe('a long text', () => {
  const inPieces = parseLarge(large);
  const whole = parsePlaced(large);

  test('has the same value as when it is parsed as a whole', () => {
    const { value } = inPieces;
    expect(JSON.stringify(value)).toBe(JSON.stringify(whole.value));
    expect(Object.hasOwn((value as { teams: object }).teams, '__proto__')).toBe(true);
  });

  test.each([
    [['members']],
    [['members', 'member.0@acme.example']],
    [['members', 'member.11999@acme.example']],
    [['teams', 'Docs', 'members', 'member.5999@acme.example']],
    [['teams', 'Tokyo: office', 'previously', 1]],
    [['teams', 'Team 2999', 'text']],
    [['teams', 'none']],
    [['protected', 1]],
    [['spaces']],
  ])('has the same place for %j', (path) => {
    expect(inPieces.placeOf(path)).toEqual(whole.placeOf(path));
  });

  test.each([
    ['a name twice', `${large.replace('spaces: {}', '')}  Team 0: {}\n`],
    ['a section twice', `${large}members: {}\n`],
    ['an anchor at the end', large.replace('spaces: {}', '  Last: &a {}')],
    ['an open quote', large.replace('  Team 2000:', '  "Team 2000:')],
  ])('with %s is refused at the same line', (_, text) => {
    expect(lineOfFault(() => parseLarge(text))).toBe(lineOfFault(() => parsePlaced(text)));
  });

  test('tells all duplicate keys, and has the first value of each', () => {
    const text = large
      .replace('spaces: {}', '  Team 0: { text: again }')
      .replace('  Team 2000:\n', '  Team 2000:\n    text: first\n');
    const told = (parse: typeof parseLarge) => {
      const places: [number, number][] = [];
      const { value, placeOf } = parse(text, ({ line, column }) => places.push([line, column]));
      return {
        places: places.sort(([one], [other]) => one - other),
        value,
        at: placeOf(['teams', 'Team 0']),
      };
    };
    expect(told(parseLarge)).toEqual(told(parsePlaced));
    expect(told(parseLarge).places).toHaveLength(2);
  });

  test.each([
    ['JSON', '{ "a": { "b": 1 } }'],
    ['a list', '- a\n- b\n'],
    ['a marker', '---\na: 1\n'],
    ['a plain text over several lines', `a:\n${'  some words\n'.repeat(20_000)}`],
  ])('that is %s is parsed as a whole', (_, text) => {
    expect(parseLarge(text).value).toEqual(parsePlaced(text).value);
  });
});

function lineOfFault(parse: () => unknown): number {
  try {
    parse();
  } catch (error) {
    return (error as { line: number }).line;
  }
  throw new Error('nothing is wrong');
}
