import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createReader } from '../../../src/model/read/reader.ts';
import { openingsOf } from '../../../src/work/reach/blocks.ts';
import type { JudgedRequest } from '../../../src/work/reach/steps.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';

const org = 'org_acme';
const store = demoStore();
store.run("UPDATE sites SET visibility = 'visitor-auth' WHERE id = 'site_partners'");
afterAll(() => store.close());

const request = (operation: string, params: Record<string, unknown>, body?: unknown): JudgedRequest => ({
  operation,
  input: { params, ...(body !== undefined && { body }) },
});
const site = (id: string, body: object) => request('sites.update', { org, site: id }, body);
const member = (user: string, role: string | null) => request('members.update', { org, user }, { role });
const join = (team: string, user: string) => request('teams.members.set', { org, team, user }, {});
const roleOn = (collection: string, team: string, role: string | null) =>
  request('collections.permissions.set', { collection, team }, { role });
const roleIn = (space: string, team: string, role: string | null) =>
  request('spaces.permissions.set', { space, team }, { role });
const collection = (id: string, body: object) => request('collections.update', { collection: id }, body);
const siteSpace = (id: string, spaceId: string) =>
  request('site-spaces.create', { org, site: id }, { spaceId });

async function opened(requests: readonly JudgedRequest[]) {
  const reader = createReader({ client: sandboxClient(store), org });
  return openingsOf(requests, reader);
}

type Case = readonly [what: string, requests: readonly JudgedRequest[], opens: readonly string[]];

const toReaders: readonly Case[] = [
  [
    'a closed site becomes public',
    [site('site_partners', { visibility: 'public' })],
    ['public: site Partner portal: visitor-auth → public, with space API v1'],
  ],
  [
    'an unlisted site becomes public',
    [site('site_handbook', { visibility: 'public' })],
    [
      'public: site Handbook 手册, “internal”: unlisted → public, with 3 spaces: Handbook, People & HR, Runbooks',
    ],
  ],
  ['an unlisted site needs a link', [site('site_handbook', { visibility: 'share-link' })], []],
  ['a public site is closed', [site('site_docs', { visibility: 'visitor-auth' })], []],
  ['a site has the visibility already', [site('site_docs', { visibility: 'public' })], []],
  ['a site gets a title', [site('site_handbook', { title: 'Handbook' })], []],
  [
    'a site becomes public by steps: one entry',
    [site('site_partners', { visibility: 'unlisted' }), site('site_partners', { visibility: 'public' })],
    ['public: site Partner portal: visitor-auth → public, with space API v1'],
  ],
  [
    'conditions of a site no longer hold',
    [site('site_docs', { adaptiveContent: { enabled: false } })],
    [
      'public: site Acme Docs: its conditions hide nothing any more, with 6 spaces: Guides; Tutorials; ドキュメント; REST API; SDKs: "TypeScript", Python; Changelog (with a condition)',
    ],
  ],
  [
    'a site is made with a space, and says no visibility',
    [request('sites.create', { org }, { title: 'New', spaces: ['space_hr'] })],
    ['public: new site New: public'],
  ],
  [
    'a closed site is made with a space',
    [request('sites.create', { org }, { title: 'New', spaces: ['space_hr'], visibility: 'visitor-auth' })],
    ['other: new site New: visitor-auth'],
  ],
  [
    'a public site is made without a space, and gets one',
    [
      request('sites.create', { org }, { title: 'New' }),
      request('site-spaces.create', { org, site: { $change: 0 } }, { spaceId: 'space_hr' }),
    ],
    ['public: space People & HR joins site New (public)', 'other: new site New: public'],
  ],
  [
    'a space joins a public site',
    [siteSpace('site_docs', 'space_hr')],
    ['public: space People & HR joins site Acme Docs (public)'],
  ],
  [
    'a space joins a closed site',
    [siteSpace('site_partners', 'space_hr')],
    ['other: space People & HR joins site Partner portal (visitor-auth)'],
  ],
  [
    'a space joins a site that is closed before',
    [site('site_docs', { visibility: 'visitor-auth' }), siteSpace('site_docs', 'space_hr')],
    ['other: space People & HR joins site Acme Docs (visitor-auth)'],
  ],
  [
    'a space joins a site that is closed after it: open in between',
    [siteSpace('site_docs', 'space_hr'), site('site_docs', { visibility: 'visitor-auth' })],
    ['public: space People & HR joins site Acme Docs (public)'],
  ],
  [
    'a section joins a public site',
    [request('sections.create', { org, site: 'site_docs' }, { spaceId: 'space_hr', title: 'HR' })],
    ['public: section HR joins site Acme Docs (public)'],
  ],
  [
    'a section loses its condition',
    [request('sections.update', { org, site: 'site_docs', section: 'section_news' }, { condition: null })],
    [
      'public: section News of site Acme Docs (public): condition visitor.claims.plan == "pro" → none, with space Changelog',
    ],
  ],
  [
    'a section gets another condition',
    [request('sections.update', { org, site: 'site_docs', section: 'section_news' }, { condition: 'true' })],
    [
      'public: section News of site Acme Docs (public): condition visitor.claims.plan == "pro" → true, with space Changelog',
    ],
  ],
  [
    'a section gets its first condition',
    [request('sections.update', { org, site: 'site_docs', section: 'section_api' }, { condition: 'true' })],
    [],
  ],
];

