import type { Argument, Help as TypedHelp } from '@commander-js/extra-typings';
import { Help } from 'commander';
import { VerbMissing } from '../../errors.ts';
import { groupBy } from '../../text/group-by.ts';
import { commandPath } from '../command-path.ts';
import { type Flag, flag, sharedFlags } from '../flags/flag.ts';
import { argumentMeaning, flagMeaning, flagValues } from '../flags/flag-words.ts';
import { surroundingFlag, surroundingName } from '../line/surrounding.ts';
import { requiredFlags } from '../missing-input.ts';
import { nounWords } from '../noun-words.ts';
import { Verb } from '../verb.ts';
import { exitCodes } from './exit-codes.ts';

const start = `Start here:
${inColumns([
  ['docs-admin --profile sandbox sites list', 'try it without an account'],
  ['docs-admin auth login', 'sign in to your organization'],
  ['docs-admin help teams', 'what can be done with teams'],
  ['docs-admin help nouns', 'every noun with its meaning'],
  ['docs-admin help flags', 'the flags that every command takes'],
  ['docs-admin help exit-codes', 'what the exit codes mean'],
])}`;

/** The words after `docs-admin help` that are no command, and what makes their text. */
const topics: Readonly<Record<string, (program: Verb) => string>> = {
  nouns: (program) => sectionsOf(new ToolHelp().wholeHelp(program)).filter(isAboutNouns).join('\n\n'),
  flags: (program) => sectionsOf(new ToolHelp().wholeHelp(program)).filter(isAboutFlags).join('\n\n'),
  'exit-codes': () => inColumns(exitCodes, ''),
};

export const topicNames: readonly string[] = Object.keys(topics);

/** Returns the text of `docs-admin help flags`; `undefined` for words that are no topic. */
export function topicText(words: readonly string[], program: Verb): string | undefined {
  const [word = ''] = words;
  const topic = words.length === 1 && Object.hasOwn(topics, word) ? topics[word] : undefined;
  return topic && `${topic(program)}\n`;
}

class ToolHelp extends (Help as typeof TypedHelp) {
  override minWidthToWrap = 20;
  private command: Verb | undefined;

  /** Formats help. That of the tool is one screen: its nouns by group; `help nouns` and `help flags` have the rest. */
  override formatHelp(command: Verb, helper: TypedHelp): string {
    this.command = command;
    if (command.parent) return withFirst(command, super.formatHelp(command, helper));
    return `Usage: ${this.commandUsage(command)}\n\n${command.description()}.\n\n${nounsByGroup()}\n`;
  }

  /** Returns all that commander says of the tool. */
  wholeHelp(program: Verb): string {
    this.command = program;
    this.prepareContext({});
    return super.formatHelp(program, this);
  }

  override commandUsage(command: Verb): string {
    const usage = command.usage().replace('[options]', '[flags]').replace('[command]', '<verb>');
    const surrounding = surroundingFlag(command);
    const operand = surrounding ? ` [<${surroundingName(surrounding)}>]` : '';
    const rest = command.namesOneThing ? usage.replace(/>$/, '...>') : usage + operand;
    if (command.commands.length === 0 || !command.parent) return `${commandPath(command)} ${rest}`;
    return `${commandPath(command)} ${command.isVerb ? '[<verb>] [flags]' : '<verb> [<id>...] [flags]'}`;
  }

  /** Returns the flags in a verb's help: its own, and of the shared ones only those that say what it works on. */
  override visibleOptions(command: Verb): Flag[] {
    const own = command.options.filter(
      (option) => !option.hidden && (!command.parent || !sharedFlags.includes(option)),
    );
    const inOrg = command.facts.operations.some((op) => op.path.includes('{org}'));
    const isOwn = own.some((option) => option.long === '--org');
    return [
      ...own,
      ...(command.parent && inOrg && !isOwn ? [orgFlag] : []),
      ...(command.parent ? [] : [helpFlag]),
    ];
  }

  override optionDescription(option: Flag): string {
    const command = this.command as Verb;
    const { isRepeatable, takesCommas } = option.facts;
    const enough = requiredFlags(command).find((flags) => flags.includes(option));
    const others = enough?.filter((other) => other !== option);
    const required = others && ` (required${others.map(({ long }) => `, or ${long}`).join('')})`;
    const values = flagValues(option, command);
    const separable = takesCommas ? ' (repeat)' : ' (repeat, or separate with commas)';
    const repeat = isRepeatable ? separable : '';
    const known = values.length > 0 ? ` (${values.join(', ')})` : '';
    return flagMeaning(option, command) + (required ?? '') + repeat + known;
  }

