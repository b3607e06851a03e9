import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import { type AccessPlace, type Target, targetUnder } from '../../../src/domain/access/places.ts';
import { ruleSets } from '../../../src/domain/access/rule-sets.ts';
import type { Person } from '../../../src/domain/access/rules.ts';
import type { Reach } from '../../../src/domain/reach/grades.ts';
import { reach, type Settings } from '../../../src/domain/reach/reach.ts';
import type { Effect } from '../../../src/model/effects/effects.ts';
import { chosen, type Fields, theMade } from '../../../src/model/effects/facts.ts';

const [highest, precedence] = ruleSets.map((rules) => ({ rules: [rules] }));

const idsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member: { org: 'org', user: 'user' },
  'team-member': { org: 'org', team: 'docs', user: 'user' },
  collection: { collection: 'product' },
  'collection-team': { collection: 'product', team: 'docs' },
  'space-team': { space: 'guide', team: 'docs' },
};

const effect = (kind: string, change: Effect['change'], rest: Partial<Effect>): Effect => ({
  kind,
  ids: idsOf[kind] ?? {},
  change,
  before: null,
  after: null,
  basis: 'stated',
  of: 0,
  ...rest,
});
const make = (kind: string, sets: Fields = {}) => effect(kind, 'make', { sets, after: sets });
const set = (kind: string, before: Effect['before'], sets: Fields) =>
  effect(kind, 'set', { before, sets, after: { ...before, ...sets } });
const end = (kind: string, before: Fields = {}) => effect(kind, 'end', { before });

const unread = { unknown: '2,214 requests' };

const granted = (id: string, level: string) => ({
  team: { kind: 'team' as const, id: asId<'team'>(id) },
  level,
});
const place = (kind: AccessPlace['kind'], id: string, facts: Partial<AccessPlace> = {}, above?: Target) =>
  targetUnder({ kind, id: asId<'space'>(id), defaultLevel: 'inherit', teams: [], ...facts }, above);

const at = (...places: Target[]): Settings => ({ places });
const product = place('collection', 'product');
const productWith = (facts: Partial<AccessPlace>, above?: Target) =>
  at(place('collection', 'product', facts, above));

const person = (role: string | null, teams: string[] = [], disabled = false): { person: Person } => ({
  person: { role, disabled, teams: teams.map((id) => asId<'team'>(id)) },
});

const site = (visibility: string | undefined, hasSpaces = true): Settings => ({
  site: { ...(visibility && { visibility }), hasSpaces },
});

type Case = readonly [what: string, effect: Effect, settings: Settings, reaches: Reach];

