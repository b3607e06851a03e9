import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import type { AccessPlace } from '../../../src/domain/access/places.ts';
import { reach } from '../../../src/domain/reach/reach.ts';
import type { Fields, Ids, Touch } from '../../../src/model/effects/facts.ts';
import { createNow } from '../../../src/work/reach/now.ts';
import { reachChangesIn } from '../../../src/work/reach/reach-changes.ts';
import type { ReachReads } from '../../../src/work/reach/reach-reads.ts';

const made = '$made 0 id';

const collection = (id: string, parent: string | null, more: Partial<AccessPlace> = {}) =>
  ({
    ...{ kind: 'collection', id: asId<'collection'>(id), defaultLevel: 'inherit', parent, teams: [] },
    ...more,
  }) as AccessPlace;

/** What was read before; nothing, but for what is given. */
const around = (given: Partial<ReachReads> = {}): ReachReads => ({
  before: () => null,
  thing: () => undefined,
  rights: () => ({ most: 'edit' }),
  isAdministrator: () => false,
  collections: new Map(),
  spaces: new Map(),
  spacesIn: () => undefined,
  spaceOf: new Map(),
  titleOf: () => undefined,
  filled: new Set(),
  isEachPersonOnce: false,
  ...given,
});

type Done = readonly [
  kind: string,
  ids: Ids,
  change: Touch['change'],
  sets?: Fields,
  known?: Fields | null | undefined,
];

/** Judges requests one after the other. Returns the last effect, with what is around it. */
function last(given: Partial<ReachReads>, ...all: readonly Done[]) {
  const now = createNow(around(given));
  const effects = all.map(([kind, ids, change, sets, known], place) => {
    const effect = now.effectOf({ touch: { kind, ids, change, ...(sets && { sets }) }, place, known });
    const found = { effect, settings: now.settingsOf(effect), rights: now.rightsOf(effect) };
    const is = { asBefore: now.isAsBefore(effect), onEmpty: now.isOnEmpty(effect) };
    now.leave(effect);
    return { ...found, ...is };
  });
  return effects.at(-1) as (typeof effects)[number];
}

describe('the values before', () => {
  const site = { org: 'o', site: 'site_a' };
  const before = () => ({ visibility: 'public' });

  test('are those that were read, those that a request says, or those that an earlier one has left', () => {
    const set = (visibility: string, known?: Fields): Done => ['site', site, 'set', { visibility }, known];
    expect(last({ before }, set('unlisted')).effect.before).toEqual({ visibility: 'public' });
    expect(last({ before }, set('unlisted', { visibility: 'share-link' })).effect.before).toEqual({
      visibility: 'share-link',
    });
    expect(last({ before }, set('unlisted'), set('public', { visibility: 'x' })).effect.before).toEqual({
      visibility: 'unlisted',
    });
  });

  test('of what is made are none, and what the service chooses is the usual', () => {
    expect(last({ before }, ['site', site, 'make', { title: 'New' }]).effect).toMatchObject({
      ...{ before: null, after: { title: 'New', visibility: 'public' } },
    });
    expect(last({}, ['saml', { org: 'o' }, 'make', { label: 'New' }]).effect.after).toEqual({
      ...{ label: 'New', defaultRole: null, defaultTeam: null },
    });
  });

  test('of what the same work makes are not read', () => {
    const fresh = { org: 'o', site: made };
    expect(last({ before }, ['site', fresh, 'set', { visibility: 'unlisted' }]).effect.before).toEqual({
      visibility: null,
    });
    const member = { org: 'o', team: made, user: 'user_a' };
    expect(last({ before }, ['team-member', member, 'set', { role: 'member' }]).effect.before).toBeNull();
  });

  test('of what ends are left, and then nothing is there', () => {
    const ended = last({ before }, ['site', site, 'end']).effect;
    expect([ended.before, ended.after]).toEqual([{ visibility: 'public' }, null]);
    expect(last({ before }, ['site', site, 'end'], ['site', site, 'set', {}]).effect.before).toBeNull();
  });
});

