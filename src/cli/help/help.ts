import { type Argument, type Command, Help, Option } from 'commander';
import type { Operation } from '../../api/contract/operation.ts';
import { VerbMissing } from '../../errors.ts';
import { commandFacts, isVerb, namesOneThing } from '../command.ts';
import { commandPath } from '../command-path.ts';
import { argumentMeaning, flagMeaning, flagValues } from '../flags/flag-words.ts';
import { isRepeatableOption, isSeparable } from '../flags/option-facts.ts';
import { sharedFlags } from '../flags/shared-flags.ts';
import { surroundingFlag, surroundingName } from '../line/surrounding.ts';
import { requiredFlags } from '../missing-input.ts';
import { nounWords } from '../noun-words.ts';

const start = `Start here:
  docs-admin --profile sandbox sites list   try it without an account
  docs-admin auth login                     sign in to your organization
  docs-admin <noun> --help                  what can be done with a noun`;

/** Makes a program and its commands print help in the style of this tool. */
export function useHelp(program: Command): void {
  const style = program.configureHelp();
  if (style.formatHelp) return;
  // Its commands share this object. commander takes the class from it: see src/build/patches.js.
  Object.assign(style, {
    Help,
    formatHelp,
    commandUsage,
    visibleOptions,
    optionDescription,
    visibleArguments: ({ registeredArguments }: Command) => [...registeredArguments],
    argumentDescription,
    subcommandTerm: commandTerm,
    minWidthToWrap: 20,
  });
  for (const noun of program.commands) sayNoun(noun);
  program.addHelpText('afterAll', ({ command }) => afterHelp(command));
}

/** Sets the description of a noun that is its own verb, once it is loaded. */
function sayNoun(noun: Command): void {
  const words = nounWords[noun.name()];
  if (!words) return;
  noun.helpGroup(`${words.group}:`);
  if (noun.description() === '') noun.description(words.summary);
}

/** Makes the error for a line that ends with a noun, with the help of the noun. */
export function verbMissing(command: Command): VerbMissing {
  const [what, place] = command.parent
    ? ['verb', `${commandPath(command)} <verb>`]
    : ['command', command.usage()];
  const help = `${command.helpInformation()}${afterHelp(command)}\n`;
  return new VerbMissing(`a ${what} is missing: ${place}`, help);
}

function commandUsage(this: Help, command: Command): string {
  const usage = command.usage().replace('[options]', '[flags]').replace('[command]', '<verb>');
  const surrounding = surroundingFlag(command);
  const operand = surrounding ? ` [<${surroundingName(surrounding)}>]` : '';
  const rest = namesOneThing(command) ? usage.replace(/>$/, '...>') : usage + operand;
  if (command.commands.length === 0 || !command.parent) return `${commandPath(command)} ${rest}`;
  return `${commandPath(command)} ${isVerb(command) ? '[<verb>] [flags]' : '<verb> [<id>...] [flags]'}`;
}

/** Returns the flags in a verb's help: its own, and of the shared ones only those that say what it works on. */
function visibleOptions(this: Help, command: Command): Option[] {
  const own = command.options.filter(
    (option) => !option.hidden && (!command.parent || !sharedFlags.includes(option)),
  );
  const inOrg = commandFacts(command).operations.some((op) => op.path.includes('{org}'));
  const isOwn = own.some((option) => option.long === '--org');
  return [
    ...own,
    ...(command.parent && inOrg && !isOwn ? [orgFlag] : []),
    ...(command.parent ? [] : [helpFlag]),
  ];
}

/** Returns the text of `docs-admin` without words: the nouns, and how to begin. */
export function overview(program: Command): string {
  useHelp(program);
  const nouns = sectionsOf(program.helpInformation()).filter((section) => !isAboutFlags(section));
  return `${nouns.join('\n\n')}\n\n${start}\n  docs-admin --help                         the flags that every command takes\n`;
}

/** Formats help. The flags of the tool come last, because people look for a noun. */
function formatHelp(this: Help, command: Command, helper: Help): string {
  commandOf.set(helper, command);
  const help = Help.prototype.formatHelp.call(this, command, helper);
  if (command.parent) return help;
  const sections = sectionsOf(help);
  const ordered = [...sections.filter((section) => !isAboutFlags(section)), ...sections.filter(isAboutFlags)];
  return `${ordered.join('\n\n')}\n`;
}

function sectionsOf(help: string): string[] {
  return help.trimEnd().split('\n\n');
}

function isAboutFlags(section: string): boolean {
  return /^(Options|Flags)\b/.test(section);
}

const helpFlag = new Option('-h, --help', 'show help');
/** The only shared flag that says what a command works on. */
const orgFlag = new Option('--org <id>', 'organization [DOCS_ADMIN_ORG]').helpGroup('Flags:');

/** The command whose help is made. */
const commandOf = new WeakMap<Help, Command>();

function optionDescription(this: Help, option: Option): string {
  const command = commandOf.get(this) as Command;
  const enough = requiredFlags(command).find((flags) => flags.includes(option));
  const others = enough?.filter((other) => other !== option);
  const required = others && ` (required${others.map(({ long }) => `, or ${long}`).join('')})`;
  const values = flagValues(option, command);
  const separable = isSeparable(option) ? ' (repeat, or separate with commas)' : ' (repeat)';
  const repeat = isRepeatableOption(option) ? separable : '';
  const known = values.length > 0 ? ` (${values.join(', ')})` : '';
  return flagMeaning(option, command) + (required ?? '') + repeat + known;
}

function argumentDescription(this: Help, argument: Argument): string {
  return argumentMeaning(argument, commandOf.get(this) as Command);
}

function commandTerm(this: Help, command: Command): string {
  const names = [command.name(), ...command.aliases()].join('|');
  const args = command.registeredArguments.map(
    (argument) => ` <${argument.name()}${argument.variadic ? '...' : ''}>`,
  );
  return names + args.join('');
}

/** Tells whether an operation takes another id than `--org`, which is the only id that no list of the service shows. */
function takesId({ path }: Operation): boolean {
  return /\{(?!org\})/.test(path);
}

/** Breaks a text into indented lines of 80 columns. */
function wrapped(text: string): string {
  return text.replace(/(.{1,78})(?: |$)/g, '  $1\n').trimEnd();
}

function afterHelp(command: Command): string {
  if (!command.parent) return `\n${start}`;
  const { operations, reads, examples } = commandFacts(command);
  const parts = [
    reads && `Reads:\n${wrapped(reads)}`,
    !reads &&
      operations.length > 0 &&
      `Calls:\n${operations.map((op) => `  ${op.method} ${op.path}`).join('\n')}`,
    examples.length > 0 && `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    operations.some(takesId) &&
      'Instead of an id, give name:<exact title>, or the e-mail address of a member.',
    'Every command also takes --profile, --output, --json, --fields, --dry-run,\n--yes and more: docs-admin --help',
  ];
  return parts
    .filter(Boolean)
    .map((part) => `\n${part}`)
    .join('\n');
}
