import { UsageError } from '../../errors.ts';
import type { OutputOptions, PlanPager } from '../../output/output.ts';
import type { ProgressOptions } from '../../output/progress.ts';
import type { Sink, System } from '../../ports.ts';
import { fieldProblem } from '../../text/fields.ts';
import type { SharedFlags } from '../flags/flag.ts';
import type { Context } from '../settings/context.ts';
import type { Verb } from '../verb.ts';
import type { PagingSink } from './paging.ts';
import { isAnswered, saysYes } from './questions.ts';
import { listSummary, listsThings } from './summary.ts';
import { hasUnicode, isPlain, makesLinks, showsMotion, wantsColor } from './terminal.ts';

interface ListFacts {
  /** Returns how many items the shown list has, if the service says. */
  readonly total: () => number | undefined;
  /** The sink for output that may be long. */
  readonly paging: PagingSink | undefined;
}

/**
 * Returns the options for printing the results of a command line. Throws `UsageError` or `InvalidQuery` for bad flags.
 */
export async function outputOptions(
  flags: SharedFlags,
  context: Context,
  system: System,
  command: Verb,
  { total, paging }: ListFacts,
): Promise<OutputOptions> {
  const { stderr, env, clock } = system;
  const stdout = isPaged(flags, system) ? pagedSink(system) : (paging ?? system.stdout);
  const showsSummary =
    !isPaged(flags, system) && stdout.isTerminal && stderr.isTerminal && listsThings(command);
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
    summary: (shown) => (showsSummary && !paging?.isPaged ? listSummary(command, shown, total()) : undefined),
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
export function progressOptions(flags: SharedFlags, system: System): ProgressOptions {
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
export function mayPage(flags: SharedFlags, command: Verb, system: System): boolean {
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

/** Returns the sink of the pager. The terminal of the pager decides the width of lines. */
function pagedSink({ stdout, pager }: System): Sink {
  return { isTerminal: true, columns: stdout.columns, write: pager.write };
}

function checkedFields(fields: string[] | undefined): string[] | undefined {
  for (const field of fields ?? []) {
    const problem = fieldProblem(field);
    if (problem) throw new UsageError(`invalid --fields: ${problem}`);
  }
  return fields;
}
