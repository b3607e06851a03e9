import { quoted } from '../../text/quoted.ts';
import { type Complain, checkNames, isManagedInFull, keyName } from './names.ts';
import { peopleFacts } from './people-facts.ts';
import type { Collection, Organization, SectionName } from './schema.ts';
import { isSideFile, type LoadedFile, type People, valueAt } from './side-files.ts';
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
  checkCollections(organization, organization.collections ?? {}, ['collections'], complain);
  checkSpaces(organization, complain);
  for (const [title, site] of Object.entries(organization.sites ?? {}))
    checkSite(site, ['sites', title], complain);
  checkAddresses(organization, complain);
  for (const [label, provider] of Object.entries(organization.saml ?? {})) {
    const team = provider['default-team'];
    if (team !== undefined) checkTeam(organization, team, ['saml', label, 'default-team'], complain);
  }
}

/** Returns the people of a section, from the file or from its side file; none if that cannot be read. */
export function peopleAt(file: LoadedFile, path: readonly [string, ...string[]]): People {
  const section = valueAt(file.organization, path);
  return ((isSideFile(section) ? file.side(path) : section) ?? {}) as People;
}

function checkPeople(people: People, path: readonly string[], complain: Complain): void {
  if (peopleFacts(people).unusual.length === 0) return;
  const seen = new Map<string, string>();
  for (const key of Object.keys(people)) {
    const value = people[key] as People[string];
    if (typeof value === 'string' && !key.includes('@'))
      complain([...path, key], 'must be an e-mail address, or hold { id: ..., role: ... }');
    const identity = identityOf(key, value);
    const other = seen.get(identity);
    if (other !== undefined) complain([...path, key], `is the same person as ${quoted(other)}`);
    seen.set(identity, key);
  }
}

/** Returns what tells a person from others: the e-mail without case, or the id. */
function identityOf(key: string, value: People[string]): string {
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
  organization: Organization,
  collections: Readonly<Record<string, Collection>>,
  path: readonly string[],
  complain: Complain,
): void {
  for (const [title, { teams = {}, collections: inner = {} }] of Object.entries(collections)) {
    const place = [...path, title];
    for (const team of Object.keys(teams)) checkTeam(organization, team, [...place, 'teams', team], complain);
    checkCollections(organization, inner, [...place, 'collections'], complain);
  }
}

function checkSpaces(organization: Organization, complain: Complain): void {
  for (const [title, { teams = {}, fields = {} }] of Object.entries(organization.spaces ?? {})) {
    for (const team of Object.keys(teams))
      checkTeam(organization, team, ['spaces', title, 'teams', team], complain);
    for (const name of Object.keys(fields))
      checkReference(organization, 'custom-fields', name, ['spaces', title, 'fields', name], complain);
  }
}

/** Checks the title of a team. An earlier one would mean nothing once the team is renamed. */
function checkTeam(
  organization: Organization,
  team: string,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const teams = Object.entries(organization.teams ?? {});
  const [renamed] = teams.find(([, { previously }]) => previously?.includes(team)) ?? [];
  if (renamed !== undefined && !organization.teams?.[team])
    complain(path, `is an earlier name: write ${quoted(renamed)}`);
  else checkReference(organization, 'teams', team, path, complain);
}

/** Checks a name that the file must list. Whether the service has it is not checked here. */
function checkReference(
  organization: Organization,
  section: SectionName,
  name: string,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const things = organization[section];
  if (!things || !isManagedInFull(organization, section)) return;
  const { title } = keyName(name);
  const isThere = Object.keys(things).some((key) => key === name || keyName(key).title === title);
  if (!isThere) complain(path, `is not in "${section}", which is managed in full`);
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
