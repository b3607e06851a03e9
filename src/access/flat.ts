import type { ReportRow, Way } from './report.ts';

/** A row of a report whose ways are one text, for tables of cells. */
export interface FlatRow extends Omit<ReportRow, 'ways'> {
  readonly ways: string;
}

export async function* flatRows(
  pages: AsyncIterable<readonly ReportRow[]>,
): AsyncGenerator<readonly FlatRow[]> {
  for await (const rows of pages) yield rows.map(({ ways, ...row }) => ({ ...row, ways: flatWays(ways) }));
}

/** No id contains a slash. */
const betweenWays = ' // ';

/**
 * Writes ways as one text, the deciding one with a star: `*space-team edit team_docs/space_guides // organization-role
 * read org_acme/space_guides`.
 */
function flatWays(ways: readonly Way[]): string {
  return ways
    .map(
      ({ kind, level, deciding, path }) =>
        `${deciding ? '*' : ''}${kind} ${level} ${path.map(({ id }) => id).join('/')}`,
    )
    .join(betweenWays);
}
