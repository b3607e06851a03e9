import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/api/client/client.ts';
import { parsePlaced } from '../../src/formats/yaml.ts';
import { exportText, wholeFiles } from '../../src/org/file/write.ts';
import { keyName } from '../../src/org/key-names.ts';
import { keysOf } from '../../src/org/names.ts';
import { type Exported, fileFormat, type Organization } from '../../src/org/organization.ts';
import { planOrganization } from '../../src/org/plan/make.ts';
import { readOrganization } from '../../src/org/read.ts';
import type { SectionName } from '../../src/org/section-names.ts';
import { anyOrganization, generatedOrg, withOrganization } from '../support/organizations.ts';
import { sandboxClient } from '../support/sandbox-client.ts';
import { answer } from '../support/scripted-transport.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { loadedText } from './plan/on-sandbox.ts';

const only: SectionName[] = ['members', 'teams', 'custom-fields', 'collections', 'spaces'];

/** A client of a service that has these lists, by path, and nothing else. */
function serviceOf(lists: Readonly<Record<string, readonly unknown[]>>) {
  return createClient({
    baseUrl: 'https://api.example.com',
    token: 'token-of-the-test',
    clock: virtualClock(),
    async transport({ url }) {
      const { pathname } = new URL(url);
      const items = lists[pathname] ?? [];
      // The values of a space are a list without pages.
      return answer(200, /spaces\/\w+\/custom-fields$/.test(pathname) ? items : { items });
    },
  });
}

/** Reads a text as an organization file, with all the rules of `org validate`. */
async function validated(text: string) {
  return (await loadedText(text)).organization;
}

async function expectReadable(exported: Exported) {
  expect(exported.gaps).toEqual([]);
  for (const pieces of [exportText(exported, 'yaml'), exportText(exported, 'json')]) {
    const text = [...pieces].join('');
    expect(parsePlaced(text).value).toEqual(exported.organization);
    expect(await validated(text)).toEqual(exported.organization);
  }
}

async function expectNoDifference(client: Client, org: string, exported: Exported) {
  const { differences, withheld } = await planOrganization(
    client,
    org,
    await loadedText([...exportText(exported, 'yaml')].join('')),
  );
  expect([...differences, ...withheld]).toEqual([]);
}

const hostile = fc.oneof(
  fc.constantFrom(
    'Docs',
    'Docs (team_1)',
    '(team_1)',
    'Docs ',
    'no',
    '~',
    '2024',
    '- a: b',
    '# none',
    '{{',
    '<<',
    '__proto__',
    'constructor',
    'a\nb',
    '\u202edrowssap',
    '*',
    'A/B',
    '"',
    "'",
    '東京 🎨',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const titles = fc.array(hostile, { maxLength: 6 });

const values = fc.oneof(
  hostile,
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  titles,
);

describe('names that are hostile or repeat', () => {
  test('come back, each thing once', async () => {
    await fc.assert(
      fc.asyncProperty(titles, titles, titles, values, async (teams, collections, spaces, value) => {
        const org = '/v1/orgs/org_x';
        const listed = (kind: string, all: string[]) =>
          all.map((title, at) => ({ id: `${kind}_${at}`, title }));
        const members = teams.map((title, at) => ({
          id: `user_${at}`,
          role: at % 2 ? 'edit' : null,
          user: {
            id: `user_${at}`,
            displayName: title,
            email: at % 3 ? 'Shared@acme.example' : `${at}@x.example`,
          },
        }));
        const client = serviceOf({
          [`${org}/members`]: members,
          [`${org}/members/user_0/spaces`]: listed('space', spaces).map((space, at) => ({
            space: { ...space, parent: at % 2 && collections.length > 0 ? 'col_0' : null },
          })),
          [`${org}/teams`]: listed('team', teams),
          [`${org}/teams/team_0/members`]: members.map(({ id }) => ({
            organization: { id },
            team: { role: 'owner' },
          })),
          [`${org}/collections`]: listed('col', collections).map((one, at) => ({
            ...one,
            parent: at > 2 ? 'col_0' : null,
          })),
          [`${org}/custom-fields`]: ['product', 'empty'].map((name) => ({ id: name, name, type: 'text' })),
          '/v1/spaces/space_0/custom-fields': [
            { customField: { id: 'field_1', name: 'product' }, value },
            { customField: { id: 'field_2', name: 'empty' }, value: null },
          ],
          '/v1/collections/col_0/permissions/teams': listed('team', teams).map((team, at) => ({
            team,
            permission: at % 2 ? 'edit' : null,
          })),
        });
        // Without a member there is no one whose spaces are all spaces.
        const exported = await readOrganization(client, 'org_x', {
          sections: only.filter((section) => section !== 'spaces' || teams.length > 0),
        });
        await expectReadable(exported);
        await expectNoDifference(client, 'org_x', exported);
        const { organization } = exported;
        const count = (value: object | undefined) => Object.keys(value ?? {}).length;
        expect(count(organization.teams)).toBe(teams.length);
        expect(count(organization.members)).toBe(teams.length);
        if (teams.length > 0) expect(count(organization.spaces)).toBe(spaces.length);
        expect(count(organization.collections)).toBe(Math.min(collections.length, 3));
      }),
      { numRuns: 50 },
    );
  });

  test('a key means one thing: by its title alone, or by its id', () => {
    fc.assert(
      fc.property(titles, (all) => {
        const keys = keysOf(all.map((title, at) => ({ id: `team_${at}`, title })));
        expect(new Set(keys.values()).size).toBe(all.length);
        for (const [at, title] of all.entries()) {
          const { title: named, id } = keyName(keys.get(`team_${at}`) ?? '');
          expect(named).toBe(title);
          if (id === undefined) expect(all.filter((one) => one === title)).toHaveLength(1);
          else expect(id).toBe(`team_${at}`);
        }
      }),
    );
  });
});

test('generated organizations are exported whole, and can be read', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrganization, (generated) =>
      withOrganization(generated, async (store) => {
        const exported = await readOrganization(sandboxClient(store), generatedOrg, { sections: only });
        await expectReadable(exported);
        await expectNoDifference(sandboxClient(store), generatedOrg, exported);
        const { members = {}, spaces = {} } = exported.organization;
        expect(Object.keys(members)).toHaveLength(generated.people.length + 1);
        expect(Object.keys(spaces)).toHaveLength(generated.spaces.length);
      }),
    ),
    { numRuns: 40 },
  );
});

test('tables of teams have names that no disk takes for equal', () => {
  const people = Array.from({ length: 1000 }, (_, at) => [`member.${at}@acme.example`, 'member']);
  const ids = ['a1', 'A1', 'a:1'];
  const team = { members: Object.fromEntries(people) };
  const teams = Object.fromEntries(ids.map((id) => [`Team ${id}`, team]));
  const teamIds = new Map(ids.map((id) => [`Team ${id}`, id]));
  const organization: Organization = { format: fileFormat, teams };
  const { teams: tables } = wholeFiles({ organization, gaps: [], teamIds }, 'acme.yaml', 'yaml');
  const paths = tables?.files.map(({ path }) => path);
  expect(paths).toEqual(['acme.teams/a1.csv', 'acme.teams/A1-2.csv', 'acme.teams/a_1.csv']);
});
