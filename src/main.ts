import { CommanderError } from 'commander';
import { NotSent } from './api/errors.ts';
import { type App, createApp } from './cli/app.ts';
import { crashReport } from './cli/crash.ts';
import { Interrupted, OutputClosed } from './cli/errors.ts';
import { createProgram, overview, SeveralThings } from './cli/program.ts';
import { describeError, redactReport, reportLines, signalCodes } from './cli/report.ts';
import type { System } from './cli/system.ts';
import { wantsColor } from './cli/terminal.ts';
import { loadColors } from './output/color.ts';
import { escapeJson } from './output/text.ts';
import { requestView } from './views/requests.ts';

/** What the completion scripts call, followed by `--` and the words up to the cursor. */
const liveCompletion = '__complete';

/** Runs one command line and resolves with its exit code; never throws. The only place that reports errors. */
export async function main(argv: readonly string[], system: System): Promise<number> {
  const app = createApp(system);
  const ended = Promise.race([run(argv, app), system.crashed]);
  const code = await ended.catch((error: unknown) => reportError(error, argv, app));
  await app.finish().catch(() => {});
  return code;
}

async function run(argv: readonly string[], app: App): Promise<number> {
  const runOnce = async () => void (await createProgram(app).parseAsync(rewriteHelp(argv), { from: 'user' }));
  try {
    if (argv.length === 0) app.print(overview(createProgram(app)));
    else if (argv[0] === liveCompletion) {
      const { printCandidates } = await import('./cli/completion/live.ts');
      await printCandidates(argv.slice(2), app);
    } else {
      await runOnce();
      await app.watch?.run(runOnce);
    }
  } catch (error) {
    if (error instanceof NotSent) await app.out.item(error.request, requestView);
    else if (error instanceof SeveralThings)
      await (await import('./bulk/several.ts')).runForEach(app, error.command, argv);
    else throw error;
  }
  await app.finish();
  return 0;
}

/** `help sites create` is `sites create --help`: commander's own `help` would not load the noun. */
function rewriteHelp(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
}

async function reportError(error: unknown, argv: readonly string[], app: App): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Interrupted && app.isOpenEnded) return signalCodes[error.signal];
  const described = describeError(error, app);
  const report = redactReport(
    described.kind === 'internal' ? await crashReport(error, app) : described,
    app.redactor,
  );
  const text = wantsJson(argv)
    ? escapeJson(JSON.stringify({ error: report }))
    : await colored(reportLines(report), argv, app);
  // Nobody is left to tell where stderr is closed too; the exit code still says it.
  await app.system.stderr.write(`${text}\n`).catch(() => {});
  return report.exitCode;
}

/** The lines of an error as one text, with its first word in red on a terminal. */
async function colored(lines: readonly string[], argv: readonly string[], { system }: App): Promise<string> {
  const isColored = wantsColor(system.env, system.stderr.isTerminal) && !argv.includes('--no-color');
  const { red } = await loadColors(isColored);
  return lines.join('\n').replace(/^error:/, red);
}

/** Read from the words themselves: the line may be the very thing that cannot be parsed. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => {
    return (
      word === '--json' ||
      /^(-o|--output)=?json$/.test(word) ||
      (/^(-o|--output)$/.test(word) && argv[index + 1] === 'json')
    );
  });
}
