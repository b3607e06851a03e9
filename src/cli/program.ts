import { UsageError } from '../errors.ts';
import { version } from '../version.ts';
import { fillMissingInput } from './fill-missing-input.ts';
import type { SharedFlags } from './flags/flag.ts';
import { findProblem } from './line/problem.ts';
import type { Line } from './line/read.ts';
import { endOf, type LineEnd, SeveralThings } from './line-end.ts';
import type { Noun } from './noun.ts';
import { nouns } from './nouns.ts';
import type { CommandLine } from './session/command-line.ts';
import type { RunningLine } from './session/running-line.ts';
import { Verb } from './verb.ts';

/**
 * Makes the whole command line. The code of a noun or a verb is loaded when the line names it. Where the words of the line
 * are known, only the nouns among them are made at first, because most lines need no other one.
 */
export function createProgram(whole: CommandLine, words?: readonly string[]): Verb {
  const { life } = whole;
  const program = new Verb('docs-admin')
    .description('Administer a hosted documentation service: its sites, people and content')
    .usage('<noun> <verb> [<id>...] [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [noun] [verb]', 'show help for a noun or a verb')
    .enablePositionalOptions()
    .configureOutput({ outputError: () => {}, writeOut: (text) => life.print(text) });
  program.complete();
  program.lineParts = () => whole.parts;
  addNouns(program, words ? nouns.filter((noun) => isAmong(words, noun)) : nouns);
  if (words) program.loadedLater(async () => addNouns(program, nouns));
  program.hook('preAction', async (_, acting) => {
    const command = acting as Verb;
    const flags = takeSharedFlags(command);
    await life.start(flags, command);
    if (flags.dryRun && command.facts.effect === 'local')
      throw (await import('./line/refuse.ts')).noDryRun(command);
    const given = await fillMissingInput(command, whole.parts);
    const { args } = command;
    // `-` stands for the ids in standard input.
    if (command.namesOneThing && (args.length > 1 || args[0] === '-')) {
      if (life.watch) throw new UsageError('only one thing can be watched', { hint: 'name one id' });
      throw new SeveralThings(command.args, given);
    }
    life.act();
  });
  return program;
}

function isAmong(words: readonly string[], { name, alias }: Noun): boolean {
  return words.includes(name) || (alias !== undefined && words.includes(alias));
}

/** Adds `wanted`, which include those that the program already has, in their order. */
function addNouns(program: Verb, wanted: readonly Noun[]): void {
  const present = (program.commands as Verb[]).splice(0);
  for (const noun of wanted)
    program.addCommand(present.find((one) => one.name() === noun.name) ?? nounStub(noun));
}

function nounStub(noun: Noun): Verb {
  const stub = new Verb(noun.name);
  if (noun.alias) stub.alias(noun.alias);
  return stub
    .enablePositionalOptions()
    .helpCommand(false)
    .loadedLater(async () => {
      const verbs = (await noun.load())(stub);
      for (const verb of verbs) stub.addCommand(verb);
    });
}

/**
 * Runs one command line. Resolves with how it ended. Throws `UsageError` if it has no meaning, and everything that the
 * command throws.
 */
export async function runLine(
  program: Verb,
  line: Line,
  running: Pick<RunningLine, 'running'>,
): Promise<LineEnd> {
  const problem = findProblem(line);
  if (line.asksHelp || problem?.kind === 'no verb') {
    const { topicText, useHelp, verbMissing } = await import('./help/help.ts');
    useHelp(program);
    const topic = line.path.length === 0 ? topicText(line.operands, program) : undefined;
    if (topic !== undefined) {
      program.configureOutput().writeOut?.(topic);
      return { kind: 'done' };
    }
    // The help of a noun lists its verbs.
    if (line.command.parent) await line.command.loadTree();
    if (problem?.kind === 'no verb') throw verbMissing(line.command);
  }
  if (problem) {
    const { refusalOf } = await import('./line/refuse.ts');
    throw await refusalOf(problem, line);
  }
  if (line.words.filter((word) => /(^|[=,@])-(,|$)/.test(word)).length > 1)
    (await import('./line/one-input.ts')).assertOneReader(line);
  try {
    await program.parseAsync(line.asksHelp ? [...line.path, '--help'] : [...line.words], { from: 'user' });
    return { kind: 'done' };
  } catch (error) {
    return endOf(error, running.running);
  }
}

/**
 * Takes the shared flags of a line, anywhere on it; the one nearest to the verb counts. Removes them from the verb's
 * own options, so that an action gets only the flags in its noun's file.
 */
function takeSharedFlags(command: Verb | null): SharedFlags {
  if (!command) return {};
  const values = command.opts();
  const taken: Record<string, unknown> = {};
  // Two options may share a name: --color and --no-color.
  for (const name of new Set(
    command.options.filter(({ facts }) => facts.isShared).map((option) => option.attributeName()),
  )) {
    if (command.getOptionValueSource(name) === 'cli') taken[name] = values[name];
    delete values[name];
  }
  return { ...takeSharedFlags(command.parent), ...taken };
}
