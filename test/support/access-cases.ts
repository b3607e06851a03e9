import { asId } from '../../src/api/contract/ids.ts';
import type { AccessPlace } from '../../src/domain/access/places.ts';
import type { Person } from '../../src/domain/access/rules.ts';
import { type GeneratedOrganization, generatedAdmin } from './organizations.ts';

const [teamA, teamB] = [asId<'team'>('team_a'), asId<'team'>('team_b')];
const enabled = { disabled: false };

/** The people of the cases, as they are called in the table. */
const people = {
  editor: { ...enabled, role: 'edit', teams: [] },
  member: { ...enabled, role: 'read', teams: [teamA] },
  guest: { ...enabled, role: null, teams: [teamA] },
  'in two teams': { ...enabled, role: 'read', teams: [teamA, teamB] },
  disabled: { disabled: true, role: 'edit', teams: [teamA] },
  administrator: { ...enabled, role: 'admin', teams: [teamA] },
} as const satisfies Record<string, Person>;

type Called = keyof typeof people;

const place = (
  kind: AccessPlace['kind'],
  id: string,
  parent: string | null,
  { level = 'inherit', teams = {} }: { level?: string | null; teams?: Record<string, string> } = {},
): AccessPlace => ({
  kind,
  id: asId<typeof kind>(id),
  parent: parent === null ? null : asId<'collection'>(parent),
  defaultLevel: level,
  teams: Object.entries(teams).map(([team, of]) => ({
    team: { kind: 'team', id: asId<'team'>(team) },
    level: of,
  })),
});

/** One organization in which rule sets differ. */
export const caseOrganization: GeneratedOrganization = {
  people: Object.values(people),
  collections: [
    place('collection', 'product', null, { teams: { team_a: 'edit' } }),
    place('collection', 'vault', 'product', { level: null }),
  ],
  spaces: [
    place('space', 'top', null),
    place('space', 'guide', 'product'),
    place('space', 'faq', 'product', { level: 'read' }),
    place('space', 'notes', 'product', { teams: { team_a: 'read' } }),
    place('space', 'secret', 'vault'),
    place('space', 'two', 'product', { teams: { team_a: 'comment', team_b: 'review' } }),
  ],
  caller: generatedAdmin,
};

/** The ids of the people, by what they are called. */
export const caseUsers = Object.keys(people).map((called, at) => [called as Called, `user_${at}`] as const);

const none = [null, null, null, null, null, null];
const admin = ['admin', 'admin', 'admin', 'admin', 'admin', 'admin'];

/** The levels in top, guide, faq, notes, secret and two, by the rule set. Each rule set has its table. */
export const caseLevels: Readonly<Record<string, Readonly<Record<Called, readonly (string | null)[]>>>> = {
  highest: {
    editor: ['edit', 'edit', 'read', 'edit', null, 'edit'],
    member: ['read', 'edit', 'edit', 'edit', 'edit', 'edit'],
    guest: [null, 'edit', 'edit', 'edit', 'edit', 'edit'],
    'in two teams': ['read', 'edit', 'edit', 'edit', 'edit', 'review'],
    disabled: none,
    administrator: admin,
  },
  precedence: {
    editor: ['edit', 'edit', 'read', 'edit', null, 'edit'],
    member: ['read', 'edit', 'read', 'read', null, 'comment'],
    guest: [null, 'edit', 'edit', 'read', 'edit', 'comment'],
    'in two teams': ['read', 'edit', 'read', 'read', null, 'review'],
    disabled: none,
    administrator: admin,
  },
};
