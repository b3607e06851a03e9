import { asId } from '../../src/api/contract/ids.ts';
import type { AccessDocument, Beside } from '../../src/documents/access/document.ts';
import { type AccessPlace, targetsOf } from '../../src/domain/access/places.ts';
import { type RuleSet, usualRuleSet } from '../../src/domain/access/rule-sets.ts';

interface Member {
  readonly name: string;
  readonly email?: string;
  readonly role: string | null;
  readonly teams?: readonly string[];
  readonly disabled?: boolean;
}

interface Place {
  readonly title: string;
  readonly in?: string;
  readonly default?: string | null;
  readonly teams?: Readonly<Record<string, string>>;
}

/** An organization in short: all things are named by their ids. */
export interface Organization {
  readonly title?: string;
  readonly rules?: RuleSet;
  readonly people: Readonly<Record<string, Member>>;
  readonly teams: Readonly<Record<string, string>>;
  readonly collections?: Readonly<Record<string, Place>>;
  readonly spaces: Readonly<Record<string, Place>>;
  readonly beside?: Readonly<Record<string, Beside>>;
}

/** Returns the document of an organization that was read completely. */
export function accessDocument(organization: Organization): AccessDocument {
  const { title = 'Acme', rules, people, teams, collections = {}, spaces, beside = {} } = organization;
  const places = (kind: AccessPlace['kind'], all: Readonly<Record<string, Place>>): AccessPlace[] =>
    Object.entries(all).map(([id, place]) => ({
      kind,
      id: asId<typeof kind>(id),
      title: place.title,
      parent: place.in === undefined ? undefined : asId<'collection'>(place.in),
      defaultLevel: place.default === undefined ? 'inherit' : place.default,
      teams: Object.entries(place.teams ?? {}).map(([team, level]) => ({
        team: { kind: 'team', id: asId<'team'>(team), title: teams[team] },
        level,
      })),
    }));
  const facts: AccessDocument['facts'] = {
    organization: { kind: 'organization', id: 'org_acme' },
    people: new Map(
      Object.entries(people).map(([id, { name, email = null, role, teams: own = [], disabled = false }]) => [
        id,
        { role, teams: own.map((team) => asId<'team'>(team)), disabled, user: { displayName: name, email } },
      ]),
    ),
    targets: targetsOf(places('collection', collections), places('space', spaces)),
  };
  return {
    organization: { id: 'org_acme', title },
    taken: '2026-05-01T10:00:00.000Z',
    base: [
      { label: 'Default role', value: 'read' },
      { label: 'Single sign-on', value: 'required' },
    ],
    rules: rules ?? usualRuleSet,
    facts,
    teams: new Map(Object.entries(teams).map(([id, title]) => [asId<'team'>(id), title])),
    beside: new Map(Object.entries(beside)),
    differing: [],
    unsure: new Set(),
    level: 'read',
    notes: [],
    unknown: [],
    incomplete: new Set(),
  };
}

/** A small organization with one of everything. */
export const acme: Organization = {
  people: {
    user_ada: { name: 'Ada Lovelace', email: 'ada@acme.test', role: 'admin', teams: ['team_core'] },
    user_grace: {
      name: 'Grace Hopper',
      email: 'grace@acme.test',
      role: 'read',
      teams: ['team_docs', 'team_core'],
    },
    user_alan: { name: 'Alan Turing', email: 'alan@acme.test', role: 'edit', teams: ['team_docs'] },
    user_mary: { name: 'Mary Jackson', email: 'mary@partner.test', role: null, teams: ['team_partners'] },
    user_edsger: {
      name: 'Edsger Dijkstra',
      email: 'edsger@acme.test',
      role: 'comment',
      disabled: true,
      teams: ['team_docs'],
    },
    user_radia: { name: 'Radia Perlman', email: 'radia@acme.test', role: 'read' },
    user_barbara: {
      name: 'Barbara Liskov',
      email: 'barbara@acme.test',
      role: 'create',
      teams: ['team_core', 'team_partners'],
    },
    user_margaret: { name: 'Margaret Hamilton', email: 'margaret@acme.test', role: 'review' },
  },
  teams: { team_docs: 'Documentation', team_core: 'Core engineering', team_partners: 'Partners' },
  collections: {
    col_product: { title: 'Product', default: 'read', teams: { team_docs: 'edit' } },
    col_api: { title: 'API', in: 'col_product', teams: { team_core: 'review' } },
    col_people: { title: 'People', default: null },
  },
  spaces: {
    space_handbook: { title: 'Handbook', in: 'col_product' },
    space_changelog: {
      title: 'Changelog',
      in: 'col_product',
      default: 'comment',
      teams: { team_partners: 'comment' },
    },
    space_reference: { title: 'API reference', in: 'col_api', teams: { team_docs: 'create' } },
    space_guides: { title: 'Guides', in: 'col_api', default: null, teams: { team_partners: 'read' } },
    space_payroll: { title: 'Payroll', in: 'col_people' },
    space_hiring: { title: 'Hiring', in: 'col_people', teams: { team_core: 'read' } },
    space_welcome: { title: 'Welcome' },
  },
  beside: {
    space_handbook: {
      sites: [{ id: 'site_docs', title: 'Acme Docs', visibility: 'public' }],
      integrations: ['GitHub Sync', 'Slack'],
    },
    space_reference: {
      sites: [
        { id: 'site_docs', title: 'Acme Docs', visibility: 'public' },
        { id: 'site_partners', title: 'Partner portal', visibility: 'share-link' },
      ],
      integrations: ['OpenAPI'],
    },
    space_guides: {
      sites: [{ id: 'site_partners', title: 'Partner portal', visibility: 'share-link' }],
      integrations: [],
    },
  },
};