const sites: readonly Case[] = [
  ...['public', 'unlisted', 'share-link'].map(
    (visibility): Case => [
      `a closed site with a space becomes ${visibility}`,
      set('site', { visibility: 'visitor-auth' }, { visibility }),
      site('visitor-auth'),
      { opens: 'public' },
    ],
  ),
  ...['unlisted', 'share-link'].map(
    (visibility): Case => [
      `a site becomes public, ${visibility} before`,
      set('site', { visibility }, { visibility: 'public' }),
      site(visibility),
      { opens: 'public' },
    ],
  ),
  [
    'a link needs no key any more',
    set('site', { visibility: 'share-link' }, { visibility: 'unlisted' }),
    {},
    { opens: 'other' },
  ],
  [
    'a public site is closed',
    set('site', { visibility: 'public' }, { visibility: 'visitor-auth' }),
    {},
    { takes: 'public' },
  ],
  [
    'a site without a space becomes public',
    set('site', { visibility: 'visitor-auth' }, { visibility: 'public' }),
    site('visitor-auth', false),
    { opens: 'other' },
  ],
  [
    'the visibility before is not known',
    set('site', unread, { visibility: 'public' }),
    {},
    { opens: 'public', takes: 'public' },
  ],
  ['a new site without a visibility', make('site', { title: 'Docs' }), {}, { opens: 'public' }],
  ['a new site without a space', make('site'), site(undefined, false), { opens: 'other' }],
  [
    'a new site for visitors who sign in',
    make('site', { visibility: 'visitor-auth' }),
    {},
    { opens: 'other' },
  ],
  ['a site that was not read ends', { ...end('site'), before: unread }, {}, { takes: 'public' }],
  ['a site ends', end('site', { visibility: 'unlisted' }), site('unlisted'), { takes: 'public' }],
  [
    'conditions hide nothing any more',
    set('site', { adaptiveContent: { enabled: true } }, { adaptiveContent: { enabled: false } }),
    site('public'),
    { opens: 'public' },
  ],
  [
    'conditions hide nothing any more in a site without a space',
    set('site', { adaptiveContent: { enabled: true } }, { adaptiveContent: { enabled: false } }),
    site('public', false),
    { opens: 'other' },
  ],
  ...['site-space', 'section'].flatMap((kind): Case[] => [
    [
      `a ${kind} keeps its condition`,
      set(kind, { condition: 'visitor.claims.beta' }, { condition: 'visitor.claims.beta' }),
      site('public'),
      {},
    ],
    [
      `a ${kind} of which the condition is not known gets none`,
      set(kind, {}, { condition: null }),
      site('public'),
      { opens: 'public', takes: 'public' },
    ],
    [
      `a ${kind} of which the condition is not known gets one`,
      set(kind, {}, { condition: 'visitor.claims.beta' }),
      site('public'),
      { opens: 'public', takes: 'public' },
    ],
    [
      `a ${kind} gets a condition that is not known, as the one before`,
      set(kind, {}, { condition: chosen }),
      site('public'),
      { opens: 'public', takes: 'public' },
    ],
    [`a ${kind} joins a public site`, make(kind), site('public'), { opens: 'public' }],
    [`a ${kind} joins a site of which nothing is known`, make(kind), {}, { opens: 'public' }],
    [`a ${kind} joins a closed site`, make(kind), site('visitor-auth'), { opens: 'other' }],
    [
      `a ${kind} loses its condition in an unlisted site`,
      set(kind, { condition: 'visitor.claims.beta' }, { condition: null }),
      site('unlisted'),
      { opens: 'public' },
    ],
    [
      `a ${kind} gets a condition`,
      set(kind, { condition: null }, { condition: 'visitor.claims.beta' }),
      site('public'),
      { takes: 'public' },
    ],
    [
      `a ${kind} gets a condition in place of an empty one`,
      set(kind, { condition: '' }, { condition: 'visitor.claims.beta' }),
      site('public'),
      { takes: 'public' },
    ],
    [
      `the condition of a ${kind} becomes empty`,
      set(kind, { condition: 'visitor.claims.beta' }, { condition: '' }),
      site('public'),
      { opens: 'public' },
    ],
    [
      `an empty condition of a ${kind} becomes none`,
      set(kind, { condition: '' }, { condition: null }),
      site('public'),
      {},
    ],
    [
      `a ${kind} gets another condition`,
      set(kind, { condition: 'visitor.claims.beta' }, { condition: 'visitor.claims.staff' }),
      site('share-link'),
      { opens: 'public', takes: 'public' },
    ],
    [`a ${kind} leaves a public site`, end(kind), site('public'), { takes: 'public' }],
  ]),
  [
    'the service makes a first section of what is in the site',
    { ...make('section'), because: 0, basis: 'assumed' },
    site('public'),
    {},
  ],
];

