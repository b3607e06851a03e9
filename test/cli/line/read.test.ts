import { CommanderError } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flag } from '../../../src/cli/flags/flag.ts';
import { findProblem } from '../../../src/cli/line/problem.ts';
import { type Line, readLine } from '../../../src/cli/line/read.ts';
import { withSurroundingFlag } from '../../../src/cli/line/surrounding.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { createCommandLine } from '../../../src/cli/session/command-line.ts';
import type { Verb } from '../../../src/cli/verb.ts';
import { testHome, testSystem } from '../../support/test-system.ts';
import { verbs } from '../../support/tree.ts';

/** The result of parsing a line. */
interface Meaning {
  readonly command: Verb;
  readonly shared: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

class Parsed extends Error {
  readonly meaning: Meaning;
  constructor(meaning: Meaning) {
    super();
    this.meaning = meaning;
  }
}

/** A program whose commands do nothing but say how commander has read the line. */
async function program(): Promise<Verb> {
  const refuse = () => Promise.reject(new Error('nothing is sent'));
  const { system } = testSystem(testHome({}), { network: refuse, sandbox: refuse }, {});
  const whole = createCommandLine(system);
  const { life } = whole;
  const start: typeof life.start = async (shared, command) => {
    const own = Object.fromEntries(
      Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
    );
    throw new Parsed({ command, shared: { ...shared }, own, operands: [...command.args] });
  };
  const made = createProgram(Object.assign(Object.create(whole), { life: { ...life, start } }));
  await made.loadAll();
  return made;
}

async function asCommanderReads(
  tree: Verb,
  words: readonly string[],
): Promise<Meaning | 'refused' | 'bad value'> {
  try {
    await tree.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof Parsed) return error.meaning;
    return error instanceof CommanderError ? 'refused' : 'bad value';
  }
  throw new Error('the action was run');
}

/** The same, from the words of our own reader. */
function meaningOf({ command, flags, operands }: Line): Meaning {
  const values = (ofShared: boolean) => {
    const result: Record<string, unknown> = {};
    for (const level of levels(command)) {
      const atLevel: Record<string, unknown> = {};
      for (const { option, value } of flags.filter((flag) => flag.command === level)) {
        if ((option.facts.isShared === true) !== ofShared) continue;
        const name = option.attributeName();
        const text = value ?? option.presetArg;
        const previous = atLevel[name] as never;
        atLevel[name] =
          text === undefined ? !option.negate : (option.parseArg?.(text as string, previous) ?? text);
      }
      Object.assign(result, atLevel);
    }
    return result;
  };
  return { command, shared: values(true), own: values(false), operands };
}

function levels(command: Verb): Verb[] {
  return [...(command.parent ? levels(command.parent) : []), command];
}

const someValue = (option: Flag) =>
  option.facts.isNumber || option.optional
    ? fc.constantFrom('1', '7', '16')
    : fc.constantFrom('a', 'a=b', 'two words', 'x,y', 'list', 'sites', '-', '-1', 'ä', "'");

/** One flag as it may be written; a switch may have other short flags before it. */
function flagWords(option: Flag, shorts: readonly string[]): fc.Arbitrary<string[]> {
  const { long, short, required, optional } = option;
  const names = [long, short].filter((name) => name !== undefined);
  if (!required && !optional) return fc.constantFrom(...names.map((name) => [name]));
  return someValue(option).chain((value) => {
    const forms: string[][] = [[`${long}=${value}`]];
    if (required) forms.push(...names.map((name) => [name, value]));
    if (short && required) {
      forms.push([`${short}${value}`]);
      for (const letter of shorts) forms.push([`-${letter}${short.slice(1)}`, value]);
      for (const letter of shorts) forms.push([`-${letter}${short.slice(1)}${value}`]);
    }
    return fc.constantFrom(...forms);
  });
}

const operand = fc.constantFrom('team_docs', 'list', 'sites', '-5', '-', 'two words', 'help', 'ä');

function someFlags(command: Verb): fc.Arbitrary<string[]> {
  const options = command.options.filter(({ long }) => long !== '--version' && long !== '--token');
  const shorts = options
    .filter(({ required, short }) => short && !required)
    .map(({ short }) => short?.[1] ?? '');
  return fc
    .array(
      fc.constantFrom(...options).chain((option) => flagWords(option, shorts)),
      { maxLength: 4 },
    )
    .map((flags) => flags.flat());
}

function rarely<One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>): fc.Arbitrary<One | Other> {
  return fc.oneof({ arbitrary: one, weight: 1 }, { arbitrary: other, weight: 4 });
}

/** A line of a verb: its flags and operands in any order, a noun by its alias, flags before noun and verb. */
function lineOf(verb: Verb): fc.Arbitrary<string[]> {
  const path = levels(verb).slice(1);
  const steps = path.map((command) =>
    fc.tuple(someFlags(command.parent as Verb), fc.constantFrom(command.name(), ...command.aliases())),
  );
  const rest = fc.array(
    rarely(
      operand.map((word) => [word]),
      someFlags(verb),
    ),
    { maxLength: 3 },
  );
  const hidden = fc.array(fc.constantFrom('a', '--json', '--', '-x'), { maxLength: 2 });
  const behindDashes = rarely(hidden, fc.constant(undefined));
  const noise = rarely(fc.constantFrom('--nope', '--nope=1', '-z', '--json=a'), fc.constant(undefined));
  return fc
    .tuple(fc.tuple(...steps), rest, noise, behindDashes)
    .map(([lead, words, unknown, behind]) => [
      ...lead.flatMap(([flags, name]) => [...flags, name]),
      ...words.flat(),
      ...(unknown ? [unknown] : []),
      ...(behind ? ['--', ...behind] : []),
    ]);
}

test('a line is read as commander reads it', async () => {
  const tree = await program();
  const lines = fc.constantFrom(...verbs(tree)).chain(lineOf);
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(lines, async (words) => {
      const line = withSurroundingFlag(readLine(tree, words, () => {}));
      const problem = findProblem(line);
      const read = await asCommanderReads(tree, line.words);
      if (read === 'bad value') return;
      // commander may understand lines that only this tool refuses.
      if (problem && !['unknown flag', 'unknown command', 'too many'].includes(problem.kind)) return;
      if (problem || read === 'refused') {
        expect({ words, problem: problem !== undefined || hasConflict(line) }).toEqual({
          words,
          problem: read === 'refused',
        });
        return;
      }
      understood++;
      expect({ words, ...meaningOf(line) }).toEqual({ words, ...read });
    }),
    { seed: 20_260_601, numRuns: 3000 },
  );
  expect(understood).toBeGreaterThan(1000);
});

/** Two flags that the command declares to exclude each other: that is left to commander. */
function hasConflict({ flags }: Line): boolean {
  const names = flags.map(({ option }) => option.attributeName());
  // Not in commander's types.
  return flags.some(({ option }) =>
    (option as Flag & { conflictsWith: string[] }).conflictsWith.some((name) => names.includes(name)),
  );
}
