import { chosen, theMade } from '../../../src/model/effects/facts.ts';
import {
  at,
  type Case,
  effect,
  end,
  expectReaches,
  granted,
  highest,
  make,
  person,
  place,
  precedence,
  product,
  productWith,
  set,
  unread,
} from './cases.ts';

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
    'someone who is disabled becomes an administrator',
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
  ['no one becomes a member', set('member', null, { role: 'admin' }), {}, {}],
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
    'someone who is disabled joins a team',
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
  ['no one leaves a team', effect('team-member', 'end', {}), { ...person('read'), most: 'admin' }, {}],
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

expectReaches([
  ['people', people],
  ['places', places],
]);