const people: readonly Case[] = [
  [
    'a member becomes an administrator',
    set('member', { role: 'edit' }, { role: 'admin' }),
    person('edit'),
    { opens: 'administrators' },
  ],
  [
    'a member gets a higher role',
    set('member', { role: 'read' }, { role: 'edit' }),
    person('read'),
    { opens: 'other' },
  ],
  [
    'a member gets a lower role',
    set('member', { role: 'edit' }, { role: 'read' }),
    person('edit'),
    { takes: 'other' },
  ],
  [
    'an administrator becomes a reader',
    set('member', { role: 'admin' }, { role: 'read' }),
    person('admin'),
    { takes: 'administrators' },
  ],
  ['a guest gets a role', set('member', { role: null }, { role: 'read' }), person(null), { opens: 'other' }],
  [
    'a guest in a team gets a role, and with it the default level that hides the team',
    set('member', { role: null }, { role: 'read' }),
    {
      ...person(null, ['docs']),
      ...at(
        place(
          'space',
          'guide',
          { defaultLevel: null },
          place('collection', 'product', { teams: [granted('docs', 'edit')] }),
        ),
      ),
    },
    { opens: 'other', takes: 'other' },
  ],
  [
    'somebody who is disabled becomes an administrator',
    set('member', { role: 'read' }, { role: 'admin' }),
    person('read', [], true),
    {},
  ],
  [
    'a member gets a role that the service chooses',
    set('member', { role: 'read' }, { role: chosen }),
    person('read'),
    { opens: 'administrators', takes: 'administrators' },
  ],
  [
    'a member of whom nothing is known gets a role',
    effect('member', 'set', { before: unread, sets: { role: 'comment' }, after: { role: 'comment' } }),
    {},
    { opens: 'other', takes: 'administrators' },
  ],
  [
    'a member of whom nothing is known, in teams without roles, gets a role',
    effect('member', 'set', { before: unread, sets: { role: 'comment' }, after: { role: 'comment' } }),
    { most: null },
    { opens: 'other', takes: 'administrators' },
  ],
  [
    'a guest in any teams gets a role, and with it default levels that may hide the roles of teams',
    set('member', { role: null }, { role: 'read' }),
    {},
    { opens: 'other', takes: 'administrators' },
  ],
  ['nobody becomes a member', set('member', null, { role: 'admin' }), {}, {}],
  ['a guest without a team leaves', end('member', { role: null }), { ...person(null), most: null }, {}],
  [
    'a guest leaves who reaches a place by default',
    end('member', { role: null }),
    { ...person(null, ['docs']), ...at(place('space', 'guide', { teams: [granted('docs', 'edit')] })) },
    { takes: 'other' },
  ],
  ['a member leaves', end('member', { role: 'edit', sso: false }), person('edit'), { takes: 'other' }],
  ['a member signs in otherwise', set('member', { sso: false }, { sso: true }), person('edit'), {}],
  [
    'a person joins a team that may do everything somewhere',
    set('team-member', null, { role: 'member' }),
    { ...person('read'), most: 'admin' },
    { opens: 'administrators' },
  ],
  [
    'a person joins a team of which nothing is known',
    set('team-member', null, { role: 'member' }),
    person('read'),
    { opens: 'administrators' },
  ],
  [
    'a person joins a team that may edit',
    set('team-member', null, { role: 'member' }),
    { ...person('read'), most: 'edit' },
    { opens: 'other' },
  ],
  [
    'a person joins a team with a level that the tool does not know',
    set('team-member', null, { role: 'member' }),
    { ...person('read'), most: 'publish' },
    { opens: 'administrators' },
  ],
  [
    'a person joins a team without roles',
    set('team-member', null, { role: 'member' }),
    { ...person('read'), most: null },
    {},
  ],
  [
    'an administrator joins a team',
    set('team-member', null, { role: 'member' }),
    { ...person('admin'), most: 'admin' },
    {},
  ],
  [
    'somebody who is disabled joins a team',
    set('team-member', null, { role: 'member' }),
    { ...person('read', [], true), most: 'admin' },
    {},
  ],
  [
    'a person joins a new team',
    { ...make('team-member'), ids: { org: 'org', team: theMade, user: 'user' } },
    {},
    {},
  ],
  [
    'a member of a team becomes its owner',
    set('team-member', { role: 'member' }, { role: 'owner' }),
    { ...person('read'), most: 'admin' },
    { opens: 'other' },
  ],
  [
    'an owner of a team becomes its member',
    set('team-member', { role: 'owner' }, { role: 'member' }),
    { ...person('read'), most: 'admin' },
    { takes: 'other' },
  ],
  [
    'a person leaves a team that may edit',
    end('team-member', { role: 'member' }),
    { ...person('read', ['docs']), most: 'edit' },
    { takes: 'other' },
  ],
  ['nobody leaves a team', effect('team-member', 'end', {}), { ...person('read'), most: 'admin' }, {}],
];

const level = (defaultLevel: string | null) => set('collection', {}, { defaultLevel });
const teamRole = (role: unknown) => set('collection-team', null, { role });

