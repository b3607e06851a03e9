import { UsageError } from '../errors.ts';
import { inputLines, openInput } from './run/input-file.ts';
import type { Session } from './run/session.ts';

/**
 * Returns the things that a line names, each once. `-` alone stands for those in standard input, one on each line. Throws
 * `UsageError` for `-` beside others.
 */
export async function idsOfNames(session: Session, operands: readonly string[]): Promise<string[]> {
  if (!operands.includes('-')) return [...new Set(operands)];
  if (operands.length === 1) return [...new Set(await readIds(session))];
  throw new UsageError('- stands for all ids in standard input, and cannot stand beside other ids', {
    hint: { code: 'give-ids-once', data: {} },
  });
}

async function readIds(session: Session): Promise<string[]> {
  const ids: string[] = [];
  for await (const { text } of inputLines(openInput(session, '-'))) {
    const id = text.trim();
    if (id !== '') ids.push(id);
  }
  return ids;
}
