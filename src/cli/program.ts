import { Command, Help, Option } from 'commander';
import type { Operation } from '../api/operation.ts';
import { version } from '../version.ts';
import type { App } from './app.ts';
import {
  commandFacts,
  complete,
  completeTree,
  isUnloaded,
  load,
  loadedLater,
  loadTree,
  namesOneThing,
} from './command.ts';
import { UsageError, VerbMissing } from './errors.ts';
import { fillGaps, requiredFlags } from './gaps.ts';
import { findProblem } from './line/problem.ts';
import { type Line, readLine } from './line/read.ts';
import { surroundingFlag, surroundingName, withSurroundingFlag } from './line/surrounding.ts';
import { type Noun, nouns } from './nouns.ts';
import { isRepeatableOption, optionValues } from './option-facts.ts';
import { commandPath } from './report.ts';
import { isShared, type SharedFlags, sharedFlags } from './shared-flags.ts';

const start = `Start here:
  docs-admin --profile sandbox sites list   try it without an account
  docs-admin auth login                     sign in to your organization
  docs-admin <noun> --help                  what can be done with a noun`;

/** The whole command line. What a noun or a verb needs is loaded when the line leads to it. */
export function createProgram(app: App): Command {
  const program = new Command('docs-admin')
    .description('Administer a hosted documentation service: sites, people, content and connections')
    .usage('<noun> <verb> [<id>...] [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [noun] [verb]', 'show help for a noun or a verb')
    .enablePositionalOptions()
    .configureOutput({ outputError: () => {}, writeOut: (text) => app.print(text) })
    .configureHelp({
      formatHelp,
      commandUsage,
      visibleOptions,
      optionDescription,
      subcommandTerm: commandTerm,
      minWidthToWrap: 20,
    })
    .addHelpText('afterAll', ({ command }) => afterHelp(command));
  complete(program);
  for (const noun of nouns) program.addCommand(nounStub(noun, app));
  program.hook('preAction', async (_, command) => {
    await app.start(takeSharedFlags(command), command);
    const given = await fillGaps(command, app);
    if (namesOneThing(command) && namesSeveral(command.args)) {
      if (app.watch) throw new UsageError('only one thing can be watched', { hint: 'name one id' });
      throw new SeveralThings(command.args, given);
    }
  });
  return program;
}

function nounStub(noun: Noun, app: App): Command {
  const stub = new Command(noun.name).description(noun.summary).helpGroup(`${noun.group}:`);
  if (noun.alias) stub.alias(noun.alias);
  return loadedLater(stub.enablePositionalOptions().helpCommand(false), async () => {
    const verbs = (await noun.load())(app, stub) as readonly Command[];
    for (const verb of verbs) stub.addCommand(verb);
  });
}

/** Thrown in the place of a command that is to run for several ids: that is bulk work. */
export class SeveralThings extends Error {
  /** What is named, or `-`. */
  readonly operands: readonly string[];
  /** Words of the command that are not on the line: its user was asked for them. */
  readonly given: readonly string[];
  constructor(operands: readonly string[], given: readonly string[]) {
    super();
    this.operands = operands;
    this.given = given;
  }
}

/** `-` stands for the ids in standard input. */
function namesSeveral(args: readonly string[]): boolean {
  return args.length > 1 || args[0] === '-';
}

/** Loads and completes all verbs of the program, with their flags. */
export async function loadAll(program: Command): Promise<void> {
  await loadTree(program);
  completeTree(program);
}

/** Reads a line, and loads what it leads to. */
export async function readCommandLine(program: Command, words: readonly string[]): Promise<Line> {
  // A command gets the flags of every command after those of its own.
  const enter = (command: Command) => void (isUnloaded(command) || complete(command));
  while (true) {
    const line = readLine(program, words, enter);
    if (!isUnloaded(line.command)) return withSurroundingFlag(line);
    await load(line.command);
  }
}

/** Runs one command line. Throws `UsageError` where it cannot mean anything, and what the command throws. */
export async function runLine(program: Command, line: Line): Promise<void> {
  const problem = findProblem(line);
  // What a noun says of its verbs.
  if (line.command.parent && (line.asksHelp || problem?.kind === 'no verb')) await loadTree(line.command);
  if (problem?.kind === 'no verb') throw verbMissing(line.command);
  if (problem) {
    const { refusalOf } = await import('./line/refuse.ts');
    throw await refusalOf(problem, line);
  }
  await program.parseAsync(line.asksHelp ? [...line.path, '--help'] : [...line.words], { from: 'user' });
}

/**
 * The shared flags of a command line, wherever on it they stand; the one nearest to the verb counts. They are taken
 * out of the verb's own options, so that an action sees only what its noun's file declares.
 */
export function takeSharedFlags(command: Command | null): SharedFlags {
  if (!command) return {};
  const values = command.opts();
  const taken: Record<string, unknown> = {};
  // A name may belong to two options: --color and --no-color.
  for (const name of new Set(command.options.filter(isShared).map((option) => option.attributeName()))) {
    if (command.getOptionValueSource(name) === 'cli') taken[name] = values[name];
    delete values[name];
  }
  return { ...takeSharedFlags(command.parent), ...taken };
}

function verbMissing(command: Command): VerbMissing {
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
  return `${commandPath(command)} ${command.commands.length > 0 && command.parent ? '<verb> [<id>...] [flags]' : rest}`;
}

/** A verb's help shows its own flags, and of the shared ones only those that say what it acts on. */
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

/** What `docs-admin` alone says: what there is and where to begin. */
export function overview(program: Command): string {
  const nouns = sectionsOf(program.helpInformation()).filter((section) => !isAboutFlags(section));
  return `${nouns.join('\n\n')}\n\n${start}\n  docs-admin --help                         the flags that every command takes\n`;
}

/** The flags of the tool itself come last: people look for a noun. */
function formatHelp(this: Help, command: Command, helper: Help): string {
  requiredIn.set(
    helper,
    new Map(requiredFlags(command).flatMap((flags) => flags.map((flag) => [flag, flags]))),
  );
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
/** Of the flags that every command takes, the one that says what a command acts on. */
const orgFlag = new Option('--org <id>', 'organization [DOCS_ADMIN_ORG]').helpGroup('Flags:');

/** The required flags of the command whose help is made: each with those of which one is enough. */
const requiredIn = new WeakMap<Help, ReadonlyMap<Option, readonly Option[]>>();

function optionDescription(this: Help, option: Option): string {
  const others = requiredIn
    .get(this)
    ?.get(option)
    ?.filter((other) => other !== option);
  const required = others && ` (required${others.map(({ long }) => `, or ${long}`).join('')})`;
  const values = optionValues(option);
  const repeat = isRepeatableOption(option) ? ' (repeat, or separate with commas)' : '';
  return (
    option.description + (required ?? '') + repeat + (values.length > 0 ? ` (${values.join(', ')})` : '')
  );
}

function commandTerm(this: Help, command: Command): string {
  const names = [command.name(), ...command.aliases()].join('|');
  const args = command.registeredArguments.map(
    (argument) => ` <${argument.name()}${argument.variadic ? '...' : ''}>`,
  );
  return names + args.join('');
}

/** `--org` is the only id that no list of the service knows by name. */
function takesId({ path }: Operation): boolean {
  return /\{(?!org\})/.test(path);
}

function afterHelp(command: Command): string {
  if (!command.parent) return `\n${start}`;
  const { operations, examples } = commandFacts(command);
  const parts = [
    operations.length > 0 && `Calls:\n${operations.map((op) => `  ${op.method} ${op.path}`).join('\n')}`,
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
