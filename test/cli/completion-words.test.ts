import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { optionSource } from '../../src/cli/completion/source.ts';
import { completionTable } from '../../src/cli/completion/table.ts';
import { completeWords } from '../../src/cli/completion/words.ts';
import { sharedFlags } from '../../src/cli/flags/flag.ts';
import { flagValues } from '../../src/cli/flags/flag-words.ts';
import type { Verb } from '../../src/cli/verb.ts';

const program = await wholeProgram();
const table = completionTable(program);
const complete = (words: readonly string[]) => completeWords(words, table);

/** Returns the values that are offered without a lookup, each before its description. */
function offered(words: readonly string[]): string[] {
  const lines = complete(words)?.split('\n').slice(0, -1) ?? [];
  return lines.map((line) => line.split('\t')[0] as string);
}

/** Every command with its paths, with and without aliases. */
function commandsBelow(command: Verb, paths: string[][] = [[]]): [command: Verb, path: string[]][] {
  const below = command.commands.flatMap((child) => {
    const names = [child.name(), ...child.aliases()];
    return commandsBelow(
      child,
      paths.flatMap((path) => names.map((name) => [...path, name])),
    );
  });
  return [...paths.map((path): [Verb, string[]] => [command, path]), ...below];
}

test('every command offers the commands below it, and all its flags', () => {
  const all = commandsBelow(program);
  expect(all.length).toBeGreaterThan(200);
  for (const [command, path] of all) {
    const names = command.commands.map((child) => child.name());
    const flags = command.options.filter(({ hidden }) => !hidden);
    const written = flags.flatMap(({ long, short }) => [long, short]).filter((name) => name !== undefined);
    expect([path, offered([...path, '-']).sort()]).toEqual([path, [...written, '--help', '-h'].sort()]);
    if (names.length > 0) expect([path, offered([...path, ''])]).toEqual([path, names]);
  }
});

test('every flag that needs a value offers those that are known, what is looked up, or files', () => {
  for (const [command, path] of new Map(commandsBelow(program)))
    for (const option of command.options.filter(({ required }) => required)) {
      // The table has them once.
      if (path.length > 0 && sharedFlags.includes(option)) {
        expect(optionSource(option, command)).toBe(optionSource(option, program));
        continue;
      }
      const words = [...path, option.long as string, ''];
      const known = flagValues(option, command);
      if (known.length > 0) expect([words, offered(words)]).toEqual([words, known]);
      else if (optionSource(option, command)) expect([words, complete(words)]).toEqual([words, undefined]);
      else expect([words, complete(words)]).toEqual([words, option.takesFile ? ':files\n' : '']);
    }
});

test('every line has one description, which is not empty for a command or a flag', () => {
  for (const [command, path] of commandsBelow(program))
    for (const word of command.commands.length > 0 ? ['', '-'] : ['-'])
      expect(complete([...path, word])).toMatch(/^([^\t\n]+\t[^\t\n]+\n)+$/);
});

test.for<[line: string, offered: string[], notOffered: string[]]>([
  // No flag twice, under either of its names, unless it may be repeated.
  ['teams list --quiet -', ['--json', '-o'], ['--quiet', '-q']],
  ['teams list -o json --o', ['--org', '--owner'], ['--output']],
  ['--org org_acme teams list --o', ['--output'], ['--org']],
  ['teams list --title list --', ['--owner'], ['--title']],
  ['teams create --member user_ada --m', ['--member'], []],
  ['teams list --fields id --f', ['--fields'], []],
  // None that contradicts one on the line.
  ['teams list --color --', ['--json'], ['--color', '--no-color']],
  ['--no-pager teams list --', ['--json'], ['--pager', '--no-pager']],
  ['teams list --pager --w', [], ['--watch']],
  ['teams list --watch --', ['--json'], ['--pager', '--no-pager']],
  ['sites create --space space_x --', ['--title'], ['--new-space']],
  ['sites create --new-space empty --', ['--title'], ['--space']],
  ['comments list --all-spaces --', ['--status'], ['--space', '--cursor']],
  // Values of a list, one after the other.
  ['integrations publish --scope space:v', ['space:views:read', 'space:visitor:auth'], []],
  [
    'integrations publish --scope space:views:read,space:v',
    ['space:views:read,space:visitor:auth'],
    ['space:views:read,space:views:read'],
  ],
  ['integrations publish --scope=space:views:read,space:vi', ['space:views:read,space:visitor:auth'], []],
  ['org plan --only teams,s', ['teams,spaces', 'teams,sites', 'teams,saml'], ['teams,teams']],
  ['org export --only p', ['people'], ['organization']],
  ['org apply --without ', ['custom-fields', 'people', 'organization'], []],
  // The words after flags, aliases and `help`.
  ['-q --profile sandbox crs l', ['list'], []],
  ['help teams mem', ['members'], []],
  ['org audit ', ['rules', 'diff'], []],
  ['--profile teams sites cr', ['create'], []],
  ['teams members rem', ['remove'], ['update']],
])('%s', ([line, some, none]) => {
  const found = offered(line.split(' '));
  expect(found).toEqual(expect.arrayContaining(some));
  for (const word of none) expect(found).not.toContain(word);
});

test.for<[line: string, answer: string | undefined]>([
  ['teams get ', undefined],
  ['teams get team_docs team_', undefined],
  ['teams get -- --owner=user_', undefined],
  ['teams list --owner=user_', undefined],
  ['sections list ', undefined],
  ['open sites ', undefined],
  ['apply-plan ', ':files\n'],
  ['access diff access.csv ', ':files\n'],
  ['teams list --ca-file ', ':files\n'],
  ['teams list --title ', ''],
  ['teams list --json=', ''],
  ['teams list --watch=', ''],
  ['teams list --nothing=', ''],
  ['teams list ', ''],
  ['teams list -- -', ''],
  ['nothing of this', ''],
])('%j is looked up, or a file, or unknown', ([line, answer]) => {
  expect(complete(line.split(' '))).toBe(answer);
});

test('without any word, the nouns are offered', () => {
  expect(offered([])).toContain('sites');
});
