import type { Step } from '../domain/access/places.ts';
import type { Place, ReportRow, Way } from './report.ts';

/** A row of a report whose ways are one text, for tables of cells. */
export interface FlatRow extends Omit<ReportRow, 'ways'> {
  readonly ways: string;
}

export async function* flatRows(
  pages: AsyncIterable<readonly ReportRow[]>,
): AsyncGenerator<readonly FlatRow[]> {
  // People with the same role and the same teams share their ways.
  const known = new WeakMap<readonly Way[], string>();
  const textOf = (ways: readonly Way[]) => {
    const text = known.get(ways) ?? flatWays(ways);
    known.set(ways, text);
    return text;
  };
  for await (const rows of pages) yield rows.map((row) => ({ ...row, ways: textOf(row.ways) }));
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

const wayForm = /^(\*?)([a-z-]+) (\S+) (.+)$/;

/** Reads what {@link flatRows} writes; `undefined` for another text. Titles are not in it. */
export function parseWays(text: string, target: Place): Way[] | undefined {
  const ways: Way[] = [];
  for (const one of text === '' ? [] : text.split(betweenWays)) {
    const [, star, kind = '', level = '', path = ''] = one.match(wayForm) ?? [];
    if (!isWayKind(kind)) return undefined;
    const ids = path.split('/');
    const steps = ids.map((id, at) => stepOf(kind, id, at, at === ids.length - 1 ? target : undefined));
    ways.push({ kind, level, deciding: star === '*', path: steps });
  }
  return ways;
}

const firstSteps: Readonly<Record<Way['kind'], Step['kind']>> = {
  'organization-role': 'organization',
  'collection-default': 'collection',
  'space-default': 'space',
  'collection-team': 'team',
  'space-team': 'team',
  'not-shown': 'space',
};

export function isWayKind(kind: string): kind is Way['kind'] {
  return Object.hasOwn(firstSteps, kind);
}

function stepOf(kind: Way['kind'], id: string, at: number, target: Place | undefined): Step {
  if (target?.id === id) return target;
  return { kind: at === 0 ? firstSteps[kind] : 'collection', id };
}
