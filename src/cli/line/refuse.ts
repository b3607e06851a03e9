import { UsageError } from '../../errors.ts';
import { alternatives } from '../../text/alternatives.ts';
import { nearest } from '../../text/near.ts';
import { isPlainWord, quotedIfPlain } from '../../text/plain-word.ts';
import { commandPath, seeHelp } from '../command-path.ts';
import { newWord } from '../old-words.ts';
import type { Verb } from '../verb.ts';
import { flagFor, isVerb, nounFor, verbFor } from './other-words.ts';
import type { CommandProblem } from './problem.ts';
import { findCommand, findOption, type GivenFlag, type Line } from './read.ts';

/**
 * Makes the error for the problem of a line, with the way out. It repeats no word that may be a secret in the wrong
 * place.
 */
export async function refusalOf(
  problem: Exclude<CommandProblem, { kind: 'no verb' }>,
  line: Line,
): Promise<UsageError> {
  const { command } = line;
  switch (problem.kind) {
    case 'unknown command': {
      const missing = lackingFor(line.path.length === 1 ? command.name() : '', problem.word);
      if (missing)
        return new UsageError(`the service has no operation to ${missing.what}`, { hint: missing.instead });
      return new UsageError(`unknown command${quotedIfPlain(problem.word)}`, {
        hint: (await commandHint(problem.word, line)) ?? seeHelp(command),
      });
    }
    case 'unknown flag':
      return unknownFlag(problem.word, line);
    case 'misplaced flag': {
      const { option, command: owner } = problem.flag;
      return new UsageError(
        `${option.long} before ${command.name()} is a flag of \`${commandPath(owner)}\``,
        {
          hint: `give flags behind \`${commandPath(command)}\``,
        },
      );
    }
    case 'no value':
      return (await noFields(problem.flag, command)) ?? noValue(problem.flag, problem.instead);
    case 'no path':
      return new UsageError(`<${problem.argument}> needs a value`, { hint: seeHelp(command) });
    case 'no file':
      return new UsageError(`${problem.option.long} writes a file, and - is none`, {
        hint: 'name a file; one with the name - is ./-',
      });
    case 'placeholder':
      return new UsageError(`${problem.word} stands for what you choose`, {
        hint: `write that in the place of ${problem.word}`,
      });
    case 'given twice':
      return new UsageError(`${problem.option.long} is given twice`, { hint: seeHelp(command) });
    case 'contradiction': {
      const [one, other] = problem.options.map(({ long }) => long);
      return new UsageError(`${one} and ${other} exclude each other`, { hint: 'give one of the two' });
    }
    case 'alone':
      return new UsageError(`${problem.option.long} needs ${alternatives(problem.needs)}`, {
        hint: seeHelp(command),
      });
    case 'too many':
      return tooMany(problem.word, line);
  }
}

async function commandHint(word: string, { command, operands }: Line): Promise<string | undefined> {
  if (word === 'docs-admin') return 'leave out docs-admin: a line here begins with the noun';
  const path = commandPath(command);
  const names = command.commands.map((one) => one.name());
  if (command.parent) {
    await command.loadTree();
    const isPage = ['open', 'browse', 'web'].includes(word) && !command.parent.parent;
    if (isPage) return meant(`docs-admin open ${command.name()}`);
    const verb = verbFor(command, word);
    if (verb) return meant(`${path} ${verb}`);
  } else {
    const noun = nounFor(word);
    if (noun) return meant(`${path} ${noun}`);
    if (isVerb(word)) return verbFirst(word, operands[1], command);
  }
  const near = nearest(word, names);
  if (near.length > 0) return meant(...near.map((name) => `${path} ${name}`));
  const deeper = command.parent ? [] : await commandsCalled(word, command);
  return deeper.length > 0 ? meant(...deeper.slice(0, mostMeant)) : undefined;
}

const mostMeant = 3;

