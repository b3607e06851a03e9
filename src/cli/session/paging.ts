import type { Sink, System } from '../../ports.ts';

/** Standard output that goes to the pager if it is longer than the screen. */
export interface PagingSink extends Sink {
  readonly isPaged: boolean;
}

/**
 * Makes a paging sink. The first text decides: an object, or the first page of a list, so that a slow list shows its
 * first items. Calls `onPaged` before the pager takes the screen.
 */
export function createPagingSink(
  { stdout, pager }: Pick<System, 'stdout' | 'pager'>,
  onPaged: () => void,
): PagingSink {
  let isPaged: boolean | undefined;
  const room = (stdout.rows ?? Number.POSITIVE_INFINITY) - 1;

  return {
    isTerminal: true,
    columns: stdout.columns,
    rows: stdout.rows,
    get isPaged() {
      return isPaged === true;
    },
    async write(text) {
      if (isPaged === undefined) {
        isPaged = text.split('\n').length - 1 > room;
        if (isPaged) onPaged();
      }
      await (isPaged ? pager.write(withoutLinks(text)) : stdout.write(text));
    },
  };
}

/** Removes links, which not every pager supports. */
function withoutLinks(text: string): string {
  return text.replace(/\u001b\]8;;[^\u0007]*\u0007/g, '');
}
