import { CommanderError } from 'commander';
import { readCommandLine } from './cli/line/load.ts';
import type { Line } from './cli/line/read.ts';
import type { LineEnd } from './cli/line-end.ts';
import { createProgram, runLine } from './cli/program.ts';
import { describeError } from './cli/report/report.ts';
import type { WordedReport } from './cli/report/worded.ts';
import {
  type CommandLine,
  createCommandLine,
  type LoadCommands,
  type LoadRows,
} from './cli/session/command-line.ts';
import type { LifeCycle } from './cli/session/life-cycle.ts';
import type { LineParts } from './cli/session/line-parts.ts';
import { hasUnicode, isPlain, wantsColor } from './cli/session/terminal.ts';
import type { Verb } from './cli/verb.ts';
import { Interrupted, OutputClosed, Unfinished, VerbMissing } from './errors.ts';
import { loadColors } from './output/color.ts';
import { fitted } from './output/message.ts';
import type { System } from './ports.ts';
import { escapeJson, withArrow } from './text/printable.ts';
import { answerView, requestView, requestWithHeadersView } from './views/requests.ts';

/** Loads the code that reads and runs rows. Rows can run any command, so no command may import this code directly. */
const loadRows: LoadRows = async (whole) => (await import('./cli/session/rows/lines.ts')).createLines(whole);

/** Loads all commands for a server, for the same reason. */
const loadCommands: LoadCommands = async (whole, createLine) =>
  (await import('./cli/session/assistant.ts')).createCommands(whole, createLine);

/** The word with which completion scripts call the tool, followed by `--` and the words up to the cursor. */
const liveCompletion = '__complete';

/** Runs one command line and resolves with its exit code. Never throws. Only this function reports errors. */
export async function main(words: readonly string[], system: System): Promise<number> {
  const argv = words.length === 0 ? ['--help'] : words;
  const commandLine = createCommandLine(system, { rows: loadRows, other: main, commands: loadCommands });
  const program = createProgram(commandLine, argv);
  const reading = readCommandLine(program, argv);
  const ended = Promise.race([run(argv, program, reading, commandLine), system.crashed]);
  const code = await ended.catch(async (error: unknown) => {
    return reportError(error, await reading.catch(() => undefined), commandLine);
  });
  await commandLine.life.finish().catch(() => {});
  return code;
}

async function run(
  argv: readonly string[],
  program: Verb,
  reading: Promise<Line>,
  commandLine: CommandLine,
): Promise<number> {
  const { life } = commandLine;
  const line = await reading;
  if (argv[0] === liveCompletion) {
    const { printCandidates } = await import('./cli/completion/live.ts');
    await printCandidates(argv.slice(2), commandLine);
  } else {
    await finishLine(await withFile(runLine(program, line, commandLine.line), life), line, commandLine);
    await life.save();
    await life.watch?.run(async () => void (await runLine(program, line, commandLine.line)));
    await life.summarize();
  }
  await life.finish();
  return 0;
}

/** Resolves as `running` does. A result that says no, or has gaps, is written to its file, too. */
async function withFile<End>(running: Promise<End>, life: LifeCycle): Promise<End> {
  return running.catch(async (error: unknown) => {
    if (error instanceof Unfinished) await life.save();
    throw error;
  });
}

/** Prints or writes what remains after a line without a failure. */
async function finishLine(end: LineEnd, line: Line, commandLine: CommandLine): Promise<void> {
  if (end.kind === 'done') return;
  const { parts } = commandLine;
  if (end.kind === 'not-sent')
    await parts.out.item(end.request, end.request.headers ? requestWithHeadersView : requestView);
  else if (end.kind === 'several')
    await (await import('./cli/session/rows/several.ts')).runForEach(parts, line, end);
  else if (end.kind === 'gone') await reportGone(end.error, parts);
}

/** Reports that nothing was deleted; programs get an object. */
async function reportGone(
  error: unknown,
  { out, context, line }: Pick<LineParts, 'out' | 'context' | 'line'>,
): Promise<void> {
  await out.done(`${describeError(error, line).message}; nothing to do`);
  if (!out.showsOutcomes || context.format() === 'id') return;
  const how = line.running?.name() === 'delete' ? 'deleted' : 'removed';
  await out.item({ [how]: null }, answerView);
}

/** Reports an error. `line` is `undefined` if the line could not be read. */
async function reportError(
  error: unknown,
  line: Line | undefined,
  commandLine: CommandLine,
): Promise<number> {
  const { system, redactor, life } = commandLine;
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof OutputClosed) {
    await life.summarize().catch(() => {});
    return 0;
  }
  if (error instanceof Interrupted && life.isOpenEnded) return error.exitCode;
  const { redactReport, reportLines, reportOf } = await import('./cli/report/worded.ts');
  const named = reportOf(error, commandLine.line);
  const known = line && !life.isActing ? await anonymousReport(named, line) : named;
  const report = redactReport(
    known.kind === 'internal' ? await crashed(error, commandLine) : known,
    redactor,
  );
  await life.summarize(report);
  const text = wantsJson(line, commandLine)
    ? escapeJson(JSON.stringify({ error: report }))
    : `${error instanceof VerbMissing ? `${error.help}\n` : ''}${await colored(reportLines(report), line, system)}`;
  // If stderr is closed too, only the exit code reports the error.
  await system.stderr.write(`${text}\n`).catch(() => {});
  return report.exitCode;
}

/** Returns the report of a line whose action has not begun: it names no one if the line asks for that. */
async function anonymousReport(report: WordedReport, line: Line): Promise<WordedReport> {
  if (!line.words.includes('--redact')) return report;
  return (await import('./cli/line/untyped.ts')).withoutTyped(report, line);
}

async function crashed(error: unknown, commandLine: CommandLine) {
  return (await import('./cli/report/crash.ts')).crashReport(error, commandLine);
}

/** Joins the lines of an error; on a terminal, they are broken between words, and the first word is red. */
async function colored(
  lines: readonly string[],
  line: Line | undefined,
  { env, stderr }: System,
): Promise<string> {
  const has = (flag: string) => line?.flags.some(({ option }) => option.long === flag) === true;
  const { red } = await loadColors(wantsColor(env, stderr.isTerminal) && !has('--no-color'));
  const look = { plain: has('--plain') || isPlain({}, env), unicode: hasUnicode(env) };
  return (await fitted(withArrow(lines.join('\n'), look), stderr.columns)).replace(/^error:/, red);
}

/**
 * Returns whether errors are printed as JSON: by the line, which may have mistakes, by the environment, or by the
 * profile.
 */
function wantsJson(read: Line | undefined, { system, line }: CommandLine): boolean {
  const asked = read && askedFormat(read, system.env);
  return (asked ?? line.storedFormat) === 'json';
}

/** Returns the output format of a line, or else of the environment, even if the rest of the line has mistakes. */
function askedFormat(line: Line, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const taken = takenAsValue(line);
  if (taken === 'json' || line.flags.some(({ option }) => option.long === '--json')) return 'json';
  const given = line.flags.findLast(({ option }) => option.long === '--output');
  return given?.value ?? taken ?? (env.DOCS_ADMIN_OUTPUT || undefined);
}

/** Returns a format that a list of fields has taken as its value: `--fields -o json`. */
function takenAsValue({ words, flags }: Line): string | undefined {
  const fields = flags.find(({ option }) => option.long === '--fields');
  const [, word = ''] = fields?.words ?? [];
  if (word === '--json') return 'json';
  if (word === '-o' || word === '--output') return words[words.indexOf(word) + 1];
  return word.startsWith('--output=') ? word.slice('--output='.length) : undefined;
}
