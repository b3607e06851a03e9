import { chosen } from '../../../src/model/effects/facts.ts';
import { type Case, effect, end, expectReaches, make, set, site, unread } from './cases.ts';

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

expectReaches([
  ['sites', sites],
  ['what lets others in', others],
]);
