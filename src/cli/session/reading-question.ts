import { UsageError } from '../../errors.ts';
import type { System } from '../../ports.ts';

/**
 * Asks whether much is read before a change. Resolves with false for the change without it, and with `undefined` for no change. Throws
 * `UsageError` if no one can be asked. Few lines ask this, so it is loaded where one does.
 */
export async function askToRead(
  question: string,
  { system, canAsk }: { readonly system: System; readonly canAsk: boolean },
): Promise<boolean | undefined> {
  if (!canAsk)
    throw new UsageError(`this needs an answer: ${question}`, {
      hint: 'give --yes (or DOCS_ADMIN_YES=1) to read them first, or --no-undo to change it without them',
    });
  const answer = await system.prompts.pick(question, [
    { value: 'yes', label: 'yes, read them first: undo can bring them back then' },
    { value: 'without', label: 'without them: undo cannot bring them back' },
    { value: 'no', label: 'no, change nothing' },
  ]);
  return answer === 'no' ? undefined : answer === 'yes';
}
