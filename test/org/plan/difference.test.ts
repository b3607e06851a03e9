import { expect, test } from 'vitest';
import type { OrganizationDocument } from '../../../src/org/plan/document.ts';
import { planDifferences } from '../../../src/org/plan/show/difference.ts';

type Plan = Pick<OrganizationDocument, 'changes' | 'withheld' | 'objections' | 'unknown' | 'opens'>;
type Change = Plan['changes'][number];

const plan = (parts: Partial<Plan>): Plan => ({
  changes: [],
  withheld: [],
  objections: [],
  unknown: [],
  opens: [],
  ...parts,
});

const site = (...fields: Change['fields']): Change => ({
  ...{ action: 'update', kind: 'site', name: 'Acme Docs', id: 'site_docs' },
  fields,
});
const visibility = (before: unknown, after: unknown) => ({ field: 'visibility', before, after });
const grant = (role: string): Change => ({
  ...{ action: 'grant', kind: 'team-member', name: 'Docs: kim@acme.example', id: 'user_kim' },
  fields: [{ field: 'role', before: null, after: role }],
});
const team: Change = {
  ...{ action: 'create', kind: 'team', name: 'New' },
  fields: [
    { field: 'icon', before: null, after: 'x' },
    { field: 'default-level', before: null, after: 'read' },
  ],
};
const tokyo = { action: 'delete', kind: 'team', name: 'Tokyo', id: 'team_tokyo' } as const;
const reason = 'needs --delete';

test.each<[string, Partial<Plan>, Partial<Plan>, string[]]>([
  [
    'changes that only one of them has',
    { changes: [site(visibility('public', 'unlisted'))] },
    { changes: [team, grant('owner')] },
    [
      'now also: create team New',
      'now also: grant member Docs: kim@acme.example (owner)',
      'no longer: update site Acme Docs, visibility: public → unlisted',
    ],
  ],
  [
    'values before and after',
    { changes: [site(visibility('public', 'unlisted')), grant('member')] },
    { changes: [site(visibility('share-link', 'unlisted')), grant('owner')] },
    [
      'changed: update site Acme Docs, visibility: share-link → unlisted (was: public → unlisted)',
      'changed: grant member Docs: kim@acme.example (owner) (was: member)',
    ],
  ],
  [
    'fields of one change',
    { changes: [site(visibility('public', 'unlisted'), { field: 'basename', before: 'a', after: 'b' })] },
    { changes: [site({ field: 'icon', before: null, after: 'x' }, visibility('public', 'unlisted'))] },
    ['now also: update site Acme Docs, icon: none → x', 'no longer: update site Acme Docs, basename: a → b'],
  ],
  [
    'long values, where the difference is not in what is shown',
    { changes: [site({ field: 'basename', before: null, after: `${'x'.repeat(80)}1` })] },
    { changes: [site({ field: 'basename', before: null, after: `${'x'.repeat(80)}2` })] },
    [`changed: update site Acme Docs, basename: none → ${'x'.repeat(59)}… (was: another value)`],
  ],
  [
    'another thing of the same name',
    { changes: [site(visibility('public', 'unlisted'))] },
    { changes: [{ ...site(visibility('public', 'unlisted')), id: 'site_2' }] },
    ['changed: update site Acme Docs: site_2 (was: site_docs)'],
  ],
  [
    'a deletion that is withheld',
    { changes: [{ ...tokyo, fields: [] }] },
    { withheld: [{ ...tokyo, reason }] },
    ['no longer: delete team Tokyo', 'now also withheld: delete team Tokyo: needs --delete'],
  ],
  [
    'a deletion that is not withheld any more',
    { withheld: [{ ...tokyo, reason }] },
    { changes: [{ ...tokyo, fields: [] }] },
    ['now also: delete team Tokyo', 'no longer withheld: delete team Tokyo: needs --delete'],
  ],
  [
    'what cannot be read, and what holds the plan back',
    { unknown: [{ kind: 'organization', name: 'org_acme', part: 'saml', reason: '403' }] },
    {
      unknown: [{ kind: 'team', name: 'Docs', part: 'team-member', reason: '500' }],
      objections: [
        { message: 'it would end 6 of 24 memberships', flag: '--max-removals 6' },
        { message: 'no administrator would be left' },
      ],
    },
    [
      'now also unknown: members of team Docs: 500',
      'no longer unknown: SAML providers of org_acme: 403',
      'now also held back: it would end 6 of 24 memberships (allowed with --max-removals 6)',
      'now also held back: no administrator would be left (nothing allows it)',
    ],
  ],
  [
    'the order alone',
    { changes: [team, grant('owner')] },
    { changes: [grant('owner'), team] },
    ['the same changes in another order'],
  ],
  [
    'two changes of one name, of which one is gone',
    { changes: [grant('owner'), grant('owner')] },
    { changes: [grant('owner')] },
    ['no longer: grant member Docs: kim@acme.example (owner)'],
  ],
])('the difference of two plans names %s', (_, earlier, now, lines) => {
  expect(planDifferences(plan(earlier), plan(now))).toEqual(lines);
});
