import { expect, test } from 'vitest';
import { effectOf, isCreation } from '../../../src/api/contract/effect.ts';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import { anyOperation } from '../../../src/api/contract/operations/any.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { conflictGroups, conflictKeysOf, sequenceKeysOf } from '../../../src/model/effects/conflicts.ts';
import type { Touch } from '../../../src/model/effects/facts.ts';
import { touches } from '../../../src/model/effects/things.ts';
import { anyInput, choicesOf } from '../../support/any-request.ts';
import { demoThings } from '../../support/sandbox-state.ts';

interface Request {
  readonly op: Operation;
  readonly input: AnyInput;
}

const changing = operations.filter((op) => effectOf(op) !== 'read');
const pairsOfTwo = 12;

const inSite = ['section', 'section-group', 'site-space'];
/** The thing that a part is changed with. */
const wholeOf: Readonly<Record<string, (ids: Touch['ids']) => unknown>> = {
  'team-member': ({ team }) => ['team', team],
  'space-field': ({ space }) => ['space', space],
  'adaptive-schema': ({ site }) => ['site', site],
  git: ({ space }) => ['space', space],
  content: ({ space, changeRequest }) => ['change-request', changeRequest, space],
};
/** The kind of a field's thing: whoever sets it needs that thing. */
const namedIn: Readonly<Record<string, string>> = {
  parent: 'collection',
  defaultTeam: 'team',
  spaceId: 'space',
  sectionId: 'section',
  sectionGroup: 'section-group',
  defaultSiteSection: 'section',
  defaultSiteSpace: 'site-space',
};
const parameterOf: Readonly<Record<string, string>> = {
  member: 'user',
  'section-group': 'group',
  'site-space': 'siteSpace',
  saml: 'provider',
  openapi: 'spec',
  'custom-field': 'field',
  'change-request': 'changeRequest',
  'translation-language': 'language',
};
const ties = ['team-member', 'collection-team', 'space-team', 'space-field'];

function whole({ kind, ids }: Touch): string {
  const { org: _, ...own } = ids;
  return JSON.stringify(wholeOf[kind]?.(ids) ?? [kind, ...Object.values(own).toReversed()]);
}

/** Tells whether one request ends a thing that another one is in, or names. */
function endsFor(one: Touch, other: Touch): boolean {
  if (one.change !== 'end' || ties.includes(one.kind)) return false;
  const key = parameterOf[one.kind] ?? one.kind;
  const { org: _, [key]: own, ...around } = one.ids;
  const isNear = Object.entries(around).every(([name, id]) => other.ids[name] === id);
  const names = Object.entries(other.sets ?? {}).some(
    ([field, id]) => namedIn[field] === one.kind && id === own,
  );
  return isNear && (other.ids[key] === own || names);
}

/** Tells whether one request ends a collection, or gives it away: who knows what is in it? */
function takesAlong({ kind, change, sets = {} }: Touch, other: Touch): boolean {
  const takes = kind === 'collection' && (change === 'end' || 'organization' in sets);
  const { space, collection } = other.ids;
  return takes && (other.kind === 'site-space' || space !== undefined || collection !== undefined);
}

const reorders = ({ change, sets = {}, kind }: Touch) =>
  change !== 'set' || 'sectionGroup' in sets || (kind === 'collection' && 'parent' in sets);

function touchSame(one: Touch, other: Touch): boolean {
  if (takesAlong(one, other) || takesAlong(other, one)) return true;
  const isMade = [one, other].some(({ ids }) => Object.values(ids).includes('$made'));
  if (isMade) return false;
  const [list, otherList] = [one, other].map(({ kind, ids }) =>
    kind === 'collection' ? kind : inSite.includes(kind) ? ids.site : undefined,
  );
  if (list !== undefined && list === otherList && (reorders(one) || reorders(other))) return true;
  const hasNoId = [one, other].some(
    ({ kind, change, ids }) => change === 'make' && ids[parameterOf[kind] ?? kind] === undefined,
  );
  if (!hasNoId && whole(one) === whole(other)) return true;
  return endsFor(one, other) || endsFor(other, one);
}

const meet = ([one = [], other = []]: readonly (readonly string[])[]) =>
  one.some((key) => other.includes(key));

test('two requests have a common key if, and only if, they touch the same thing', () => {
  const things = demoThings();
  const choices = choicesOf(1);
  const wrong: unknown[] = [];
  let conflicts = 0;
  for (const [at, first] of changing.entries())
    for (const second of changing.slice(at))
      for (let time = 0; time < pairsOfTwo; time++) {
        const one: Request = { op: first, input: anyInput(choices, things, first) };
        const drawn = anyInput(choices, things, second);
        const shared = Object.entries(one.input.params ?? {}).filter(
          ([name]) => name in (drawn.params ?? {}),
        );
        const isNear = time % 3 > 0;
        const params = { ...drawn.params, ...(isNear && Object.fromEntries(shared)) };
        const other: Request = { op: second, input: { ...drawn, params } };
        const [ofOne, ofOther] = [one, other].map(({ op, input }) => touches(op, input));
        const expected = ofOne?.some((touch) => ofOther?.some((another) => touchSame(touch, another)));
        const found = meet(conflictKeysOf([one, other]));
        if (found) conflicts++;
        if (found !== expected) wrong.push({ found, one: ofOne, other: ofOther });
      }
  expect(wrong).toEqual([]);
  expect(conflicts).toBeGreaterThan(1000);
});

