import { describe, expect, test } from 'vitest';
import { parseLarge } from '../../src/formats/large-yaml.ts';
import { parsePlaced } from '../../src/formats/yaml.ts';

/** Long names make the text long with few nodes, which take most of the time. */
const department = 'of-a-department-with-a-long-name-'.repeat(2);

const people = (count: number, indent: string) =>
  Array.from({ length: count }, (_, at) => `${indent}member.${at}@${department}.acme.example: read\n`).join(
    '',
  );

/** Longer than several pieces, as a whole and in each long section. */
const large = `# An organization\nformat: x/1\n\nkeep: [ "team:Docs",\n  "site:*" ]\nmembers:\n${people(3000, '  ')}teams: # all of them
  Docs:
    members:
${people(1500, '      ')}
  # between two
  "Tokyo: office":
    previously:
    - A
    - B
    members: { a@b.example: owner }
  __proto__: {}
${Array.from({ length: 1000 }, (_, at) => `  Team ${at}:\n    text: |\n      one ${department}\n      two ${department}\n    list:\n    - 1\n`).join('')}spaces: {}
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
    [['members', `member.0@${department}.acme.example`]],
    [['members', `member.2999@${department}.acme.example`]],
    [['teams', 'Docs', 'members', `member.1499@${department}.acme.example`]],
    [['teams', 'Tokyo: office', 'previously', 1]],
    [['teams', 'Team 999', 'text']],
    [['teams', 'none']],
    [['keep', 1]],
    [['spaces']],
  ])('has the same place for %j', (path) => {
    expect(inPieces.placeOf(path)).toEqual(whole.placeOf(path));
  });

  test.each([
    ['a name twice', `${large.replace('spaces: {}', '')}  Team 0: {}\n`],
    ['a section twice', `${large}members: {}\n`],
    ['an anchor at the end', large.replace('spaces: {}', '  Last: &a {}')],
    ['an open quote', large.replace('  Team 600:', '  "Team 600:')],
  ])('with %s is refused at the same line', (_, text) => {
    expect(lineOfFault(() => parseLarge(text))).toBe(lineOfFault(() => parsePlaced(text)));
  });

  test('tells all duplicate keys, and has the first value of each', () => {
    const text = large
      .replace('spaces: {}', '  Team 0: { text: again }')
      .replace('  Team 600:\n', '  Team 600:\n    text: first\n');
    const told = (parse: typeof parseLarge) => {
      const places: [number, number][] = [];
      const { value, placeOf } = parse(text, ({ line, column }) => places.push([line, column]));
      return {
        places: places.sort(([one], [other]) => one - other),
        value,
        at: placeOf(['teams', 'Team 0']),
      };
    };
    const ofPieces = told(parseLarge);
    expect(ofPieces).toEqual(told(parsePlaced));
    expect(ofPieces.places).toHaveLength(2);
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
