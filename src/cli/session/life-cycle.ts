import type { Redactor } from '../../api/redact/redact.ts';
import { UsageError } from '../../errors.ts';
import { createOutput } from '../../output/create-output.ts';
import type { Output, OutputOptions, PlanPager } from '../../output/output.ts';
import { createProgress, type ProgressOptions } from '../../output/progress.ts';
import type { FolderFile, System } from '../../ports.ts';
import { fieldProblem } from '../../text/fields.ts';
import { type SharedFlags, summaryInJobsFlags } from '../flags/flag.ts';
import type { WordedReport } from '../report/worded.ts';
import { type Context, createContext, folderFileOf } from '../settings/context.ts';
import { untrusted } from '../settings/settings.ts';
import type { Verb } from '../verb.ts';
import type { LineParts, RowParts } from './line-parts.ts';
import type { PagingSink } from './paging.ts';
import { isAnswered, saysYes } from './questions.ts';
import type { LineState, RunningLine } from './running-line.ts';
import { type ListCount, listsThings } from './summary.ts';
import { hasUnicode, isPlain, makesLinks, showsMotion, wantsColor } from './terminal.ts';
import type { Watch } from './watch.ts';

/** The life of a command line, from its flags to its last output. */
export interface LifeCycle {
  /** Takes the flags of the line, before the command's action. Throws if they cannot be used. */
  start(flags: SharedFlags, command: Verb): Promise<void>;
  /** Notes that the line can be read and is complete: its action begins. */
  act(): void;
  readonly isActing: boolean;
  /** Runs the command again and again; `undefined` if it runs once. */
  readonly watch: Watch | undefined;
  /** Marks a command that runs until it is interrupted: the interrupt is then its normal end. */
  endsByInterrupt(): void;
  readonly isOpenEnded: boolean;
  /** Writes the result of the line to the file that it names. Throws `OutputError` if that fails. */
  save(): Promise<void>;
  /**
   * Writes the summary of the line, if one is wanted; `report` says how it failed. Throws `LocalStateError` if that fails
   * and nothing else has failed.
   */
  summarize(report?: WordedReport): Promise<void>;
  /** Writes text without waiting, such as help. */
  print(text: string): void;
  /** Resolves when all output has been taken. */
  finish(): Promise<void>;
}

interface LivingLine {
  /** The system itself; `system` is the same with output that replaces the progress line. */
  readonly outside: System;
  readonly system: System;
  readonly state: LineState;
  readonly line: RunningLine;
  readonly redactor: Redactor;
  readonly count: ListCount;
  readonly row: RowParts | undefined;
  /** What has been read of the service; a command that starts again reads it again. */
  readonly known: Map<string, unknown>;
}

/** What a line knows when its flags are read. */
export type Started = Pick<LineParts, 'context' | 'out' | 'progress'>;

export function createLifeCycle(living: LivingLine, onStart: (started: Started) => void): LifeCycle {
  const { outside, system, state, line, row, known } = living;
  let watch: Watch | undefined;
  let isOpenEnded = false;
  let isActing = false;
  let usual: { readonly command: Verb; readonly context: Context } | undefined;

  /** Returns the context of the line. Rows of one command share it, if they have no flags of their own for it. */
  function contextOf(given: SharedFlags, command: Verb): Context {
    const isUsual = row !== undefined && Object.keys(given).length === 0;
    if (isUsual && usual?.command === command) return usual.context;
    const context = createContext(line, withOutFile(system, state), command.facts, state.folderFile);
    if (isUsual) usual = { command, context };
    return context;
  }

  async function openOutput(command: Verb): Promise<Output> {
    const options = await outputOf(living, command);
    if (!state.flags.watch) return createOutput(options);
    isOpenEnded = true;
    watch = await watchOf(living, state.flags.watch, options);
    return watch.out;
  }

  return {
    async start(given, command) {
      row?.assertRow(given, command);
      state.running = command;
      known.clear();
      // A command that is watched starts again and again.
      if (watch) return;
      state.flags = { ...row?.flags, ...given };
      state.folderFile = await folderFileOf(state.flags, system, command.facts);
      const { out: path } = state.flags;
      if (path !== undefined) {
        const { createOutFile } = await import('./out-file.ts');
        state.file = await createOutFile(path, command, living);
      }
      const context = contextOf(given, command);
      // Rows that share their settings share the parts.
      if (row && context === state.context) return;
      state.context = context;
      const progress = createProgress(progressOptions(row ? { quiet: true } : state.flags, outside));
      state.progress = progress;
      let out = row?.out ?? (await openOutput(command));
      if (state.flags.web && !row) {
        const { createWebOutput } = await import('./web.ts');
        out = createWebOutput(out, { system, line });
      }
      state.out = out;
      if (!row) {
        await openSummary(living, command);
        await noteFolderFile(state, command);
      }
      onStart({ context, out, progress });
    },
    act() {
      isActing = true;
    },
    get isActing() {
      return isActing;
    },
    get watch() {
      return watch;
    },
    endsByInterrupt() {
      isOpenEnded = true;
    },
    get isOpenEnded() {
      return isOpenEnded;
    },
    async save() {
      if (!state.file) return;
      await state.file.save();
      await state.out?.done(`wrote ${state.flags.out}`);
    },
    summarize: async (report) => state.summary?.write(report),
    print: (text) => void state.pending.push(system.stdout.write(text)),
    async finish() {
      state.progress?.stop();
      await Promise.all(state.pending);
      await system.pager.close();
    },
  };
}

