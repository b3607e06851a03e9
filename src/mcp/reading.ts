import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';
import type { Session } from '../work/run/session.ts';
import { shownToAssistant, type ToolAnswer, wrongCall } from './answer.ts';
import type { LineFacts, ListedCommand } from './commands.ts';
import type { ResultPage } from './pages.ts';
import { howToAllow, isOfThePerson, NotAllowed, refusal } from './refused-words.ts';
import { type Printed, restrictedSystem } from './restricted-system.ts';
import type { Server } from './tool.ts';
import { nounOf, withoutProgram, withoutTool } from './usage.ts';

/** What a line has printed, without secrets. */
interface LineResult {
  readonly exitCode: number;
  /** Its data; a text if it is no JSON. */
  readonly data: unknown;
  /** Its warnings and notes; empty if there are none. */
  readonly notes: string;
  /** The most items that the line reads; `undefined` for all. */
  readonly limit?: number | undefined;
}

/**
 * Runs a command line that only reads. `flags` are added to it. Resolves with the first part of its data, or with its
 * error.
 */
export async function runReadingLine(
  server: Server,
  words: readonly string[],
  flags: readonly string[],
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const result = await readData(server, words, flags, signal);
  if (isFailure(result)) return result;
  const { exitCode, data, notes, limit } = result;
  const page = server.pages.first(data);
  return pageAnswer(page, { exitCode, ...(page.total === limit && limit && { endsAtLimit: true }) }, notes);
}

/** Runs a command line that only reads. Resolves with its data, or with the answer that says its error. */
export async function readData(
  server: Server,
  given: readonly string[],
  flags: readonly string[],
  signal: AbortSignal,
): Promise<LineResult | ToolAnswer> {
  const { commands, system } = server;
  const words = withoutProgram(given);
  const line = await commands.read(words, system);
  const problem = refusal(line) ?? (await rehearsedRefusal(server, line)) ?? (await notReading(server, line));
  if (problem) return wrongCall(problem);
  const { restricted, printed } = restrictedSystem(server, { mayChange: false, signal });
  const operands = words.indexOf('--');
  const own = operands < 0 ? words.length : operands;
  const whole = [...words.slice(0, own), ...flags, '--json', ...words.slice(own)];
  const exitCode = await commands.run(whole, restricted);
  const limit = line.limit ?? flags.find((flag) => flag.startsWith('--limit='))?.slice('--limit='.length);
  return { ...resultOf(server, exitCode, printed), ...(limit && { limit: Number(limit) }) };
}

export function isFailure(result: LineResult | ToolAnswer): result is ToolAnswer {
  return 'message' in result;
}

/** Returns why the line in a rehearsal is refused: no line of an assistant may have such words. */
async function rehearsedRefusal(
  { commands, system }: Server,
  { command, operands }: LineFacts,
): Promise<string | undefined> {
  if (command !== 'org rehearse') return undefined;
  const rehearsed = await commands.read(operands, system);
  return rehearsed.command === command ? 'A rehearsal cannot be rehearsed.' : refusal(rehearsed);
}

/** Returns why a command cannot be read with; `undefined` if it only reads. */
async function notReading(
  { commands, allowed }: Server,
  { command: name, operands, meant }: LineFacts,
): Promise<string | undefined> {
  const all = await commands.describe();
  const found = all.find(({ command }) => withoutTool(command) === name);
  if (!found || name === '' || meant !== undefined)
    return `This is no command: ${meant ?? 'find one with search_commands.'}`;
  if (isReading(found, operands)) return undefined;
  const nouns = [...new Set(found.operations.map(({ id }) => nounOf(id)))];
  const missing = nouns.filter((noun) => !allowed.has(noun));
  const next =
    missing.length > 0 && name !== 'api'
      ? `This server may not change ${missing.join(', ')}: ${howToAllow(missing)}.`
      : 'Changes are planned with plan_change, where the server allows them.';
  return `This command does not only read the service. ${next}`;
}

/** Returns whether a command only reads. `api` depends on its method. */
export function isReading(command: ListedCommand, operands: readonly string[] = []): boolean {
  const name = withoutTool(command.command);
  if (name === 'api') return operands[0]?.toUpperCase() === 'GET';
  if (isOfThePerson(name)) return false;
  return command.effect === 'read';
}

/** Returns the result of a line that has ended. Findings and differences are results as well, with exit code 11 or 12. */
function resultOf(
  { settings }: Server,
  exitCode: number,
  { stdout, stderr }: Printed,
): LineResult | ToolAnswer {
  const hidden = (value: unknown) => shownToAssistant(value, settings.secrets.hide);
  if (exitCode === 0 || exitCode === 11 || exitCode === 12)
    return { exitCode, data: hidden(parsedJson(stdout) ?? stdout), notes: String(hidden(stderr.trim())) };
  const last = parsedJson(stderr.trim().split('\n').at(-1) ?? '');
  const error = isObject(last) && isObject(last.error) ? last.error : undefined;
  return failure(exitCode, hidden(error ?? { message: stderr }));
}

/** Returns the answer about an error. Its message can contain texts of the service. */
function failure(exitCode: number, error: unknown, next = nextSteps[exitCode]): ToolAnswer {
  return {
    isError: true,
    message: 'The command failed.',
    facts: { exitCode, next: next ?? 'Read the message, and tell the person about it.' },
    untrusted: error,
  };
}

/** What an assistant can do next, by exit code. */
const nextSteps: Readonly<Record<number, string>> = {
  2: 'Follow the hint if there is one. Otherwise look at the command with describe_command, and correct the line.',
  3: 'Tell the person: the settings or files of this machine need a look.',
  4: 'Tell the person: the token is missing, or lacks the right. They sign in with docs-admin auth login, outside of this server.',
  5: 'Look for the right id with find, or with the list of these things.',
  7: 'The service cannot be reached, or is too slow. Try again later.',
  8: 'The service limits the rate. Wait before the next call.',
};

/** Returns the answer about an error that no line has reported, such as that of a line that cannot be read. */
export async function failureOf({ commands, settings }: Server, error: unknown): Promise<ToolAnswer> {
  const { exitCode, ...words } = await commands.report(error);
  const next = error instanceof NotAllowed ? 'Tell the person: only they can allow it.' : undefined;
  return failure(exitCode, shownToAssistant(words, settings.secrets.hide), next);
}

export function pageAnswer(
  page: ResultPage,
  facts: Readonly<Record<string, unknown>> = {},
  notes = '',
): ToolAnswer {
  const { data, total, returned, cursor } = page;
  const count = total === undefined ? '' : ` ${returned} of ${total} items.`;
  const more = cursor === undefined ? '' : ' Get the next part with read and this cursor.';
  const end = facts.endsAtLimit ? ' The limit has ended the list: there may be more.' : '';
  return {
    message: `Done.${count}${more}${end}`,
    facts: {
      ...facts,
      ...(notes !== '' && { hasNotes: true }),
      ...(total !== undefined && { total, returned }),
      ...(cursor && { cursor }),
    },
    untrusted: notes === '' ? data : { data, notes },
  };
}

/** Does work of several reading requests, as a reading line would. Throws what the work throws. */
export function inReadingSession(
  server: Server,
  signal: AbortSignal,
  work: (session: Session) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const { restricted } = restrictedSystem(server, { mayChange: false, signal });
  return server.commands.inSession(restricted, { dryRun: true }, work);
}
