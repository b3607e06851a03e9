import { quoted } from '../../text/quoted.ts';
import { type Complain, checkNames, isManagedInFull, keyName, refuseExchanges } from './names.ts';
import type { Path } from './parts.ts';
import { peopleFacts } from './people-facts.ts';
import type { Collection, Organization } from './schema.ts';
import { isSideFile, type LoadedFile, type PeopleTable, valueAt } from './side-files.ts';
import { checkSite } from './site-rules.ts';

/** Checks the content of a file that fits the schema. Makes no request. */
export function checkRules(file: LoadedFile, complain: Complain): void {
  const { organization } = file;
  checkNames(file, complain);
  if (isManagedInFull(organization, 'spaces'))
    complain(['managed', 'spaces'], 'must be keep: spaces are not made or deleted here');
  checkPeople(peopleAt(file, ['members']), ['members'], complain);
  checkTeams(file, complain);
  checkFields(organization, complain);
  const checkTeam = referencesTo('teams', organization, complain);
  checkCollections(organization.collections ?? {}, ['collections'], checkTeam, complain);
  checkSpaces(organization, checkTeam, referencesTo('custom-fields', organization, complain));
  for (const [title, site] of Object.entries(organization.sites ?? {}))
    checkSite(site, ['sites', title], complain);
  checkAddresses(organization, complain);
  for (const [label, provider] of Object.entries(organization.saml ?? {})) {
    const team = provider['default-team'];
    if (team !== undefined) checkTeam(team, ['saml', label, 'default-team']);
  }
}

/** Returns the people of a section, from the file or from its side file; none if that cannot be read. */
export function peopleAt(file: LoadedFile, path: readonly [string, ...string[]]): PeopleTable {
  const section = valueAt(file.organization, path);
  return ((isSideFile(section) ? file.side(path) : section) ?? {}) as PeopleTable;
}

function checkPeople(people: PeopleTable, path: readonly string[], complain: Complain): void {
  if (peopleFacts(people).unusual.length === 0) return;
  const seen = new Map<string, string>();
  for (const key of Object.keys(people)) {
    const value = people[key] as PeopleTable[string];
    if (typeof value === 'string' && !key.includes('@'))
      complain([...path, key], 'must be an e-mail address, or hold { id: ..., role: ... }');
    const identity = identityOf(key, value);
    const other = seen.get(identity);
    if (other !== undefined) complain([...path, key], `is the same person as ${quoted(other)}`);
    seen.set(identity, key);
  }
}

/** Returns what tells a person from others: the e-mail without case, or the id. */
function identityOf(key: string, value: PeopleTable[string]): string {
  return typeof value === 'string' ? key.toLowerCase() : value.id;
}

function checkTeams(file: LoadedFile, complain: Complain): void {
  const { organization } = file;
  const everybody =
    organization.members && isManagedInFull(organization, 'members')
      ? peopleAt(file, ['members'])
      : undefined;
  const known = new Set(
    Object.entries(everybody ?? {}).flatMap(([key, value]) => [
      key.toLowerCase(),
      ...(typeof value === 'string' ? [] : [value.id]),
    ]),
  );
  for (const title of Object.keys(organization.teams ?? {})) {
    const path = ['teams', title, 'members'] as const;
    const people = peopleAt(file, [...path]);
    checkPeople(people, path, complain);
    if (!everybody) continue;
    for (const [key, value] of Object.entries(people)) {
      if (!known.has(identityOf(key, value)))
        complain([...path, key], 'is no member: "members" is managed in full and does not list them');
    }
  }
}

function checkFields({ 'custom-fields': fields = {} }: Organization, complain: Complain): void {
  for (const [name, { type, options }] of Object.entries(fields)) {
    const isSelect = type.startsWith('select');
    if (isSelect && !options) complain(['custom-fields', name], `needs "options": its type is ${type}`);
    if (!isSelect && options)
      complain(['custom-fields', name, 'options'], `is for select fields: the type is ${type}`);
    const twice = options?.find((option, at) => options.indexOf(option) < at);
    if (twice !== undefined)
      complain(
        ['custom-fields', name, 'options', options?.lastIndexOf(twice) ?? 0],
        `${quoted(twice)} is there twice`,
      );
  }
}

function checkCollections(
  collections: Readonly<Record<string, Collection>>,
  path: readonly string[],
  checkTeam: CheckReference,
  complain: Complain,
  above = '',
): void {
  for (const [title, { teams = {}, collections: inner = {} }] of Object.entries(collections)) {
    const place = [...path, title];
    const prefix = `${above}${title}/`;
    for (const team of Object.keys(teams)) checkTeam(team, [...place, 'teams', team]);
    refuseExchanges(inner, [...place, 'collections'], complain, prefix);
    checkCollections(inner, [...place, 'collections'], checkTeam, complain, prefix);
  }
}

function checkSpaces(
  { spaces = {} }: Organization,
  checkTeam: CheckReference,
  checkField: CheckReference,
): void {
  for (const [title, { teams = {}, fields = {} }] of Object.entries(spaces)) {
    for (const team of Object.keys(teams)) checkTeam(team, ['spaces', title, 'teams', team]);
    for (const name of Object.keys(fields)) checkField(name, ['spaces', title, 'fields', name]);
  }
}

/** Checks a name of a thing at a path of the file. */
type CheckReference = (name: string, path: Path) => void;

/**
 * Returns a check of the names of things of one section: a file that manages the section in full must list them. Whether
 * the service has them is not checked here. An earlier name means nothing once the thing is renamed.
 */
function referencesTo(
  section: 'teams' | 'custom-fields',
  organization: Organization,
  complain: Complain,
): CheckReference {
  const things = (organization[section] ?? {}) as Record<string, { previously?: readonly string[] }>;
  const renamed = new Map<string, string>();
  for (const [key, { previously = [] }] of Object.entries(things))
    for (const earlier of previously) if (!Object.hasOwn(things, earlier)) renamed.set(earlier, key);
  const isComplete = organization[section] !== undefined && isManagedInFull(organization, section);
  const titles = new Set(Object.keys(things).map((key) => keyName(key).title));
  return (name, path) => {
    const today = renamed.get(name);
    if (today !== undefined) complain(path, `is an earlier name: write ${quoted(today)}`);
    else if (isComplete && !Object.hasOwn(things, name) && !titles.has(keyName(name).title))
      complain(path, `is not in "${section}", which is managed in full`);
  };
}

/** Refuses addresses with a password, which would get into the repository of the file. */
function checkAddresses({ openapi = {}, saml = {}, sites = {} }: Organization, complain: Complain): void {
  const addresses: [string[], string | undefined][] = [
    ...Object.entries(openapi).map(([slug, source]): [string[], string | undefined] => [
      ['openapi', slug, 'url'],
      'url' in source ? source.url : undefined,
    ]),
    ...Object.entries(saml).map(([label, provider]): [string[], string | undefined] => [
      ['saml', label, 'sso-url'],
      provider['sso-url'],
    ]),
    ...Object.entries(sites).map(([title, { proxy }]): [string[], string | undefined] => [
      ['sites', title, 'proxy'],
      proxy,
    ]),
  ];
  for (const [path, address] of addresses) {
    if (address !== undefined && /^[a-z]+:\/\/[^/?#]*@/i.test(address))
      complain(path, 'holds a user name or a password, which does not belong in this file');
  }
}
