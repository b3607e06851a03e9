import { UsageError } from '../../errors.ts';
import type { Output } from '../../output/output.ts';
import type { System } from '../../ports.ts';
import { collected } from '../../text/collected.ts';
import { fieldReader } from '../../text/fields.ts';
import type { RunningLine } from './running-line.ts';

/** The parts that showing pages needs. */
export interface Browsing {
  readonly system: Pick<System, 'stdout' | 'env' | 'openPage'>;
  readonly line: Pick<RunningLine, 'flags'>;
}

/**
 * Returns `out` with addresses of pages instead of things. It also opens the page of a single thing if a person looks
 * at the terminal.
 */
export function createWebOutput(out: Output, { system, line }: Browsing): Output {
  async function show(values: readonly unknown[]): Promise<void> {
    const pages = values.map(pageOf);
    for (const page of pages) await out.raw(page);
    const [only, ...others] = pages;
    const isSeen = system.stdout.isTerminal && !system.env.CI && !line.flags.noInput;
    if (only === undefined || others.length > 0 || !isSeen) return;
    if (await system.openPage(only)) await out.note('opened in the browser');
  }

  async function list(pages: Parameters<Output['list']>[0]): Promise<void> {
    await show(await collected(pages));
  }

  return {
    ...out,
    drawsTrees: false,
    item: (value) => show([value]),
    list,
    async joined(pages) {
      const { rowsOfJoined } = await import('../../output/joined.ts');
      await list(rowsOfJoined(pages));
    },
  };
}

const readPage = fieldReader('urls.app');

/** Returns the address of the page of an answer. Throws `UsageError` if there is none that is safe to open. */
function pageOf(value: unknown): string {
  const address = readPage(value);
  if (typeof address !== 'string' || address === '')
    throw new UsageError('the service gives no address of a page for it');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.username !== '' || url.password !== ''))
    throw new UsageError('the address of its page holds a user name or a password: it is not opened');
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
  throw new UsageError(`the address of its page is not a web address: ${JSON.stringify(address)}`);
}
