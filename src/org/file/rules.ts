import { check } from '../../api/contract/check.ts';
import { nearest } from '../../text/near.ts';
import { quoted } from '../../text/words.ts';
import { checkPrevious } from '../earlier-names.ts';
import { keyName } from '../key-names.ts';
import type { Complain, LoadedFile, Organization } from '../organization.ts';
import { kindOfSection, type SectionName } from '../section-names.ts';
import { sections } from '../sections/registry.ts';
import type { Section } from '../sections/section.ts';

/** The kinds that `keep` and `ignore` accept. */
export const patternKinds: readonly string[] = [...Object.values(kindOfSection), 'section', 'section-group'];

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

/** Checks the content of a file that fits the schema. Makes no request. */
export function checkRules(file: LoadedFile, complain: Complain): void {
  checkNames(file, complain);
  for (const section of Object.values<Section>(sections)) section.rules?.(file, complain);
}

/** Checks titles, patterns and earlier names. */
function checkNames({ organization }: LoadedFile, complain: Complain): void {
  for (const list of ['keep', 'ignore'] as const) {
    for (const [at, pattern] of (organization[list] ?? []).entries()) {
      const kind = pattern.split(':')[0] ?? '';
      if (!patternKinds.includes(kind))
        complain([list, at], `${quoted(kind)} is no kind; kinds are ${patternKinds.join(', ')}`);
      else complainOfNearName(organization, pattern, [list, at], complain);
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

/** Complains about a pattern that means nothing in the file, where a name in the file differs by little. */
function complainOfNearName(
  organization: Organization,
  pattern: string,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const [kind = ''] = pattern.split(':', 1);
  const names = namesIn(organization, kind);
  if (names.some((name) => matches(pattern, kind, name))) return;
  const near = nearName(pattern, kind, names);
  if (near === undefined) return;
  const message = `${quoted(pattern)} means nothing in this file, which has ${quoted(near)}: write ${quoted(`${kind}:${near}`)}`;
  complain(path, message);
}

/** Returns the name that a pattern probably means: it differs by case, accents, or a letter or two, not by a number. */
export function nearName(pattern: string, kind: string, names: readonly string[]): string | undefined {
  const text = pattern.slice(kind.length + 1);
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const withoutDigits = (one: string) => one.replace(/\d+/g, '#');
  const same = names.find((name) => matches(`${kind}:${plain(text)}`, kind, plain(name)));
  // The addresses of two people often differ by a letter.
  if (same !== undefined || text.includes('*') || kind === 'member') return same;
  return nearest(text, names).find((name) => withoutDigits(name) !== withoutDigits(text));
}

/** Returns the names in a file by which a pattern may mean a thing of a kind: titles, and paths of keys or titles. */
function namesIn({ collections, sites = {}, ...others }: Organization, kind: string): string[] {
  const keys: string[][] = [];
  if (kind === 'collection') addCollections(collections, [], keys);
  else if (kind === 'section' || kind === 'section-group') {
    for (const [site, { sections = [], 'section-groups': groups = [] }] of Object.entries(sites)) {
      const own = kind === 'section' ? sections.map(({ path }) => path) : groups.map(({ title }) => title);
      keys.push(...own.map((name) => [site, name]));
    }
  } else {
    const [section] = Object.entries(kindOfSection).find(([, own]) => own === kind) ?? [];
    const things = { ...others, sites }[section as Exclude<SectionName, 'collections'>] ?? {};
    keys.push(...Object.keys(things).map((name) => [name]));
  }
  return keys.flatMap((key) => {
    const titles = key.map((one) => keyName(one).title);
    return [...new Set([titles.at(-1) ?? '', key.join('/'), titles.join('/')])];
  });
}

function addCollections(
  collections: Organization['collections'] = {},
  above: readonly string[],
  keys: string[][],
): void {
  for (const [title, { collections: inner }] of Object.entries(collections)) {
    keys.push([...above, title]);
    addCollections(inner, [...above, title], keys);
  }
}

function checkTitle(section: SectionName, path: [string, string], complain: Complain): void {
  const { title }: Section = sections[section];
  if (!title) return;
  for (const { message } of check(title, keyName(path[1]).title).problems)
    complain(path, `its name ${message}`);
}
