import type { GrantStep } from '../domain/access/places.ts';
import type { PersonAccess, PlaceAccess, ReportedPlace, ReportedWay } from './report.ts';

/** The access to a place with the ways as texts, for tables of cells. */
interface FlatAccess extends Omit<PlaceAccess, 'ways'> {
  /** The deciding way, in words. */
  readonly way: string;
  /** All ways, in words. */
  readonly ways: string;
  /** All ways by their kinds and ids. */
  readonly wayIds: string;
}

type People<Places> = Omit<PersonAccess, 'places'> & { readonly places: readonly Places[] };

/** Yields the same people. Those who share access share the flat one, too. */
export async function* flatAccess(
  pages: AsyncIterable<readonly PersonAccess[]>,
  inWords: (way: ReportedWay) => string,
): AsyncGenerator<readonly People<FlatAccess>[]> {
  const known = new WeakMap<PlaceAccess, FlatAccess>();
  const flat = (access: PlaceAccess): FlatAccess => {
    let found = known.get(access);
    if (!found) {
      const { ways } = access;
      const deciding = ways.find((way) => way.deciding);
      found = {
        ...access,
        way: deciding ? inWords(deciding) : '',
        ways: ways.map((way) => `${way.level}: ${inWords(way)}`).join('; '),
        wayIds: flatWays(ways),
      };
      known.set(access, found);
    }
    return found;
  };
  for await (const people of pages)
    yield people.map((person) => ({ ...person, places: person.places.map(flat) }));
}

/** No id contains a slash. */
const betweenWays = ' // ';

/**
 * Writes ways as one text, the deciding one with a star: `*space-team edit team_docs/space_guides // organization-role
 * read org_acme/space_guides`.
 */
function flatWays(ways: readonly ReportedWay[]): string {
  return ways
    .map(
      ({ kind, level, deciding, path }) =>
        `${deciding ? '*' : ''}${kind} ${level} ${path.map(({ id }) => id).join('/')}`,
    )
    .join(betweenWays);
}

const wayForm = /^(\*?)([a-z-]+) (\S+) (.+)$/;

/** Reads what {@link flatAccess} writes; `undefined` for another text. Titles are not in it. */
export function parseWays(text: string, target: ReportedPlace): ReportedWay[] | undefined {
  const ways: ReportedWay[] = [];
  for (const one of text === '' ? [] : text.split(betweenWays)) {
    const [, star, kind = '', level = '', path = ''] = one.match(wayForm) ?? [];
    if (!isWayKind(kind)) return undefined;
    const ids = path.split('/');
    const steps = ids.map((id, at) => stepOf(kind, id, at, at === ids.length - 1 ? target : undefined));
    ways.push({ kind, level, deciding: star === '*', path: steps });
  }
  return ways;
}

const firstSteps: Readonly<Record<ReportedWay['kind'], GrantStep['kind']>> = {
  'organization-role': 'organization',
  'collection-default': 'collection',
  'space-default': 'space',
  'collection-team': 'team',
  'space-team': 'team',
  'not-shown': 'space',
};

export function isWayKind(kind: string): kind is ReportedWay['kind'] {
  return Object.hasOwn(firstSteps, kind);
}

function stepOf(
  kind: ReportedWay['kind'],
  id: string,
  at: number,
  target: ReportedPlace | undefined,
): GrantStep {
  if (target?.id === id) return target;
  return { kind: at === 0 ? firstSteps[kind] : 'collection', id };
}