/** Returns the system with the file of a line in the place of standard output, if there is one. */
function withOutFile(system: System, { file }: LineState): System {
  return file ? { ...system, stdout: file } : system;
}

/** Returns the output of a line. Long output goes to the pager, which ends the progress line. */
async function outputOf({ state, count, ...living }: LivingLine, command: Verb): Promise<OutputOptions> {
  const { flags, context } = state;
  const system = withOutFile(living.system, state);
  if (!context) throw new Error('output before its settings');
  let paging: PagingSink | undefined;
  if (mayPage(flags, command, system)) {
    const { createPagingSink } = await import('./paging.ts');
    paging = createPagingSink(system, () => state.progress?.silence());
  }
  return outputOptions(flags, context, system, command, { total: count.total, paging });
}

async function watchOf(
  { system, line, redactor }: LivingLine,
  seconds: number,
  output: OutputOptions,
): Promise<Watch> {
  const { createWatch } = await import('./watch.ts');
  const { redactReport, reportLines, reportOf } = await import('../report/worded.ts');
  const describe = (error: unknown) => reportLines(redactReport(reportOf(error, line), redactor));
  return createWatch({ seconds, system, output, describe });
}

/** The files that the user was told about: a process says it once, however many lines it runs. */
const told = new WeakSet<FolderFile>();

/** Says that the file of the folder does not count, because the user does not trust what it says. */
async function noteFolderFile({ folderFile, out }: LineState, command: Verb): Promise<void> {
  if (!folderFile || folderFile.says || told.has(folderFile)) return;
  told.add(folderFile);
  if (command.facts.worksWithoutSettings) return;
  await out?.note(`${untrusted(folderFile)}; \`docs-admin config trust\` shows what it says`);
}

/** Prepares the summary of a line: for its flag, or where CI shows the summaries of steps. */
async function openSummary({ system, state, redactor }: LivingLine, command: Verb): Promise<void> {
  const isByItself = command.options.some((option) => summaryInJobsFlags.includes(option));
  const { summary = isByItself && system.env.GITHUB_STEP_SUMMARY } = state.flags;
  if (!summary) return;
  const { createSummary } = await import('../summary/job-summary.ts');
  state.summary = await createSummary(summary, { system, state, redactor, command });
}

interface ListFacts {
  /** Returns how many items the shown list has, if the service says. */
  readonly total: () => number | undefined;
  /** The sink for output that may be long. */
  readonly paging: PagingSink | undefined;
}

/**
 * Returns the options for printing the results of a command line. Throws `UsageError` or `InvalidQuery` for bad flags.
 */
