import { OutputClosed } from '../errors.ts';
import type { Output, PlanPager } from './output.ts';

/**
 * Prints a plan with the messages of `print`; one that is longer than the screen through the pager. `outputTo` makes an output
 * whose messages go elsewhere.
 */
export async function printPlan(
  print: Parameters<Output['plan']>[0],
  pager: PlanPager,
  stderr: (text: string) => Promise<void>,
  outputTo: (write: (text: string) => Promise<void>) => Output,
): Promise<void> {
  let text = '';
  const out = outputTo(async (more) => {
    text += more;
  });
  try {
    await print(out, true);
  } finally {
    const isLong = text.split('\n').length - 1 > pager.most;
    await (isLong ? page(text, pager) : stderr(text));
  }
}

/** Resolves when the person has left the pager, also before the end of the text. */
async function page(text: string, { write, close }: PlanPager): Promise<void> {
  try {
    await write(text);
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error;
  }
  await close();
}