const places: readonly Case[] = [
  ['a default level of all', level('admin'), at(product), { opens: 'administrators' }],
  [
    'a default level below the roles of many, and above those of others',
    level('comment'),
    at(product),
    { opens: 'other', takes: 'other' },
  ],
  [
    'reading by default, in the place of each role',
    level('read'),
    { ...at(product), ...highest },
    { takes: 'other' },
  ],
  ['a default level rises', level('edit'), productWith({ defaultLevel: 'read' }), { opens: 'other' }],
  [
    'a default level of the place is that above',
    level('read'),
    productWith({}, place('collection', 'all', { defaultLevel: 'read' })),
    {},
  ],
  [
    'a default level of a place that is not known',
    level('read'),
    {},
    { opens: 'administrators', takes: 'administrators' },
  ],
  ['a team gets a role', teamRole('read'), { ...at(product), ...highest }, { opens: 'other' }],
  [
    'a team gets a role that is nearer than others',
    teamRole('read'),
    { ...at(product), ...precedence },
    { opens: 'other', takes: 'other' },
  ],
  [
    'a team gets a role, whichever rules hold',
    teamRole('read'),
    at(product),
    { opens: 'other', takes: 'other' },
  ],
  ['a team may do everything', teamRole('admin'), at(product), { opens: 'administrators' }],
  [
    'a team may do less',
    teamRole('read'),
    { ...productWith({ teams: [granted('docs', 'admin')] }), ...highest },
    { takes: 'administrators' },
  ],
  ['a team gets the role of a guest', teamRole(null), at(product), {}],
  [
    'a team gets a role that the service chooses',
    teamRole(chosen),
    at(product),
    { opens: 'administrators', takes: 'administrators' },
  ],
  [
    'a role of a team ends',
    end('collection-team', { role: 'edit' }),
    { ...productWith({ teams: [granted('docs', 'edit')] }), ...highest },
    { takes: 'other' },
  ],
  [
    'a collection goes into another one',
    effect('collection', 'place', { sets: { parent: 'all' }, after: { parent: 'all' } }),
    { ...at(product), ...highest, into: place('collection', 'all', { teams: [granted('docs', 'admin')] }) },
    { opens: 'administrators' },
  ],
  [
    'a collection goes away from the near role of one team, and to a role of another team, for people in both',
    effect('collection', 'place', { sets: { parent: 'new' }, after: { parent: 'new' } }),
    {
      ...productWith(
        {},
        place(
          'collection',
          'near',
          { teams: [granted('docs', 'read')] },
          place('collection', 'far', { defaultLevel: null, teams: [granted('platform', 'admin')] }),
        ),
      ),
      ...precedence,
      into: place('collection', 'new', { defaultLevel: null, teams: [granted('platform', 'edit')] }),
    },
    { opens: 'other', takes: 'administrators' },
  ],
  [
    'a collection leaves the one that it is in',
    effect('collection', 'place', { sets: { parent: null }, after: { parent: null } }),
    {
      ...productWith({}, place('collection', 'all', { teams: [granted('docs', 'admin')] })),
      ...highest,
    },
    { takes: 'administrators' },
  ],
  [
    'a collection goes into one that is not known',
    effect('collection', 'place', { sets: { parent: 'all' }, after: { parent: 'all' } }),
    at(product),
    { opens: 'administrators', takes: 'administrators' },
  ],
  [
    'a default level that the service chooses',
    set('collection', {}, { defaultLevel: chosen }),
    at(product),
    { opens: 'administrators', takes: 'administrators' },
  ],
  [
    'a team gets a higher role above a place where it has one, whichever rules hold',
    { ...teamRole('admin'), ids: { collection: 'all', team: 'docs' } },
    productWith({ teams: [granted('docs', 'read')] }, place('collection', 'all')),
    { opens: 'administrators' },
  ],
  [
    'a team gets a role beside a higher one of another team',
    teamRole('read'),
    {
      ...productWith({ defaultLevel: null, teams: [granted('platform', 'edit')] }),
      ...highest,
    },
    { opens: 'other' },
  ],
  [
    'a default level is no access, where there was none before',
    level(null),
    { ...productWith({ defaultLevel: 'inherit' }), ...precedence },
    { takes: 'other' },
  ],
  ['a collection gets another place in its list', effect('collection', 'place', { at: {} }), at(product), {}],
  [
    'a collection goes to another organization',
    set('collection', {}, { organization: 'org_other', parent: null }),
    at(product),
    { opens: 'other', takes: 'other' },
  ],
  ['a new collection', make('collection', { title: 'New' }), {}, {}],
  ['a collection ends', end('collection'), at(product), { takes: 'other' }],
  ['a collection of which nothing is known ends', end('collection'), {}, { takes: 'administrators' }],
];

