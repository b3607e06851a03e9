import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import type { MembershipChange } from '../../../src/domain/memberships/membership.ts';
import type { PersonFacts } from '../../../src/domain/people.ts';
import { type GuardLimits, judge, type Losses, needsOtherMembers } from '../../../src/work/guards/judge.ts';
import { enoughFor, newOwnersToKnow } from '../../../src/work/guards/rules.ts';

const user = (id: string) => asId<'user'>(id);
const people = (all: Readonly<Record<string, PersonFacts>>) =>
  new Map(Object.entries(all).map(([id, person]) => [user(id), person] as const));
const usual: GuardLimits = { maxRemovals: undefined, allowOwnerless: false };
const anyPart: GuardLimits = { ...usual, maxRemovals: { percent: 100 } };

/** Expects the messages of all objections. */
function expectHeld(losses: Losses, limits: GuardLimits, messages: readonly string[]): void {
  expect(judge(losses, limits).map(({ message }) => message)).toEqual(messages);
}

/** A team of members, the first of whom are owners, and whose last ones leave it. */
const team = (title: string, size: number, removed: number, owners = 1) => ({
  label: `team "${title}"`,
  people: people({}),
  present: new Map(
    Array.from({ length: size }, (_, at) => [user(`u${at}`), at < owners ? 'owner' : 'member'] as const),
  ),
  changes: Array.from(
    { length: removed },
    (_, at): MembershipChange => ({ user: user(`u${size - 1 - at}`), from: 'member', to: null }),
  ),
});

describe('memberships', () => {
  test.each<[string, Losses, GuardLimits, string[]]>([
    ['20 % of a team is fine', { teams: [team('A', 10, 2)] }, usual, []],
    [
      'more than 20 % of a team',
      { teams: [team('A', 10, 3), team('B', 90, 0)] },
      usual,
      ['it would end 3 of 10 memberships of team "A"; 20 % are allowed'],
    ],
    ['any part of a small team', { teams: [team('A', 9, 8)] }, usual, []],
    [
      'a part of a small team where none is too small',
      { teams: [team('A', 9, 2)] },
      { ...usual, smallest: 1 },
      ['it would end 2 of 9 memberships of team "A"; 20 % are allowed'],
    ],
    [
      'more than 20 % of several small teams',
      { teams: [team('A', 5, 2), team('B', 5, 1)] },
      usual,
      ['it would end 3 of 10 memberships in all; 20 % are allowed'],
    ],
    [
      'that part, with the other teams of the work',
      { teams: [team('A', 5, 2), team('B', 5, 1)], otherMembers: 5 },
      usual,
      [],
    ],
    ['50 in all are fine', { teams: [team('A', 300, 50)] }, usual, []],
    [
      'more than 50 in all',
      { teams: [team('A', 300, 51)] },
      usual,
      ['it would end 51 memberships; 50 are allowed'],
    ],
    ['a number lifts both', { teams: [team('A', 300, 200)] }, { ...usual, maxRemovals: { count: 200 } }, []],
    [
      'a number may be too small',
      { teams: [team('A', 300, 3)] },
      { ...usual, maxRemovals: { count: 2 } },
      ['it would end 3 memberships; 2 are allowed'],
    ],
    [
      'a percentage lifts the number',
      { teams: [team('A', 300, 90)] },
      { ...usual, maxRemovals: { percent: 30 } },
      [],
    ],
    [
      'a percentage may be too small',
      { teams: [team('A', 300, 90)] },
      { ...usual, maxRemovals: { percent: 29 } },
      ['it would end 90 of 300 memberships of team "A"; 29 % are allowed'],
    ],
  ])('%s', (_, losses, limits, messages) => expectHeld(losses, limits, messages));
});

describe('owners who become members', () => {
  const lowered = (at: number): MembershipChange => ({ user: user(`u${at}`), from: 'owner', to: 'member' });
  const less = { ...team('A', 10, 2, 5), changes: [0, 1, 2].map(lowered) };

  test('count as what ends does, in words of their own', () => {
    expectHeld({ teams: [less] }, usual, [
      'it would lower the roles of 3 of 10 members of team "A"; 20 % are allowed',
    ]);
    const both = { ...less, changes: [...less.changes, ...team('A', 10, 1).changes] };
    expectHeld({ teams: [both] }, usual, [
      'it would end or lower 4 of 10 memberships of team "A"; 20 % are allowed',
    ]);
  });

  test('are called so in the sum of several teams', () => {
    const small = (title: string) => ({ ...team(title, 5, 0, 3), changes: [0, 1].map(lowered) });
    expectHeld({ teams: [small('A'), small('B')] }, usual, [
      'it would lower the roles of 4 of 10 members in all; 20 % are allowed',
    ]);
    expectHeld({ teams: [small('A'), team('B', 5, 1)] }, usual, [
      'it would end or lower 3 of 10 memberships in all; 20 % are allowed',
    ]);
  });
});

