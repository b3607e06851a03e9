import { DocsAdminError } from '../../errors.ts';
import type { LineParts } from '../session/line-parts.ts';

/** Asks until `accept` takes the answer. What is wrong with one is said at once, so that the answers before are not lost. */
export async function askUntil<Value>(
  { out }: Pick<LineParts, 'out'>,
  ask: () => Promise<string>,
  accept: (typed: string) => Value | Promise<Value>,
): Promise<Value> {
  while (true) {
    const typed = (await ask()).trim();
    try {
      return await accept(typed);
    } catch (error) {
      if (!(error instanceof DocsAdminError) || error.kind !== 'usage') throw error;
      await out.note(`${error.message}; try again`);
    }
  }
}