/** Returns the commands of all nouns that are called `word`, or nearly so: `docs-admin access who-can`. */
async function commandsCalled(word: string, program: Verb): Promise<string[]> {
  await program.loadTree();
  const below = ({ commands }: Verb): Verb[] => commands.flatMap((one) => [one, ...below(one)]);
  const all = program.commands.flatMap(below);
  const names = nearest(word, [...new Set(all.map((one) => one.name()))]);
  return all.filter((one) => names.includes(one.name())).map(commandPath);
}

/** Handles `list sites` and `show users`: the noun must come first. */
async function verbFirst(word: string, second: string | undefined, program: Verb): Promise<string> {
  const name = second === undefined ? undefined : (nounFor(second) ?? second);
  const noun = name === undefined ? undefined : findCommand(program, name);
  if (!noun) {
    const called = await commandsCalled(word, program);
    if (called.length > 0 && called.length <= mostMeant) return meant(...called);
    return `the noun comes first: \`docs-admin <noun> ${called.length > 0 ? word : '<verb>'}\``;
  }
  await noun.loadTree();
  const verb = findCommand(noun, word)?.name() ?? verbFor(noun, word);
  return meant([commandPath(noun), ...(verb ? [verb] : [])].join(' '));
}

function meant(...lines: readonly string[]): string {
  return `did you mean ${lines.map((line) => `\`${line}\``).join(' or ')}?`;
}

function unknownFlag(word: string, { command, hasDashes, operands }: Line): UsageError {
  const [name = word, value] = splitAtEquals(word);
  const option = findOption(command, name);
  if (option) {
    const hint =
      option.long === '--json' && isFieldList(value)
        ? `to choose fields, write --json --fields ${value}`
        : `write ${name} alone`;
    return new UsageError(`${name} takes no value`, { hint });
  }
  const message = isPlainWord(name.replace(/^--?/, '')) ? `unknown flag ${name}` : 'unknown flag';
  const now = newWord(command.path, name);
  if (now !== undefined) return new UsageError(message, { hint: `write ${now} instead` });
  if (command.name() === 'batch' && !hasDashes)
    return new UsageError(message, { hint: 'put -- before the command of the rows' });
  const own = command.options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long }) => long ?? [])
    .concat('--help');
  if (commandPath(command) === 'docs-admin org rehearse' && operands.length > 0 && !hasDashes)
    return new UsageError(message, { hint: 'put -- before the command to rehearse' });
  if (name === '--out')
    return new UsageError(message, {
      hint: 'send the output to a file with > <file>; --output names its format',
    });
  const other = flagFor(command, name);
  const meantFlags = other ? [other] : nearest(name, own);
  if (meantFlags.length > 0)
    return new UsageError(message, { hint: `did you mean ${meantFlags.join(' or ')}?` });
  const hint =
    command.name() === 'batch'
      ? 'write a flag of the command of the rows after --, together with that command'
      : command.parent
        ? seeHelp(command)
        : 'see `docs-admin help flags`';
  return new UsageError(message, { hint });
}

function splitAtEquals(word: string): string[] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function isFieldList(text: string | undefined): text is string {
  return (
    text?.split(',').every((path) => /^[a-z][a-zA-Z]{0,19}(?:\.[a-z][a-zA-Z]{0,19})*$/.test(path)) ?? false
  );
}

/** Handles `--fields` without a value: shows the fields to choose from. */
async function noFields({ option }: GivenFlag, command: Verb): Promise<UsageError | undefined> {
  if (option.long !== '--fields') return undefined;
  const fields = (await import('../field-facts.ts')).outputFields(command);
  if (fields.length === 0) return undefined;
  return new UsageError('--fields needs one or more of these, separated by commas', { details: fields });
}

/** Refuses a dry run of a command that changes this machine: it sends nothing, so it cannot show what it would send. */
export function noDryRun(command: Verb): UsageError {
  return new UsageError(`\`${commandPath(command)}\` has no dry run; nothing was changed`, {
    hint: '--dry-run is for commands that change the service',
  });
}