describe('the place of a role', () => {
  const collections = new Map([
    [
      'all',
      collection('all', null, {
        teams: [{ team: { kind: 'team', id: asId<'team'>('docs') }, level: 'read' }],
      }),
    ],
    ['guides', collection('guides', 'all')],
  ]);
  const role = (id: string, team: string, level: string | null): Done => [
    ...(['collection-team', { collection: id, team }, 'set', { role: level }] as const),
  ];
  const grants = (...all: readonly Done[]) => {
    const [target] = last({ collections }, ...all).settings.places ?? [];
    const own = (one: typeof target): unknown[] =>
      one ? [one.place.teams.map(({ team, level }) => `${team.id} ${level}`), ...own(one.above)] : [];
    return own(target);
  };

  test('has those of the collections above', () => {
    expect(grants(role('guides', 'docs', 'edit'))).toEqual([[], ['docs read']]);
  });

  test('has the roles that earlier requests have given', () => {
    expect(grants(role('all', 'docs', 'edit'), role('guides', 'x', 'edit'))).toEqual([[], ['docs edit']]);
    expect(grants(role('all', 'docs', null), role('guides', 'x', 'edit'))).toEqual([[], ['docs null']]);
    expect(grants(role('guides', 'x', 'edit'), role('guides', 'y', 'edit'))).toEqual([
      ['x edit'],
      ['docs read'],
    ]);
  });

  test('is where earlier requests have put it, and never in a circle', () => {
    const move = (id: string, parent: string | null): Done => [
      ...(['collection', { collection: id }, 'place', { parent }] as const),
    ];
    expect(grants(move('guides', null), role('guides', 'x', 'edit'))).toEqual([[]]);
    expect(grants(move('all', 'guides'), role('guides', 'x', 'edit'))).toEqual([[], ['docs read']]);
  });

  test('of a space is in the collection that holds it, and has the default level of the space', () => {
    const ids = { space: 'space_a', team: 'docs' };
    const spaces = new Map([['space_a', { parent: asId<'collection'>('guides'), defaultLevel: 'read' }]]);
    const before = () => ({ role: 'comment' });
    const { places = [] } = last({ collections, spaces, before }, [
      'space-team',
      ids,
      'set',
      { role: 'edit' },
    ]).settings;
    expect(places[0]?.place).toMatchObject({ defaultLevel: 'read', teams: [{ level: 'comment' }] });
    expect(places[0]?.above?.place.id).toBe('guides');
  });

  test('goes into a collection that is known', () => {
    const move: Done = ['collection', { collection: 'guides' }, 'place', { parent: 'all' }];
    expect(last({ collections }, move).settings.into?.place.id).toBe('all');
    expect(last({}, move).settings).not.toHaveProperty('into');
  });
});

describe('a new collection', () => {
  const make: Done = ['collection', { collection: made }, 'make', { title: 'New' }];
  const level: Done = ['collection', { collection: made }, 'set', { defaultLevel: 'admin' }];

  test('is open as the one above until something is in it', () => {
    expect(last({}, make).effect).toMatchObject({
      ...{ change: 'set', before: { defaultLevel: 'inherit', parent: null } },
    });
    expect(last({}, make, level).onEmpty).toBe(true);
    const fill: Done = ['collection', { collection: 'guides' }, 'place', { parent: made }];
    expect(last({}, make, fill, level).onEmpty).toBe(false);
    const move: Done = ['collection', { collection: made }, 'place', { parent: 'guides' }];
    expect(last({}, make, move).asBefore).toBe(true);
    expect(last({}, fill).asBefore).toBe(false);
  });
});

describe('the most that a team may do', () => {
  const join = (team: string, user = 'user_a'): Done => [
    ...(['team-member', { org: 'o', team, user }, 'set', { role: 'member' }] as const),
  ];
  const give: Done = ['space-team', { space: 's', team: 'docs' }, 'set', { role: 'admin' }];
  const most = (given: Partial<ReachReads>, ...all: readonly Done[]) => last(given, ...all).settings.most;

  test('is what was read, or what earlier requests have given', () => {
    expect(most({}, join('docs'))).toBe('edit');
    expect(most({}, give, join('docs'))).toBe('admin');
    expect(most({ rights: () => ({ most: null }) }, join('docs'))).toBeNull();
    expect(most({}, join(made))).toBeNull();
  });

  test('is not known where it cannot be read, and why', () => {
    const { settings, rights } = last({ rights: () => ({ unknown: '403' }) }, join('docs'));
    expect([settings.most, rights]).toEqual([undefined, { unknown: '403' }]);
    expect(last({ rights: () => ({ unknown: '403' }) }, join(made)).rights).toEqual({ most: null });
  });

  test('is that of the default team of a provider', () => {
    const provider = (defaultTeam: string | null): Done => [
      ...(['saml', { org: 'o', provider: 'p' }, 'set', { defaultTeam }] as const),
    ];
    expect(most({}, provider('docs'))).toBe('edit');
    expect(most({}, provider(null))).toBeNull();
  });

  test('does not matter to an administrator, as requests leave the role', () => {
    const isAdministrator = (user: string, of?: string) => user === 'user_a' && of === 'o';
    const member = (role: string): Done => ['member', { org: 'o', user: 'user_a' }, 'set', { role }];
    const isAdmin = (given: Partial<ReachReads>, ...all: readonly Done[]) =>
      last(given, ...all).settings.person?.role === 'admin';
    expect(isAdmin({ isAdministrator }, join('docs'))).toBe(true);
    expect(isAdmin({}, join('docs'))).toBe(false);
    expect(isAdmin({}, member('admin'), join('docs'))).toBe(true);
    expect(isAdmin({ isAdministrator }, member('read'), join('docs'))).toBe(false);
    expect(isAdmin({ isAdministrator }, join('docs', 'user_b'))).toBe(false);
  });
});

