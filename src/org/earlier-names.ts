import { firstNames } from '../domain/people.ts';
import { quoted } from '../text/words.ts';
import { keyName, keyWithId } from './key-names.ts';
import type { Complain } from './organization.ts';

type Renamed = Readonly<Record<string, { readonly previously?: readonly string[] | undefined }>>;

/**
 * Checks the earlier names of things in one list: none may be a present name, and none may be claimed twice. Paths may be
 * exchanged, titles may not.
 */
export function checkPrevious(
  things: Renamed,
  path: readonly (string | number)[],
  complain: Complain,
  { arePaths = false } = {},
): void {
  const claimed = new Map<string, string>();
  const exchanging = arePaths
    ? circlesOf(Object.entries(things).map(([name, { previously }]) => [name, previously]))
    : refuseExchanges(things, path, complain);
  for (const [name, { previously = [] }] of Object.entries(things)) {
    for (const [at, earlier] of previously.entries()) {
      const place = [...path, name, 'previously', at];
      const other = claimed.get(earlier);
      if (earlier === name) complain(place, 'is the name of today');
      else if (other !== undefined) complain(place, `is an earlier name of ${quoted(other)}, too`);
      else if (Object.hasOwn(things, earlier) && !exchanging.get(keyName(name).title)?.includes(earlier))
        complain(
          place,
          `${quoted(earlier)} is declared as well: a rename leaves no thing of the earlier name`,
        );
      claimed.set(earlier, name);
    }
  }
}

/**
 * Complains about titles that exchange their names: nothing would say whether it is done already. Earlier names are paths
 * that begin with `prefix`. Returns the circle of each title.
 */
export function refuseExchanges(
  things: Renamed,
  path: readonly (string | number)[],
  complain: Complain,
  prefix = '',
): ReadonlyMap<string, readonly string[]> {
  const titles = new Map(Object.keys(things).map((name) => [keyName(name).title, name]));
  const circles = circlesOf(
    Object.entries(things).map(([name, { previously }]) => [
      keyName(name).title,
      previously?.map((one) =>
        one.startsWith(prefix) ? keyName(one.slice(prefix.length)).title : undefined,
      ),
    ]),
  );
  for (const circle of new Set(circles.values()))
    complain([...path, titles.get(circle[0] as string) as string], exchangeText(circle));
  return circles;
}

/** Says that titles exchange their names, and the two steps that do it. */
export function exchangeText(titles: readonly string[]): string {
  const first = titles[0] as string;
  return (
    `${firstNames(titles.map(quoted), titles.length)} exchange their names, which takes two steps: ` +
    `rename ${quoted(first)} to a name that nothing has, and apply; then write the new names with the ids behind them, ` +
    `such as ${quoted(keyWithId(first, 'id'))}, and apply again`
  );
}

/**
 * Finds the names that things of one list exchange: each has the one before it as an earlier name, and the first one has the
 * last. Returns the circle of each of these names, which begins with the first name in the alphabet.
 */
export function circlesOf(
  named: Iterable<readonly [name: string, earlier: readonly (string | undefined)[] | undefined]>,
): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string>();
  for (const [name, earlier = []] of named)
    for (const one of earlier) if (one !== undefined && !next.has(one)) next.set(one, name);
  const circles = new Map<string, readonly string[]>();
  for (const start of next.keys()) {
    const met = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !met.has(at); at = next.get(at)) met.add(at);
    const circle = [...met];
    if (circle.length < 2 || next.get(circle.at(-1) as string) !== start || circles.has(start)) continue;
    const first = circle.indexOf(circle.toSorted()[0] as string);
    const turned = [...circle.slice(first), ...circle.slice(0, first)];
    for (const name of circle) circles.set(name, turned);
  }
  return circles;
}