const toMembers: readonly Case[] = [
  [
    'two people become administrators',
    [member('user_yuki', 'admin'), member('user_omar', 'admin')],
    [
      'administrators: 2 people: edit → admin in the organization: 山田 由紀 <yuki@acme.example>, عمر الفاروق <omar@acme.example>',
    ],
  ],
  ['an administrator stays one', [member('user_grace', 'admin')], []],
  ['a role falls to that of a guest', [member('user_zoe', null)], []],
  [
    'a guest gets a role',
    [member('user_gil', 'read')],
    ['other: Gil (contractor) <gil@contractor.example>: guest → read in the organization'],
  ],
  [
    'a person joins a team that has admin somewhere',
    [join('team_docs', 'user_kim')],
    ['administrators: Kim "Q" Nguyễn <kim@acme.example> joins team Docs, which has admin'],
  ],
  ['a member of the team joins it', [join('team_docs', 'user_zoe')], []],
  ['an administrator joins such a team', [join('team_docs', 'user_grace')], []],
  [
    'an administrator becomes a guest, and joins such a team',
    [member('user_grace', null), join('team_docs', 'user_grace')],
    ['administrators: Grace Hopper <grace@acme.example> joins team Docs, which has admin'],
  ],
  [
    'a person joins a team without members: there is no one to ask',
    [join('team_empty', 'user_kim')],
    [
      'administrators: Kim "Q" Nguyễn <kim@acme.example> joins team Nobody yet, which may have admin (not known: it has no members)',
    ],
  ],
  [
    'a person joins a team without admin',
    [join('team_support', 'user_kim')],
    ['other: Kim "Q" Nguyễn <kim@acme.example> joins team Support, EMEA, which has edit'],
  ],
  [
    'a person joins a team that cannot be read',
    [join('team_globex', 'user_kim')],
    [
      'administrators: Kim "Q" Nguyễn <kim@acme.example> joins team team_globex, which may have admin (not known: team "team_globex" not found)',
    ],
  ],
  [
    'a new team with a person gets admin',
    [
      request('teams.create', { org }, { title: 'New', members: ['user_kim'] }),
      roleOn('col_api', { $change: 0 } as never, 'admin'),
      request('teams.members.set', { org, team: { $change: 0 }, user: 'user_bo' }, {}),
    ],
    [
      'administrators: team New: none → admin on collection API & SDKs',
      'administrators: Bo <bo@acme.example> joins team New, which has admin',
    ],
  ],
  ['a team gets a role, and has more above already', [roleOn('col_api', 'team_docs', 'read')], []],
  ['a team gets the role that it has', [roleOn('col_product', 'team_docs', 'admin')], []],
  ['a team gets a lower role', [roleOn('col_product', 'team_docs', 'read')], []],
  [
    'a team gets a higher role',
    [roleOn('col_product', 'team_support', 'edit')],
    ['other: team Support, EMEA (5 people): comment → edit on collection Product'],
  ],
  [
    'a team gets the same role in several places',
    [
      roleIn('space_hr', 'team_docs', 'admin'),
      roleIn('space_legacy', 'team_docs', 'admin'),
      roleIn('space_rest', 'team_docs', 'read'),
    ],
    ['administrators: team Docs (7 people): none → admin on space People & HR, space API v1'],
  ],
  [
    'everyone gets admin',
    [collection('col_api', { defaultLevel: 'admin' })],
    ['administrators: collection API & SDKs, default level: inherit → admin'],
  ],
  [
    'a collection is made in which everyone has admin',
    [request('collections.create', { org }, { title: 'New', defaultLevel: 'admin' })],
    ['administrators: collection New, default level: inherit → admin'],
  ],
  ['a collection is made', [request('collections.create', { org }, { title: 'New' })], []],
  [
    'a collection moves to the top level',
    [request('collections.move', { collection: 'col_api' }, { parent: null })],
    ['other: collection API & SDKs moves to the top level'],
  ],
  [
    'a provider makes administrators',
    [request('saml.create', { org }, { label: 'Okta', defaultRole: 'admin' })],
    ['administrators: SAML provider Okta, default role: none → admin'],
  ],
  [
    'a provider puts people into a team with admin',
    [request('saml.create', { org }, { label: 'Okta', defaultTeam: 'team_docs' })],
    ['administrators: SAML provider Okta: new people join team Docs, which has admin'],
  ],
  [
    'the default role of a provider falls',
    [request('saml.update', { org, provider: 'saml_okta' }, { defaultRole: null })],
    [],
  ],
];

