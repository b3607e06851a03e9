import { afterAll, expect, test } from 'vitest';
import { createReader } from '../../../src/model/read/reader.ts';
import { blocksOf } from '../../../src/work/reach/blocks.ts';
import type { JudgedRequest } from '../../../src/work/reach/steps.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';

const org = 'org_acme';
const store = demoStore();
afterAll(() => store.close());

const request = (operation: string, params: Record<string, unknown>, body?: unknown): JudgedRequest => ({
  operation,
  input: { params, ...(body !== undefined && { body }) },
});
const site = (id: string, body: object) => request('sites.update', { org, site: id }, body);
const member = (user: string, role: string | null) => request('members.update', { org, user }, { role });
const leave = (team: string, user: string) => request('teams.members.remove', { org, team, user });
const collection = (id: string, body: object) => request('collections.update', { collection: id }, body);
const roleOn = (collection: string, team: string, role: string | null) =>
  request('collections.permissions.set', { collection, team }, { role });
const section = (id: string, body: object) =>
  request('sections.update', { org, site: 'site_docs', section: id }, body);

type Case = readonly [what: string, requests: readonly JudgedRequest[], loses: readonly string[]];

const cases: readonly Case[] = [
  [
    'a public site is closed',
    [site('site_docs', { visibility: 'visitor-auth' })],
    ['site Acme Docs: public → visitor-auth'],
  ],
  ['a site becomes public', [site('site_handbook', { visibility: 'public' })], []],
  [
    'a section gets its first condition',
    [section('section_api', { condition: 'true' })],
    ['section API reference of site Acme Docs (public): condition none → true'],
  ],
  [
    'a space of a site gets a condition',
    [
      request(
        'site-spaces.update',
        { org, site: 'site_docs', siteSpace: 'sitesp_rest' },
        { condition: 'true' },
      ),
    ],
    ['space REST API of site Acme Docs (public): condition none → true'],
  ],
  [
    'two people get a lower role, one of them that of a guest',
    [member('user_yuki', 'read'), member('user_omar', 'read'), member('user_zoe', null)],
    [
      '2 people: edit → read in the organization: 山田 由紀 <yuki@acme.example> and عمر الفاروق <omar@acme.example>',
      'Zoë “Zed” O’Neil <zoe@acme.example>: review → guest in the organization',
    ],
  ],
  [
    'an administrator is none any more',
    [member('user_grace', 'read')],
    ['Grace Hopper <grace@acme.example>: admin → read in the organization'],
  ],
  ['a guest gets a role', [member('user_gil', 'read')], []],
  [
    'people leave a team',
    [leave('team_docs', 'user_zoe'), leave('team_docs', 'user_mei'), leave('team_docs', 'user_linus')],
    [
      '2 people leave team Docs (member): Zoë “Zed” O’Neil <zoe@acme.example> and 陳美玲 <mei.chen@acme.example>',
      'Linus Bergström <linus@acme.example> leaves team Docs (owner)',
    ],
  ],
  [
    'an owner of a team becomes a member',
    [request('teams.members.set', { org, team: 'team_docs', user: 'user_linus' }, { role: 'member' })],
    ['Linus Bergström <linus@acme.example>: owner → member of team Docs'],
  ],
  ['who is in no team leaves it', [leave('team_docs', 'user_kim')], []],
  [
    'a team gets a lower role',
    [roleOn('col_product', 'team_docs', 'read')],
    ['team Docs (7 people): admin → read on collection Product'],
  ],
  [
    'a team gets a role that may hide a higher one above',
    [roleOn('col_api', 'team_docs', 'read')],
    ['team Docs (7 people): none → read on collection API & SDKs, which may hide a higher one'],
  ],
  [
    'a team loses its role',
    [request('collections.permissions.remove', { collection: 'col_product', team: 'team_docs' })],
    ['team Docs (7 people): admin → none on collection Product'],
  ],
  [
    'a collection has no level by default any more',
    [collection('col_api', { defaultLevel: null })],
    ['collection API & SDKs, default level: inherit → no access'],
  ],
  [
    'a collection is made with a level of its own',
    [request('collections.create', { org }, { title: 'New', defaultLevel: null })],
    [],
  ],
  [
    'a collection moves away from what gives access to it',
    [request('collections.move', { collection: 'col_api' }, { parent: null })],
    ['collection API & SDKs moves to the top level'],
  ],
  [
    'a provider gives a lower role, and no team',
    [request('saml.update', { org, provider: 'saml_okta' }, { defaultRole: null, defaultTeam: null })],
    [
      'SAML provider Okta, default role: read → guest',
      'SAML provider Okta: new people no longer join team Docs',
    ],
  ],
  [
    'things end: first those, then people, then ties',
    [
      leave('team_support', 'user_kim'),
      request('members.remove', { org, user: 'user_pat' }),
      request('teams.delete', { org, team: 'team_empty' }),
      request('custom-fields.delete', { org, field: 'public' }),
      request('custom-fields.delete', { org, field: 'labels' }),
    ],
    [
      'team Nobody yet: deleted',
      '2 custom fields: deleted (May be published, Labels)',
      '-Pat +1 @work <pat@partner.example>: removed from the organization',
      'value of space Handbook: cleared (May be published)',
      'value of space Guides: cleared (Labels)',
    ],
  ],
  [
    'what is open for a moment only',
    [
      request('sites.update', { org, site: 'site_handbook' }, { visibility: 'public' }),
      request('sites.update', { org, site: 'site_handbook' }, { visibility: 'unlisted' }),
      request('sites.update', { org, site: 'site_docs' }, { visibility: 'visitor-auth' }),
    ],
    ['site Acme Docs: public → visitor-auth'],
  ],
  [
    'what is closed more than before it was opened',
    [
      request('sites.update', { org, site: 'site_handbook' }, { visibility: 'public' }),
      request('sites.update', { org, site: 'site_handbook' }, { visibility: 'visitor-auth' }),
    ],
    ['site Handbook 手册, “internal”: unlisted → visitor-auth'],
  ],
  ['what does not exist ends', [request('teams.delete', { org, team: 'team_gone' })], []],
];

test.each(cases)('%s', async (_, requests, expected) => {
  const reader = createReader({ client: sandboxClient(store), org });
  const { loses } = await blocksOf(requests, reader);
  expect(loses.map(({ text }) => text)).toEqual(expected);
});

test('what ends with something is an entry of its own, where it is known', async () => {
  const reader = createReader({ client: sandboxClient(store), org });
  const { opens, loses } = await blocksOf([request('teams.delete', { org, team: 'team_docs' })], reader, {
    following: ['user_zoe', 'user_mei'].map((user) => ({
      ...{ kind: 'team-member', ids: { org, team: 'team_docs', user }, change: 'end' },
      ...{ before: { role: 'member' }, after: null, of: 0, basis: 'stated' },
    })),
  });
  expect(opens).toEqual([]);
  expect(loses).toEqual([
    { kind: 'team', name: 'Docs', id: 'team_docs', count: 1, text: 'team Docs: deleted' },
    {
      kind: 'team-member',
      name: 'Zoë “Zed” O’Neil <zoe@acme.example> and 陳美玲 <mei.chen@acme.example>',
      id: null,
      count: 2,
      text: '2 people leave team Docs (member): Zoë “Zed” O’Neil <zoe@acme.example> and 陳美玲 <mei.chen@acme.example>',
    },
  ]);
});
