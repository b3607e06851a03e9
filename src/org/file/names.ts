import { check } from '../../api/contract/check.ts';
import { quoted } from '../../text/quoted.ts';
import { type Organization, type SectionName, titleSchemas } from './schema.ts';
import type { LoadedFile } from './side-files.ts';

/** Takes what is wrong, and the path of the file where it stands. */
export type Complain = (path: readonly (string | number)[], message: string) => void;

/** A title and, where several things have it, the id of the one that is meant: `Docs (team_docs)`. */
export interface KeyName {
  readonly title: string;
  readonly id?: string;
}

/** What a key of the file names. */
export function keyName(key: string): KeyName {
  const [, title = '', id] = /^(?:(.+) )?\(([\w-]+_[\w-]+)\)$/s.exec(key) ?? [];
  return id === undefined ? { title: key } : { title, id };
}

const kindOfSection = {
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

/** Kinds that `protected` and `ignore` may name. */
const patternKinds: readonly string[] = [...Object.values(kindOfSection), 'section', 'section-group'];

/** Whether a pattern such as `team:okta-*` means a thing; case counts in titles, not in e-mails. */
export function matches(pattern: string, kind: string, name: string): boolean {
  const [wanted = '', ...rest] = pattern.split(':');
  if (wanted !== kind) return false;
  const parts = rest
    .join(':')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, kind === 'member' ? 'is' : 's').test(name);
}

/** Titles, patterns and earlier names. */
export function checkNames({ organization }: LoadedFile, complain: Complain): void {
  for (const list of ['protected', 'ignore'] as const) {
    for (const [at, pattern] of (organization[list] ?? []).entries()) {
      const kind = pattern.split(':')[0] ?? '';
      if (!patternKinds.includes(kind))
        complain([list, at], `${quoted(kind)} is no kind; kinds are ${patternKinds.join(', ')}`);
    }
  }
  for (const [section, kind] of Object.entries(kindOfSection) as [SectionName, string][]) {
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
 * Earlier names of things of one list: none may be a name of today, unless the two swap their names, and none may be
 * claimed twice.
 */
export function checkPrevious(
  things: Readonly<Record<string, { readonly previously?: readonly string[] | undefined }>>,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const claimed = new Map<string, string>();
  for (const [name, { previously = [] }] of Object.entries(things)) {
    for (const [at, earlier] of previously.entries()) {
      const place = [...path, name, 'previously', at];
      const other = claimed.get(earlier);
      if (earlier === name) complain(place, 'is the name of today');
      else if (other !== undefined) complain(place, `is an earlier name of ${quoted(other)}, too`);
      else if (Object.hasOwn(things, earlier) && !things[earlier]?.previously?.includes(name))
        complain(
          place,
          `${quoted(earlier)} is declared as well: a rename leaves no thing of the earlier name`,
        );
      claimed.set(earlier, name);
    }
  }
}

/** Whether the file lists everything of a section, so that a name that is missing there is wrong. */
export function isManagedInFull({ managed }: Organization, section: SectionName): boolean {
  return managed?.[section] === 'full';
}
