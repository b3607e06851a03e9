import type { LineParts } from '../../cli/session/line-parts.ts';
import type { AddressDifference } from '../../model/structure/addresses.ts';
import { csvCell } from '../../text/cells.ts';
import { counted } from '../../text/words.ts';

/** Writes a list of redirects: a row for each address, without `to` for one that ends. Without any, it has the heading alone. */
export async function writeRedirects(
  { system, out }: Pick<LineParts, 'system' | 'out'>,
  path: string,
  { changes, redirects }: AddressDifference,
): Promise<void> {
  const rows = redirects.map(({ from, to }) => [from, to ?? '']);
  const text = [['from', 'to'], ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\n`);
  await system.files.write(path, text.join(''));
  const left = changes.length - redirects.length;
  if (left > 0)
    await out.warn(
      `${left} of ${counted(changes.length, 'change')} of addresses cannot be redirected: the old address is used again, or has a key`,
    );
  await out.done(
    `wrote ${path}: ${counted(rows.length, 'redirect')}; the service makes none: set them up where the old addresses are served`,
  );
}