const others: readonly Case[] = [
  [
    'the default role of a provider rises',
    set('saml', { defaultRole: 'read' }, { defaultRole: 'edit' }),
    {},
    { opens: 'other' },
  ],
  [
    'the default role of a provider is that of administrators',
    set('saml', { defaultRole: null }, { defaultRole: 'admin' }),
    {},
    { opens: 'administrators' },
  ],
  [
    'the default role of a provider falls',
    set('saml', { defaultRole: 'admin' }, { defaultRole: 'read' }),
    {},
    { takes: 'administrators' },
  ],
  [
    'a provider without a default role gets one that the service chooses',
    set('saml', { defaultRole: null }, { defaultRole: chosen }),
    {},
    { opens: 'administrators' },
  ],
  [
    'a provider gets a team',
    set('saml', { defaultTeam: null }, { defaultTeam: 'docs' }),
    { most: 'edit' },
    { opens: 'other' },
  ],
  [
    'a provider gets a team of which nothing is known',
    set('saml', { defaultTeam: null }, { defaultTeam: 'docs' }),
    {},
    { opens: 'administrators' },
  ],
  [
    'a provider gets a team without roles',
    set('saml', { defaultTeam: null }, { defaultTeam: 'docs' }),
    { most: null },
    {},
  ],
  [
    'a provider keeps its values',
    set('saml', { defaultRole: 'admin', certificate: 'A' }, { defaultRole: 'admin', certificate: 'A' }),
    {},
    {},
  ],
  [
    'a provider of which no value is known gets one',
    set('saml', unread, { certificate: 'A' }),
    {},
    { opens: 'other', takes: 'other' },
  ],
  [
    'a provider has another certificate',
    set('saml', { certificate: 'A' }, { certificate: 'B' }),
    {},
    { opens: 'other', takes: 'other' },
  ],
  [
    'a new provider whose role is not known',
    make('saml', { label: 'New', defaultRole: chosen }),
    {},
    { opens: 'administrators' },
  ],
  [
    'another service tells a provider who people are',
    set('saml', { ssoURL: 'https://a.example' }, { ssoURL: 'https://b.example' }),
    {},
    { opens: 'other', takes: 'other' },
  ],
  ['a provider with other words', set('saml', { label: 'Old' }, { label: 'New' }), {}, {}],
  ['a new provider', make('saml', { label: 'New', defaultRole: null }), {}, { opens: 'other' }],
  ['a provider ends', end('saml', { defaultRole: 'read', defaultTeam: null }), {}, { takes: 'other' }],
  ['an integration is installed', make('installation'), {}, { opens: 'other' }],
  ['an installation ends', end('installation'), {}, { takes: 'other' }],
  [
    'an integration may do more',
    set(
      'integration',
      { visibility: 'private', target: 'all', organization: 'org', scopes: [] },
      { visibility: 'private', target: 'all', organization: 'org', scopes: ['space:content:read'] },
    ),
    {},
    { opens: 'other' },
  ],
  ['an integration is made', make('integration'), {}, { opens: 'other' }],
  ['an integration ends', end('integration', { visibility: 'private' }), {}, { takes: 'other' }],
  ...(
    [
      ['is found by others', { visibility: 'public' }, { opens: 'other' }],
      ['may do less', { scopes: [] }, { takes: 'other' }],
      ['is for other things', { target: 'space' }, { opens: 'other', takes: 'other' }],
      ['is of another organization', { organization: 'other' }, { opens: 'other', takes: 'other' }],
      ['has the same values', { scopes: ['space:content:read'] }, {}],
    ] as const
  ).map(([what, sets, reaches]): Case => {
    const before = {
      visibility: 'private',
      target: 'all',
      organization: 'org',
      scopes: ['space:content:read'],
    };
    return [`an integration ${what}`, set('integration', before, sets), {}, reaches];
  }),
  ['a space is exported', set('git', { url: 'https://a.example' }, { url: chosen }), {}, { opens: 'other' }],
  ['a team gets another title', set('team', { title: 'Old' }, { title: 'New' }), {}, {}],
  ['pages are replaced', effect('space', 'content', { before: unread, after: unread }), {}, {}],
];

describe.each([
  ['sites', sites],
  ['people', people],
  ['places', places],
  ['what lets others in', others],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_, one, settings, reaches) => {
    expect(reach(one, settings)).toEqual(reaches);
  });
});
