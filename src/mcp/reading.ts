import type { Answer } from './answer.ts';
import type { CommandDescription } from './commands.ts';
import { outsideOf, type Printed } from './outside.ts';
import type { Page } from './pages.ts';
import { refusal } from './refused-words.ts';
import type { Server } from './tool.ts';
import { withoutTool } from './usage.ts';

/**
 * Runs a command line that only reads. `flags` are added to it. Resolves with the first part of its data, or with its
 * error.
 */
export async function readLine(
  server: Server,
  words: readonly string[],
  flags: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  const line = await server.commands.read(words, server.system);
  const problem = refusal(line) ?? (await notReading(server, line.command, line.operands));
  if (problem) return { isError: true, message: problem, facts: { exitCode: 2 } };
  const printed: Printed = { stdout: '', stderr: '' };
  const outside = outsideOf(server.system, server.pinned, { mayChange: false, signal }, printed);
  const own = words.includes('--') ? [...flags, '--json', ...words] : [...words, ...flags, '--json'];
  const exitCode = await server.commands.run(own, outside);
  return answerOf(server, exitCode, printed);
}

/** Returns why a command cannot be read with; `undefined` if it only reads. */
async function notReading(
  { commands }: Server,
  name: string,
  operands: readonly string[],
): Promise<string | undefined> {
  const all = await commands.describe();
  const found = all.find(({ command }) => withoutTool(command) === name);
  if (!found || found.command === 'docs-admin') return 'This is no command: find one with search_commands.';
  if (isReading(found, operands)) return undefined;
  return 'This command does not only read the service. Changes are planned with plan_change, where the server allows them.';
}

/** Tells whether a command only reads. `api` depends on its method. */
export function isReading(command: CommandDescription, operands: readonly string[] = []): boolean {
  if (withoutTool(command.command) === 'api') return operands[0]?.toUpperCase() === 'GET';
  return command.effect === 'read';
}

/** Returns the answer of a line that has ended. Findings and differences are results as well, with exit code 11 or 12. */
function answerOf({ pages }: Server, exitCode: number, { stdout, stderr }: Printed): Answer {
  const data = parsed(stdout);
  const isResult = exitCode === 0 || exitCode === 11 || exitCode === 12;
  if (!isResult) {
    const { error } = (parsed(stderr.trim().split('\n').at(-1) ?? '') ?? {}) as { error?: object };
    return { isError: true, message: 'The command failed.', facts: { exitCode }, untrusted: error ?? stderr };
  }
  const page = pages.first(data ?? stdout);
  const notes = stderr.trim();
  return pageAnswer(page, { exitCode, ...(notes !== '' && { hasNotes: true }) }, notes);
}

/** Returns the answer with one part of a result. */
export function pageAnswer(page: Page, facts: Readonly<Record<string, unknown>> = {}, notes = ''): Answer {
  const { data, total, returned, cursor } = page;
  const count = total === undefined ? '' : ` ${returned} of ${total} items.`;
  const more = cursor === undefined ? '' : ' Get the next part with read and this cursor.';
  return {
    message: `Done.${count}${more}`,
    facts: { ...facts, ...(total !== undefined && { total, returned }), ...(cursor && { cursor }) },
    untrusted: notes === '' ? data : { data, notes },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