describe('owners of a team', () => {
  const owned = (
    change: { changes?: MembershipChange[]; leaving?: string[] },
    persons: Readonly<Record<string, PersonFacts>> = {},
  ): Losses => {
    const { changes = [], leaving = [] } = change;
    const present = new Map([
      [user('ada'), 'owner'],
      [user('bo'), 'member'],
    ]);
    return {
      teams: [{ label: 'team "A"', present, changes, leaving: leaving.map(user), people: people(persons) }],
    };
  };
  const ends: MembershipChange = { user: user('ada'), from: 'owner', to: null };
  const lowered: MembershipChange = { user: user('ada'), from: 'owner', to: 'member' };
  const makes = (id: string): MembershipChange => ({ user: user(id), from: null, to: 'owner' });
  const refused = ['team "A" would lose its last owner: ada'];

  test.each<[string, Losses, string[]]>([
    ['the last one goes', owned({ changes: [ends] }), refused],
    ['the last one becomes a member', owned({ changes: [lowered] }), refused],
    ['the last one leaves the organization', owned({ leaving: ['ada'] }), refused],
    ['a member becomes one', owned({ changes: [ends, { ...makes('bo'), from: 'member' }] }), []],
    ['a known person becomes one', owned({ changes: [ends, makes('cy')] }, { cy: {} }), []],
    ['an unknown person becomes one', owned({ changes: [ends, makes('cy')] }), refused],
    [
      'a disabled person becomes one',
      owned({ changes: [ends, makes('cy')] }, { cy: { disabled: true } }),
      refused,
    ],
    [
      'the new one leaves the organization',
      owned({ changes: [ends, makes('bo')], leaving: ['bo'] }),
      refused,
    ],
    ['a disabled one goes', owned({ changes: [ends] }, { ada: { disabled: true } }), []],
    ['a team has none', { teams: [team('A', 3, 3, 0)] }, []],
    ['all go', { teams: [team('A', 3, 3, 2)] }, ['team "A" would lose all 2 of its owners: u0 and u1']],
    [
      'a team loses it with a person only',
      { teamsOfLeaving: owned({ leaving: ['ada'] }).teams ?? [] },
      refused,
    ],
  ])('%s', (_, losses, messages) => {
    expectHeld(losses, anyPart, messages);
    expectHeld(losses, { ...anyPart, allowOwnerless: true }, []);
  });
});

describe('administrators', () => {
  const admins = people({ ada: { name: 'Ada' }, bo: {}, cy: { disabled: true } });
  const losing = (leaving: string[], demoted: string[] = []): Losses => ({
    people: [
      {
        ...{ org: 'acme', leaving: leaving.map(user), demoted: demoted.map(user) },
        ...{ people: people({}), admins, total: undefined },
      },
    ],
  });
  const refused = ['acme would lose all 2 of its administrators: Ada (ada) and bo'];

  test.each<[string, Losses, string[]]>([
    ['one goes', losing(['ada']), []],
    ['all who are enabled go', losing(['ada', 'bo']), refused],
    ['all who are enabled go or are lowered', losing(['ada'], ['bo', 'dee']), refused],
    ['a disabled one goes', losing(['cy']), []],
  ])('%s', (_, losses, messages) =>
    expectHeld(losses, { maxRemovals: { count: 100 }, allowOwnerless: true }, messages),
  );
});

test('no flag lets the last administrator or the last sign-on provider go', () => {
  const admins = people({ ada: {} });
  const [leaving, demoted, total] = [[user('ada')], [], undefined];
  const losses = {
    people: [{ org: 'acme', leaving, demoted, people: admins, admins, total }],
    providers: [{ org: 'acme', titles: ['Okta'], all: 1 }],
  };
  expect(judge(losses, anyPart).map(({ lifts, hint }) => [lifts, hint?.code])).toEqual([
    [undefined, 'make-administrator'],
    [undefined, 'make-provider'],
  ]);
});

test('the last sign-on provider stays', () => {
  const providers = (titles: string[], all: number) => ({ providers: [{ org: 'acme', titles, all }] });
  expectHeld(providers([], 0), anyPart, []);
  expectHeld(providers(['Okta'], 2), anyPart, []);
  expectHeld(providers(['Okta'], 1), anyPart, ['acme would lose its only sign-on provider, "Okta"']);
  expectHeld(providers(['Okta', 'Entra'], 2), anyPart, ['acme would lose all 2 of its sign-on providers']);
});