function noValue({ option, words: [name] }: GivenFlag, other: string | undefined): UsageError {
  if (other === undefined) return new UsageError(`${name?.replace(/=$/, '')} needs a value`);
  const meantAs = option.long ? `${option.long}=${other}` : `${option.short}${other}`;
  return new UsageError(`${name} needs a value, and ${other} after it is a flag`, {
    hint: `was a variable empty? If ${other} is meant as the value, write ${meantAs}`,
  });
}

/** Says which words a command takes besides flags: `flags only`, `<teamId> and flags`. */
function operandsOf({ registeredArguments }: Verb): string {
  const names = registeredArguments.map((argument) => `<${argument.name()}>`);
  return names.length > 0 ? `${names.join(' ')} and flags` : 'flags only';
}

function tooMany(word: string, { command, flags }: Line): UsageError {
  const isAfterJson = flags.some(({ option }) => option.long === '--json') && word.includes(',');
  const takes = `it takes ${operandsOf(command)}: ${seeHelp(command)}`;
  const file =
    /[./\\]/.test(word) && command.options.find(({ long }) => long === '--file' || long === '--out');
  const hint =
    isAfterJson && isFieldList(word)
      ? `to choose fields, write --json --fields ${word}`
      : file
        ? `${takes}; a file is given with ${file.long}`
        : takes;
  const shown = quotedIfPlain(word);
  return new UsageError(`too many arguments${shown && `:${shown}`}`, { hint });
}

/** An operation that people look for and the service does not have, with the alternative. */
interface Lacking {
  readonly what: string;
  readonly instead: string;
}

const inTheApp = 'is done in the app of the service';

const lacking: Readonly<Record<string, Lacking>> = {
  ...same(['spaces create', 'spaces add', 'spaces new'], {
    what: 'create a space',
    instead: `\`docs-admin sites create --new-space\` creates a site with a new space; anything else ${inTheApp}`,
  }),
  ...same(['spaces delete', 'spaces rm', 'spaces remove'], {
    what: 'delete a space',
    instead: `that ${inTheApp}; \`docs-admin site-spaces delete\` takes a space off a site, and \`docs-admin spaces permissions remove\` takes a team's access away`,
  }),
  ...same(['spaces move', 'spaces transfer'], {
    what: 'move a space',
    instead: `that ${inTheApp}; \`docs-admin collections move\` and \`transfer\` move a collection with its spaces, and \`docs-admin site-spaces move\` and \`transfer\` change its place on sites`,
  }),
  ...same(['spaces update', 'spaces rename', 'spaces edit', 'spaces set'], {
    what: 'change a space',
    instead: `that ${inTheApp}; \`docs-admin change-requests\` changes its content, and \`docs-admin spaces permissions set\` sets what teams may do in it`,
  }),
  ...same(['members invite', 'members create', 'members add', 'members new', ' invite'], {
    what: 'invite or add a person',
    instead:
      "invite on the members page of the organization in the service's app, or let people join through single sign-on (`docs-admin saml`); then `docs-admin members onboard` puts them into teams",
  }),
  ...same(['openapi versions', 'openapi history', 'openapi version', 'openapi revisions'], {
    what: 'list versions of a specification',
    instead: '`docs-admin openapi get` shows the present one, and `docs-admin openapi set` replaces it',
  }),
};

function same(lines: readonly string[], value: Lacking): Record<string, Lacking> {
  return Object.fromEntries(lines.map((line) => [line, value]));
}

/** Returns the missing operation for a verb of a noun; `undefined` if none is known. */
function lackingFor(noun: string, word: string): Lacking | undefined {
  const line = `${noun} ${word}`;
  return Object.hasOwn(lacking, line) ? lacking[line] : undefined;
}