const request = (id: string, params: AnyInput['params'], body?: unknown): Request => ({
  op: changing.find((op) => op.id === id) as Operation,
  input: { ...(params && { params }), body },
});
const site = { org: 'org_acme', site: 'site_docs' };
const team = { org: 'org_acme', team: 'team_docs' };

test('the id of an operation says whether it makes a thing in a list', () => {
  const things = demoThings();
  const making = changing.filter(
    (op) => touches(op, anyInput(choicesOf(2), things, op))[0]?.change === 'make',
  );
  expect(making).toEqual(changing.filter(({ id }) => isCreation(id)));
});

test('things in one list may change at once until a request changes their order', () => {
  const update = (section: string) => request('sections.update', { ...site, section }, { title: 'News' });
  const updates = [update('section_a'), update('section_b')];
  expect(meet(conflictKeysOf(updates))).toBe(false);
  const move = request('sections.move', { ...site, section: 'section_c' }, { position: {} });
  expect(meet(conflictKeysOf([...updates, move]))).toBe(true);
});

const inTeam = (user: string) => request('teams.members.set', { ...team, user }, { role: 'owner' });
const inSection = (section: string, body: object) => request('sections.update', { ...site, section }, body);
const newTeam = request('teams.create', { org: 'org_acme' }, { title: 'New', members: ['user_ada'] });
const endTeam = request('teams.delete', team);

test.each<[what: string, one: Request, other: Request, meets: boolean]>([
  ['two members of a team', inTeam('user_ada'), inTeam('user_kim'), true],
  ['members of new teams', newTeam, newTeam, false],
  [
    'the end of a team, and its role on a space',
    endTeam,
    request('spaces.permissions.set', { space: 'space_a', team: 'team_docs' }, { role: 'read' }),
    true,
  ],
  [
    'the end of a team, and a provider that names it',
    endTeam,
    request('saml.update', { org: 'org_acme', provider: 'saml_a' }, { defaultTeam: 'team_docs' }),
    true,
  ],
  [
    'the end of a team, and a provider that names another one',
    endTeam,
    request('saml.update', { org: 'org_acme', provider: 'saml_a' }, { defaultTeam: 'team_support' }),
    false,
  ],
  [
    'a section that goes into a group, and another section',
    request('section-groups.add-section', { ...site, group: 'group_a' }, { sectionId: 'section_a' }),
    inSection('section_b', { title: 'News' }),
    true,
  ],
  [
    'the default of a section, and another section',
    inSection('section_a', { defaultSiteSpace: 'sitespace_a' }),
    inSection('section_b', { title: 'News' }),
    false,
  ],
])('at once or one after the other: %s', (_, one, other, meets) => {
  expect(meet(conflictKeysOf([one, other]))).toBe(meets);
});

test('requests to addresses that the contract does not have run one after another', () => {
  const any = (path: string): Request => ({ op: anyOperation('POST', path, false), input: {} });
  expect(meet(conflictKeysOf([any('/v1/one'), any('/v1/two')]))).toBe(true);
  expect(conflictKeysOf([{ op: anyOperation('GET', '/v1/one', false), input: {} }])).toEqual([[]]);
});

test('requests are in one group with all that they must not run with', () => {
  const merge = (changeRequest: string) =>
    request('change-requests.merge', { space: 'space_a', changeRequest });
  const rename = (changeRequest: string) =>
    request('change-requests.update', { space: 'space_a', changeRequest }, { subject: 'New' });
  const keys = conflictKeysOf([merge('cr_a'), merge('cr_b'), rename('cr_b'), rename('cr_c')]);
  const [first, second, third, fourth] = conflictGroups(keys);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test.each([
  ['sites.update', site, { title: 'Docs' }, ['"site_docs"']],
  ['sections.create', site, { spaceId: 'space_a' }, ['"site_docs"']],
  ['sites.create', { org: 'org_acme' }, { title: 'New', spaces: ['space_a'] }, ['new site']],
  ['saml.create', { org: 'org_acme' }, { label: 'New' }, ['new saml']],
  ['teams.create', { org: 'org_acme' }, { title: 'New', members: ['user_ada'] }, []],
  ['teams.members.update', team, { add: ['user_ada', 'user_kim'] }, ['"team_docs"']],
  ['spaces.permissions.set', { space: 'space_a', team: 'team_docs' }, { role: 'read' }, ['"team_docs"']],
  ['collections.create', { org: 'org_acme' }, { title: 'New' }, ['collections in order']],
])('changes of a plan with %s run after others with the same key', (id, params, body, keys) => {
  const { op, input } = request(id, params, body);
  expect(sequenceKeysOf(touches(op, input))).toEqual(keys);
});