describe('people who leave, and things', () => {
  const sections = { act: 'delete', word: 'section', words: 'sections', where: ' of site_a', names: ['s'] };
  const leaving = ['ada', 'bo', 'cy'].map(user);
  const person = {
    ...{ org: 'acme', leaving, demoted: [], admins: people({}), total: 10 },
    people: people({ ada: { name: 'Ada' } }),
  };

  test('count for their kind and in all', () => {
    const losses = { people: [person], things: [{ ...sections, lost: 48, total: 400 }] };
    expectHeld(losses, usual, [
      'it would remove 3 members and delete 48 sections; 50 are allowed',
      'it would remove 3 of 10 members of acme: Ada (ada), bo and cy; 20 % are allowed',
    ]);
  });

  test('in members whose roles are lowered, as well', () => {
    const demoted = { ...person, leaving: [], demoted: leaving };
    expectHeld({ people: [demoted] }, usual, [
      'it would lower the roles of 3 of 10 members of acme: Ada (ada), bo and cy; 20 % are allowed',
    ]);
  });

  test('memberships of people who leave are no part of what all teams lose', () => {
    const gone = ['u4', 'u3'].map(user);
    const teams = [team('A', 5, 2), team('B', 5, 2)];
    expectHeld({ teams }, usual, ['it would end 4 of 10 memberships in all; 20 % are allowed']);
    expectHeld({ teams, people: [{ ...person, leaving: gone }] }, usual, []);
  });

  test('a thing of a kind whose number does not matter', () =>
    expectHeld({ things: [{ ...sections, lost: 50, total: undefined }] }, usual, []));

  test('are counted once, whatever they are a part of', () => {
    const teams = [team('A', 300, 26), team('B', 300, 25)];
    const held = judge({ teams, otherMembers: 1 }, usual);
    expect(held).toEqual([
      {
        message: 'it would end 51 memberships; 50 are allowed',
        lifts: [{ limit: 'maxRemovals', count: 51 }],
      },
    ]);
    expectHeld({ teams: [team('A', 300, 25), team('B', 300, 25)] }, usual, []);
  });
});

describe('a list that cannot be read', () => {
  const unread = (...limits: ('maxRemovals' | 'allowOwnerless')[]) => ({
    unread: [{ what: 'the members of team t', why: 'the token may not read it', limits }],
  });
  const message = 'it is unknown what is lost: the token may not read it';

  test.each<[string, Losses, Partial<GuardLimits>, string[]]>([
    ['refuses', unread('maxRemovals', 'allowOwnerless'), {}, [message]],
    [
      'refuses with one of two flags',
      unread('maxRemovals', 'allowOwnerless'),
      { allowOwnerless: true },
      [message],
    ],
    [
      'refuses a percentage: no one knows of how many',
      unread('maxRemovals'),
      { maxRemovals: { percent: 99 } },
      [message],
    ],
    ['is allowed by a number', unread('maxRemovals'), { maxRemovals: { count: 1 } }, []],
    ['is allowed by all of them', unread('maxRemovals'), { maxRemovals: { percent: 100 } }, []],
    ['is allowed by nothing', unread(), { maxRemovals: { count: 1 }, allowOwnerless: true }, [message]],
  ])('%s', (_, losses, limits, messages) => expectHeld(losses, { ...usual, ...limits }, messages));

  test('names the flags that are missing, with the number of all losses', () => {
    const losses = { ...unread('maxRemovals', 'allowOwnerless'), teams: [team('A', 300, 7)] };
    expect(judge(losses, { ...usual, allowOwnerless: true })).toEqual([
      { message, lifts: [{ limit: 'maxRemovals', count: 7 }] },
    ]);
  });
});

describe('what is read only if an answer depends on it', () => {
  test.each<[number, GuardLimits['maxRemovals'], number | undefined]>([
    [2, undefined, undefined],
    [3, undefined, 15],
    [51, undefined, undefined],
    [7, { percent: 30 }, 24],
    [2, { count: 1 }, undefined],
    [2000, { count: 3000 }, undefined],
  ])('how many must be there for a loss of %i with the limit %j', (lost, limit, enough) =>
    expect(enoughFor(lost, limit)).toBe(enough),
  );

  test('the other members of teams, where they decide', () => {
    const teams = [team('A', 5, 2), team('B', 5, 1)];
    expect(needsOtherMembers({ teams }, usual)).toBe(true);
    expect(needsOtherMembers({ teams: [team('A', 5, 1), team('B', 5, 1)] }, usual)).toBe(false);
    expect(needsOtherMembers({ teams }, { ...usual, maxRemovals: { count: 1 } })).toBe(false);
  });

  test('new owners of teams that lose all others', () => {
    const one = team('A', 3, 0);
    const makes = ['u1', 'new', 'known'].map((id): MembershipChange => {
      return { user: user(id), from: null, to: 'owner' };
    });
    const ends: MembershipChange = { user: user('u0'), from: 'owner', to: null };
    const known = people({ known: { disabled: true } });
    const asked = (changes: MembershipChange[]) => newOwnersToKnow({ ...one, people: known, changes });
    expect(asked([ends, ...makes.slice(1)])).toEqual(['new']);
    expect(asked([ends, ...makes])).toEqual([]);
    expect(asked(makes)).toEqual([]);
  });
});