const others: readonly Case[] = [
  [
    'a space is exported',
    [request('git.export', { space: 'space_hr' }, { url: 'https://git.example/x' })],
    ['other: space People & HR is exported with Git'],
  ],
  ['a request that the contract does not know', [request('api', {}, {})], []],
];

test.each([...toReaders, ...toMembers, ...others])('%s', async (_, requests, expected) => {
  expect((await opened(requests)).map(({ grade, text }) => `${grade}: ${text}`)).toEqual(expected);
});

test.each([
  [99, 'its members are administrators or disabled'],
  [120, 'its first 100 members are administrators or disabled'],
])(
  'of a team with %i members, no one of whom can be asked, it says how many were looked at',
  async (size, why) => {
    const crowded = demoStore();
    onTestFinished(() => crowded.close());
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`;
    crowded.run(
      `INSERT INTO users ${numbers} SELECT 'user_x' || i, 'X', 'x' || i || '@acme.example', '' FROM n`,
    );
    crowded.run(
      `INSERT INTO members (org, user, disabled, joined_at) ${numbers} SELECT '${org}', 'user_x' || i, 1, '2026-01-01T00:00:00.000Z' FROM n`,
    );
    crowded.run(
      `INSERT INTO team_members (team, org, user, role) ${numbers} SELECT 'team_empty', '${org}', 'user_x' || i, 'member' FROM n`,
    );
    const reader = createReader({ client: sandboxClient(crowded), org });
    const [opening] = await openingsOf([join('team_empty', 'user_kim')], reader);
    expect(opening?.text).toContain(`joins team Nobody yet, which may have admin (not known: ${why})`);
  },
);

test('the end of a role that hides a higher one opens by the rules that the service has', async () => {
  const end = request('collections.permissions.remove', { collection: 'col_product', team: 'team_support' });
  const by = async (accessRules?: string) => {
    const reader = createReader({ client: sandboxClient(store), org, accessRules });
    return (await openingsOf([end], reader)).map(({ text }) => text);
  };
  expect(await by('precedence')).toEqual([
    'team Support, EMEA (5 people): comment → none on collection Product, which may have hidden a higher one',
  ]);
  expect([await by('highest'), await by()]).toEqual([[], []]);
});