  override visibleArguments({ registeredArguments }: Verb): Argument[] {
    return [...registeredArguments];
  }

  override argumentDescription(argument: Argument): string {
    return argumentMeaning(argument, this.command as Verb);
  }

  override subcommandTerm(command: Verb): string {
    const names = [command.name(), ...command.aliases()].join('|');
    const args = command.registeredArguments.map(
      (argument) => ` <${argument.name()}${argument.variadic ? '...' : ''}>`,
    );
    return names + args.join('');
  }
}

/** Makes a program and its commands print help in the style of this tool. */
export function useHelp(program: Verb): void {
  const style: object & { Help?: typeof ToolHelp } = program.configureHelp();
  if (style.Help) return;
  // Its commands share this object. commander takes the class from it: see src/build/patches.js.
  style.Help = ToolHelp;
  for (const noun of program.commands) sayNoun(noun);
  program.addHelpText('afterAll', ({ command }) => (command instanceof Verb ? afterHelp(command) : ''));
}

/** Sets the description of a noun that is its own verb, once it is loaded. */
function sayNoun(noun: Verb): void {
  const words = nounWords[noun.name()];
  if (!words) return;
  noun.helpGroup(`${words.group}:`);
  if (noun.description() === '') noun.description(words.summary);
}

/** Makes the error for a line that ends with a noun, with the help of the noun. */
export function verbMissing(command: Verb): VerbMissing {
  const [what, place] = command.parent
    ? ['verb', `${commandPath(command)} <verb>`]
    : ['command', command.usage()];
  return new VerbMissing(`a ${what} is missing: ${place}`, helpText(command));
}

/** Returns the help of a command, as `--help` prints it. */
function helpText(command: Verb): string {
  return `${command.helpInformation()}${afterHelp(command)}\n`;
}

/** Puts what people do first with a noun before the list of its verbs. */
function withFirst(command: Verb, help: string): string {
  const first = command.parent?.parent ? undefined : nounWords[command.name()]?.first;
  if (!first) return help;
  const [usage, summary, ...others] = sectionsOf(help);
  const lines = first.map(([line, meaning]) => `  ${line}\n      ${meaning}`);
  return `${[usage, summary, `First:\n${lines.join('\n')}`, ...others].join('\n\n')}\n`;
}

function nounsByGroup(): string {
  const groups = groupBy(Object.entries(nounWords), ([, { group }]) => group);
  return inColumns(
    [...groups].map(([group, nouns]) => [group, nouns.map(([noun]) => noun).join(', ')]),
    '',
  );
}

/** Writes rows of two columns, at most 80 characters wide. */
function inColumns(rows: readonly (readonly [string, string])[], indentation = '  '): string {
  const width = indentation.length + 2 + Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(
      ([first, second]) =>
        (indentation + first).padEnd(width) + wrapped(second, 80 - width, width).trimStart(),
    )
    .join('\n');
}

function sectionsOf(help: string): string[] {
  return help.trimEnd().split('\n\n');
}

function isAboutFlags(section: string): boolean {
  return /^(Options|Flags)\b/.test(section);
}

function isAboutNouns(section: string): boolean {
  return Object.values(nounWords).some(({ group }) => section.startsWith(`${group}:`));
}

const helpFlag = flag('-h, --help', 'show help');
/** The only shared flag that says what a command works on. */
const orgFlag = flag('--org <id>', 'organization [DOCS_ADMIN_ORG]').helpGroup('Flags:');

/** Breaks a text into lines of at most `width` characters, each with an indentation before it. */
function wrapped(text: string, width = 78, indentation = 2): string {
  return text.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), `${' '.repeat(indentation)}$1\n`).trimEnd();
}

function afterHelp(command: Verb): string {
  if (!command.parent) return `\n${start}`;
  const { operations, reads, examples } = command.facts;
  const parts = [
    reads && `Reads:\n${wrapped(reads)}`,
    !reads &&
      operations.length > 0 &&
      `Calls:\n${operations.map((op) => `  ${op.method} ${op.path}`).join('\n')}`,
    examples.length > 0 && `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    // The organization is the only id that no list of the service shows.
    operations.some(({ path }) => /\{(?!org\})/.test(path)) &&
      'Instead of an id, give name:<exact title>, or the e-mail address of a member.',
    'Every command also takes --profile, --output, --json, --fields, --dry-run,\n--yes and more: docs-admin help flags',
  ];
  return parts
    .filter(Boolean)
    .map((part) => `\n${part}`)
    .join('\n');
}
