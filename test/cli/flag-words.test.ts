import { describe, expect, test } from 'vitest';
import { updateMember } from '../../src/api/contract/operations/members.ts';
import { updateSite } from '../../src/api/contract/operations/sites.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { flag } from '../../src/cli/flags/flag.ts';
import {
  argumentMeaning,
  flagDescription,
  flagField,
  flagMeaning,
  flagValues,
  withLimits,
} from '../../src/cli/flags/flag-words.ts';
import { optionKind } from '../../src/cli/names/input-kinds.ts';
import { Verb, verb } from '../../src/cli/verb.ts';
import { isKind } from '../../src/model/resources.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();
const flags = verbs(program).flatMap((command) =>
  command.options.filter(({ hidden }) => !hidden).map((option) => ({ command, option })),
);
const filling = flags.flatMap(({ command, option }) => {
  const field = flagField(option, command);
  return field ? [{ command, option, field, name: `${commandPath(command)} ${option.long}` }] : [];
});

describe('the words of flags', () => {
  test('every flag has some: its own, or those of its field in the contract', () => {
    const silent = flags.filter(({ command, option }) => flagDescription(option, command) === '');
    expect(silent.map(({ command, option }) => `${commandPath(command)} ${option.long}`)).toEqual([]);
  });

  test('every argument has some', () => {
    const all = verbs(program).flatMap((command) =>
      command.registeredArguments.map((argument) => ({ command, argument })),
    );
    const silent = all.filter(({ command, argument }) => argumentMeaning(argument, command) === '');
    expect(silent.map(({ command, argument }) => `${commandPath(command)} ${argument.name()}`)).toEqual([]);
    const byHand = all.filter(({ argument }) => /\d+ (characters|items)/.test(argument.description));
    expect(byHand.map(({ command, argument }) => `${commandPath(command)} ${argument.name()}`)).toEqual([]);
  });

  test('a flag that fills a field says itself only what the command line alone knows', () => {
    const own = new Map(
      filling
        .filter(({ option }) => option.description !== '')
        .map(({ option }) => [`${option.long} ${option.description}`, option]),
    );
    expect([...own.keys()].sort()).toEqual(
      [
        // Another name of a value.
        '--default-level ; guest: no access',
        '--ref branch; main means refs/heads/main',
        '--role ; guest: no role',
        '--role role of a member in the team: owner or member',
        // Reads a file.
        ...['--certificate , - for standard input', '--file , sent as it is; - for standard input'],
        '--instructions : Markdown (.md), or a document as JSON or YAML; - for a document on standard input',
        '--markdown-file file with its text, sent as it is; - for standard input',
        ...[
          '--schema  as JSON or YAML, - for standard input',
          '--script , sent as it is; - for standard input',
        ],
        '--summary ; - for standard input',
        '--secret : NAME is the value of that environment variable, NAME=@FILE the text of a file, NAME=@- standard input',
        // Where else the value may come from.
        "--org  (default: the manifest's) [DOCS_ADMIN_ORG]",
        '--url ; better in the environment [DOCS_ADMIN_GIT_URL]',
        // The tool's own work beside the requests.
        '--page-size  (default: 1000, or --limit if that is less)',
        '--sort sort by this field: by the service for joinedAt and lastSeenAt (only active members), here for any other',
        // One of several kinds of value.
        '--new-space make a new space of this kind for the site',
      ].sort(),
    );
  });

  test('no flag repeats what the contract says of its field', () => {
    const repeating = filling.filter(({ option, field }) => {
      const words = (option.negate ? field.without : field.description) ?? '';
      return option.description !== '' && option.description.toLowerCase().includes(words.toLowerCase());
    });
    expect(repeating.map(({ name }) => name)).toEqual([]);
  });

  test('no flag has limits or known values by hand that its field has', () => {
    const byHand = filling.filter(({ option, field }) => {
      const same = option.facts.known?.join() === field.known.join();
      return /\d+ (characters|items)|at most \d/.test(option.description) || (field.known.length > 0 && same);
    });
    expect(byHand.map(({ name }) => name)).toEqual([]);
  });

  test('a flag that takes <userId> fills a field that is a UserId of schemas.ts, and so for every kind', () => {
    const unmarked = filling.filter(({ command, option }) => {
      const kind = /<(\w+)Id>/.exec(option.flags)?.[1] ?? '';
      return isKind(kind) && optionKind(option, command) !== kind;
    });
    expect(unmarked.map(({ name }) => name)).toEqual([]);
  });

  test('a negated flag fills a field that can be without a value', () => {
    const odd = filling.filter(({ option, field }) => option.negate && field.without === undefined);
    expect(odd.map(({ name }) => name)).toEqual([]);
  });
});

describe('the words of one flag', () => {
  const site = verb('update', updateSite, []);
  const member = verb('update', updateMember, []);

  test.each([
    ['of its field', flag('--title <title>'), 'title shown to readers (2 to 128 characters)'],
    ['of its field without a value', flag('--no-proxy'), 'no such address'],
    [
      'of a field called otherwise',
      flag('--name <x>').with({ field: 'basename' }),
      'last part of its address (1 to 100 characters)',
    ],
    [
      'of its own behind them',
      flag('--title <title>', '; - for stdin'),
      'title shown to readers; - for stdin (2 to 128 characters)',
    ],
    [
      'of its own in their place',
      flag('--title <file>', 'file with it'),
      'file with it (2 to 128 characters)',
    ],
    ['of its own where it fills nothing', flag('--wait', 'wait for it'), 'wait for it'],
    ['of a field in another case', flag('--default-site-space <id>'), 'site space that opens first'],
  ])('are those %s', (_, option, meaning) => {
    expect(flagMeaning(option, site)).toBe(meaning);
  });

  test('a command without operations has no fields', () => {
    expect(flagField(flag('--title <title>'), new Verb('x'))).toBeUndefined();
  });

  test('known values are those of the field, or the flag', () => {
    expect(flagValues(flag('--role <role>'), member)).toEqual([
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
    ]);
    expect(flagValues(flag('--visibility <who>'), site)).toContain('share-link');
    expect(flagValues(flag('--title <title>'), site)).toEqual([]);
  });

  test.each([
    ['title', undefined, 'title'],
    ['title', '1 to 5', 'title (1 to 5)'],
    ['items (default: all)', '1 to 5', 'items (default: all; 1 to 5)'],
  ])('limits of "%s" stand in parentheses', (description, limits, text) => {
    expect(withLimits(description, limits)).toBe(text);
  });
});