describe('a site', () => {
  const open = (id: string): Done => ['site', { org: 'o', site: id }, 'set', { visibility: 'public' }];
  const publish: Done = ['site-space', { org: 'o', site: made }, 'make', { spaceId: 'space_a' }];
  const site = (given: Partial<ReachReads>, ...all: readonly Done[]) => last(given, ...all).settings.site;

  test('has no space until one is published', () => {
    expect(site({}, open(made))?.hasSpaces).toBe(false);
    expect(site({}, publish, open(made))?.hasSpaces).toBeUndefined();
    expect(site({ filled: new Set([made]) }, open(made))?.hasSpaces).toBeUndefined();
    expect(site({}, open('site_a'))?.hasSpaces).toBeUndefined();
  });

  test('has the visibility that earlier requests have left', () => {
    const join: Done = ['section', { org: 'o', site: 'site_a' }, 'make', {}];
    const before = () => ({ visibility: 'visitor-auth' });
    expect(site({ before }, join)).toEqual({ visibility: 'visitor-auth' });
    expect(site({ before }, open('site_a'), join)).toEqual({ visibility: 'public' });
  });

  test('shows a space already', () => {
    const spacesIn = () => [
      {
        id: 'space_a',
        siteSpace: 'a',
        title: undefined,
        section: undefined,
        hasCondition: false,
        isHidden: false,
      },
    ];
    expect(last({ spacesIn }, publish).asBefore).toBe(true);
    expect(last({}, publish).asBefore).toBe(false);
    const section: Done = ['section', { org: 'o', site: 's', section: 'new' }, 'make', {}];
    expect(last({ spacesIn, spaceOf: new Map([['new', 'space_a']]) }, section).asBefore).toBe(true);
    const end: Done = ['site-space', { org: 'o', site: 's' }, 'end', { spaceId: 'space_a' }];
    expect(last({ spacesIn }, end).asBefore).toBe(false);
  });
});

describe('what people have to know', () => {
  const found = (is: 'opens' | 'takes', given: Partial<ReachReads>, ...all: readonly Done[]) => {
    const { effect, settings } = last(given, ...all);
    return reachChangesIn(is, effect, (one) => reach(one, settings), {}).map(
      ({ field, grade, state, before, after }) => {
        return [field, grade, state, before, after];
      },
    );
  };
  const provider = { org: 'o', provider: 'p' };

  test('is each field that opens something by itself', () => {
    const before = () => ({ defaultRole: 'read', defaultTeam: null, label: 'Old', certificate: 'A' });
    const sets = { defaultRole: 'admin', defaultTeam: 'docs', label: 'New', certificate: 'A' };
    expect(found('opens', { before }, ['saml', provider, 'set', sets])).toEqual([
      ['defaultRole', 'administrators', 'changed', 'read', 'admin'],
      ['defaultTeam', 'other', 'changed', null, 'docs'],
    ]);
  });

  test('is judged for each field as if the others had stayed', () => {
    const all = collection('all', null, {
      teams: [{ team: { kind: 'team', id: asId<'team'>('docs') }, level: 'admin' }],
    });
    const before = () => ({ defaultLevel: 'read', parent: null });
    const collections = new Map([
      ['all', all],
      ['guides', collection('guides', null, { defaultLevel: 'read' })],
    ]);
    const sets = { defaultLevel: 'edit', parent: 'all' };
    expect(
      found('opens', { before, collections }, ['collection', { collection: 'guides' }, 'set', sets]),
    ).toEqual([
      ['defaultLevel', 'other', 'changed', 'read', 'edit'],
      ['parent', 'administrators', 'changed', null, 'all'],
    ]);
  });

  test('is the whole of what is new, or ends', () => {
    expect(found('opens', {}, ['site', { org: 'o', site: 's' }, 'make', { title: 'New' }])).toEqual([
      ['visibility', 'public', 'new', null, 'public'],
    ]);
    const before = () => ({ role: 'edit' });
    const end: Done = ['space-team', { space: 's', team: 'docs' }, 'end'];
    expect(found('takes', { before }, end)).toEqual([['role', 'other', 'ended', 'edit', null]]);
  });
});