async function outputOptions(
  flags: SharedFlags,
  context: Context,
  system: System,
  command: Verb,
  { total, paging }: ListFacts,
): Promise<OutputOptions> {
  const { stderr, env, clock } = system;
  // The terminal of the pager decides the width of lines.
  const stdout = isPaged(flags, system)
    ? { isTerminal: true, columns: system.stdout.columns, write: system.pager.write }
    : (paging ?? system.stdout);
  const showsSummary =
    !isPaged(flags, system) && stdout.isTerminal && stderr.isTerminal && listsThings(command);
  const listSummary = showsSummary ? (await import('./list-summary.ts')).listSummary : undefined;
  const plain = isPlain(flags, env);
  // `--json` is no setting.
  const format = context.format();
  const isFormatChosen = flags.json === true || context.find('output') !== undefined;
  return {
    stdout,
    stderr,
    format,
    isFormatChosen,
    brief: stdout.isTerminal && !isFormatChosen && !flags.fields && !flags.query,
    summary: (shown) => (paging?.isPaged ? undefined : listSummary?.(command, shown, total())),
    fields: checkedFields(flags.fields),
    fieldFacts: flags.fields && (await import('../field-facts.ts')).checkedFacts(flags, command, format),
    query: flags.query === undefined ? undefined : await queryOf(flags.query, system),
    queryText: flags.query,
    headers: flags.headers ?? true,
    quiet: flags.quiet ?? false,
    csvRaw: flags.csvRaw ?? false,
    color: flags.color ?? wantsColor(env, stdout.isTerminal),
    messageColor: flags.color ?? wantsColor(env, stderr.isTerminal),
    plain,
    unicode: hasUnicode(env),
    // Not every pager supports links.
    links: !isPaged(flags, system) && stdout.isTerminal && !plain && makesLinks(env),
    planPager: planPagerOf(flags, system),
    pageFreer: system.pageFreer,
    now: clock.now,
  };
}

async function queryOf(expression: string, { queries }: System): Promise<OutputOptions['query']> {
  const { parseQuery } = await import('../../output/query.ts');
  const query = await queries.run(() => parseQuery(expression, queries.maxLength));
  return (value) => queries.run(() => query(value));
}

/** Returns how a command line shows its progress. A pager and a progress line would overwrite each other. */
function progressOptions(flags: SharedFlags, system: System): ProgressOptions {
  const { stderr, env, clock, every } = system;
  const silent = flags.quiet || isPaged(flags, system);
  const loud = isPlain(flags, env) ? 'steady' : showsMotion(env, stderr.isTerminal) ? 'line' : 'log';
  return {
    stderr,
    now: clock.monotonic,
    every,
    shows: silent ? 'nothing' : loud,
    unicode: hasUnicode(env),
  };
}

/** Returns whether long output goes to the pager: the command only reads, and a person looks at a screen. */
function mayPage(flags: SharedFlags, command: Verb, system: System): boolean {
  const { ownFormats, dryRunFormats, mayBeLong } = command.facts;
  const isLong =
    mayBeLong || listsThings(command) || (flags.dryRun ? dryRunFormats : ownFormats) !== undefined;
  return isLong && flags.pager === undefined && hasPager(flags, system);
}

/** Returns whether a person looks at a screen, with a pager. */
function hasPager({ watch, ...flags }: SharedFlags, { stdout, stderr, env, pager }: System): boolean {
  if (watch || !stdout.isTerminal || !stderr.isTerminal || !stdout.rows) return false;
  return !env.CI && env.TERM !== 'dumb' && !isPlain(flags, env) && pager.isWanted;
}

/** Returns the pager for plans that a person is asked about. */
function planPagerOf(flags: SharedFlags, system: System): PlanPager | undefined {
  const { stdout, pager, env } = system;
  if (flags.pager === false || flags.dryRun || saysYes(flags, env)) return undefined;
  if (!isAnswered(system, flags) || !hasPager(flags, system)) return undefined;
  return { most: (stdout.rows ?? 0) - 1, write: pager.write, close: pager.close };
}

function isPaged({ pager = false }: SharedFlags, { stdout }: System): boolean {
  return pager && stdout.isTerminal;
}

function checkedFields(fields: string[] | undefined): string[] | undefined {
  for (const field of fields ?? []) {
    const problem = fieldProblem(field);
    if (problem) throw new UsageError(`invalid --fields: ${problem}`);
  }
  return fields;
}
