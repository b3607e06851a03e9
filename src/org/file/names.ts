import { check } from '../../api/contract/check.ts';
import { quoted } from '../../text/quoted.ts';
import { type Organization, type SectionName, titleSchemas } from './schema.ts';
import type { LoadedFile } from './side-files.ts';

/** Called with a problem and its path in the file. */
export type Complain = (path: readonly (string | number)[], message: string) => void;

/** A title, and the id if several things have the title: `Docs (team_docs)`. */
export interface KeyName {
  readonly title: string;
  readonly id?: string;
}

/** Stands behind a title that looks like one with an id: `Docs (v_2) ()`. */
const noId = ' ()';

/** Parses a key of the file: a title, alone, with an id behind it, or with empty parentheses if it looks like the second. */
export function keyName(key: string): KeyName {
  const [, title = '', id] = /^(?:(.+) )?\(([\w-]+_[\w-]+)\)$/s.exec(key) ?? [];
  if (id !== undefined) return { title, id };
  const start = key.endsWith(noId) ? key.slice(0, -noId.length) : '';
  // Behind any other title, these signs belong to the title.
  return { title: looksLikeKey(start) ? start : key };
}

/** Returns the key of a thing whose title is enough. */
export function keyOfTitle(title: string): string {
  return looksLikeKey(title) ? `${title}${noId}` : title;
}

/** Tells whether a title would have another meaning as a key. */
function looksLikeKey(title: string): boolean {
  return /^(?:.+ )?\([\w-]+_[\w-]+\)(?: \(\))*$/s.test(title);
}

/** Returns the key of a thing whose title is not enough. */
export function keyWithId(title: string, id: string): string {
  return title === '' ? `(${id})` : `${title} (${id})`;
}

/** The kind of the things of each section. */
export const kindOfSection = {
  members: 'member',
  teams: 'team',
  'custom-fields': 'custom-field',
  collections: 'collection',
  spaces: 'space',
  sites: 'site',
  openapi: 'openapi',
  translations: 'translation',
  saml: 'saml',
} as const satisfies Record<SectionName, string>;

/** The kinds that `protected` and `ignore` accept. */
const patternKinds: readonly string[] = [...Object.values(kindOfSection), 'section', 'section-group'];

/** Returns whether a pattern such as `team:okta-*` matches a thing. Case matters in titles, but not in e-mails. */
export function matches(pattern: string, kind: string, name: string): boolean {
  const [wanted = '', ...rest] = pattern.split(':');
  if (wanted !== kind) return false;
  const parts = rest
    .join(':')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, kind === 'member' ? 'is' : 's').test(name);
}

/** Checks titles, patterns and earlier names. */
export function checkNames({ organization }: LoadedFile, complain: Complain): void {
  for (const list of ['protected', 'ignore'] as const) {
    for (const [at, pattern] of (organization[list] ?? []).entries()) {
      const kind = pattern.split(':')[0] ?? '';
      if (!patternKinds.includes(kind))
        complain([list, at], `${quoted(kind)} is no kind; kinds are ${patternKinds.join(', ')}`);
    }
  }
  for (const [section, kind] of Object.entries(kindOfSection) as [SectionName, string][]) {
    // People have no titles and no earlier names, and there may be very many.
    if (section === 'members' && !organization.ignore) continue;
    const things = (organization[section] ?? {}) as Record<string, { previously?: readonly string[] }>;
    for (const name of Object.keys(things)) {
      checkTitle(section, [section, name], complain);
      const pattern = organization.ignore?.find((one) => matches(one, kind, keyName(name).title));
      if (pattern !== undefined)
        complain([section, name], `is managed elsewhere: "ignore" lists ${quoted(pattern)}`);
    }
    if (section !== 'members') checkPrevious(things, [section], complain);
  }
}

function checkTitle(section: SectionName, path: [string, string], complain: Complain): void {
  if (!(section in titleSchemas)) return;
  const schema = titleSchemas[section as keyof typeof titleSchemas];
  for (const { message } of check(schema, keyName(path[1]).title).problems)
    complain(path, `its name ${message}`);
}

/**
 * Checks the earlier names of things in one list: none may be a present name, unless things swap their names, two of them
 * or more in a circle, and none may be claimed twice.
 */
export function checkPrevious(
  things: Readonly<Record<string, { readonly previously?: readonly string[] | undefined }>>,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const claimed = new Map<string, string>();
  const circles = circlesOf(Object.entries(things).map(([name, { previously }]) => [name, previously]));
  for (const [name, { previously = [] }] of Object.entries(things)) {
    for (const [at, earlier] of previously.entries()) {
      const place = [...path, name, 'previously', at];
      const other = claimed.get(earlier);
      if (earlier === name) complain(place, 'is the name of today');
      else if (other !== undefined) complain(place, `is an earlier name of ${quoted(other)}, too`);
      else if (Object.hasOwn(things, earlier) && !circles.get(name)?.includes(earlier))
        complain(
          place,
          `${quoted(earlier)} is declared as well: a rename leaves no thing of the earlier name`,
        );
      claimed.set(earlier, name);
    }
  }
}

/**
 * Finds the names that things of one list swap: each has the one before it as an earlier name, and the first one has the
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

/** Returns whether the file lists everything of a section, so that a name that it does not list is wrong. */
export function isManagedInFull({ managed }: Organization, section: SectionName): boolean {
  return managed?.[section] === 'full';
}
