import { type Command, CommanderError } from 'commander';
import { askedFormat } from './cli/line/format.ts';
import type { Line } from './cli/line/read.ts';
import type { LineEnd } from './cli/line-end.ts';
import { createProgram, readCommandLine, runLine } from './cli/program.ts';
import { crashReport } from './cli/report/crash.ts';
import { describeError, redactReport, reportLines, signalCodes } from './cli/report/report.ts';
import { type App, createApp } from './cli/session/app.ts';
import { wantsColor } from './cli/session/terminal.ts';
import { Interrupted, OutputClosed, VerbMissing } from './errors.ts';
import { loadColors } from './output/color.ts';
import type { System } from './ports.ts';
import { escapeJson } from './text/printable.ts';
import { answerView } from './views/answers.ts';
import { requestView, requestWithHeadersView } from './views/requests.ts';

/** What the completion scripts call, followed by `--` and the words up to the cursor. */
const liveCompletion = '__complete';

/** Runs one command line and resolves with its exit code; never throws. The only place that reports errors. */
export async function main(argv: readonly string[], system: System): Promise<number> {
  const app = createApp(system);
  const program = createProgram(app);
  const reading = readCommandLine(program, argv);
  const ended = Promise.race([run(argv, program, reading, app), system.crashed]);
  const code = await ended.catch(async (error: unknown) => {
    return reportError(error, await reading.catch(() => undefined), app);
  });
  await app.finish().catch(() => {});
  return code;
}

async function run(
  argv: readonly string[],
  program: Command,
  reading: Promise<Line>,
  app: App,
): Promise<number> {
  const line = await reading;
  if (argv.length === 0) app.print((await import('./cli/help/help.ts')).overview(program));
  else if (argv[0] === liveCompletion) {
    const { printCandidates } = await import('./cli/completion/live.ts');
    await printCandidates(argv.slice(2), app);
  } else {
    await finishLine(await runLine(program, line, app), line, app);
    await app.watch?.run(async () => void (await runLine(program, line, app)));
  }
  await app.finish();
  return 0;
}

/** Does what is left of a line that ended without a failure. */
async function finishLine(end: LineEnd, line: Line, app: App): Promise<void> {
  if (end.kind === 'not-sent')
    await app.out.item(end.request, end.request.headers ? requestWithHeadersView : requestView);
  else if (end.kind === 'several')
    await (await import('./cli/session/rows/several.ts')).runForEach(app, line, end);
  else if (end.kind === 'gone') await reportGone(end.error, app);
}

/** Nothing was deleted: for programs an object says so. */
async function reportGone(error: unknown, app: App): Promise<void> {
  await app.out.done(`${describeError(error, app).message}; nothing to do`);
  if (!app.out.showsOutcomes || app.context.format() === 'id') return;
  const how = app.running?.name() === 'delete' ? 'deleted' : 'removed';
  await app.out.item({ [how]: null }, answerView);
}

/** `line` is `undefined` where it could not even be read. */
async function reportError(error: unknown, line: Line | undefined, app: App): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Interrupted && app.isOpenEnded) return signalCodes[error.signal];
  const described = describeError(error, app);
  const report = redactReport(
    described.kind === 'internal' ? await crashReport(error, app.verb) : described,
    app.redactor,
  );
  const text = wantsJson(line, app)
    ? escapeJson(JSON.stringify({ error: report }))
    : `${error instanceof VerbMissing ? `${error.help}\n` : ''}${await colored(reportLines(report), line, app)}`;
  // If stderr is closed too, only the exit code reports it.
  await app.system.stderr.write(`${text}\n`).catch(() => {});
  return report.exitCode;
}

/** The lines of an error as one text, with its first word in red on a terminal. */
async function colored(lines: readonly string[], line: Line | undefined, { system }: App): Promise<string> {
  const isPlain = line?.flags.some(({ option }) => option.long === '--no-color');
  const isColored = wantsColor(system.env, system.stderr.isTerminal) && !isPlain;
  const { red } = await loadColors(isColored);
  return lines.join('\n').replace(/^error:/, red);
}

/** Whether errors are JSON: by the line, which may have mistakes, by the environment, or by the profile. */
function wantsJson(line: Line | undefined, app: App): boolean {
  const asked = line && askedFormat(line, app.system.env);
  return (asked ?? app.storedFormat) === 'json';
}
