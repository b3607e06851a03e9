import { expect, test } from 'vitest';
import type { AnyInput, Operation } from '../../src/api/contract/operation.ts';
import { deleteCollection, transferCollection } from '../../src/api/contract/operations/collections.ts';
import { removeMember } from '../../src/api/contract/operations/members.ts';
import { deleteSectionGroup } from '../../src/api/contract/operations/section-groups.ts';
import { createSection, deleteSection } from '../../src/api/contract/operations/sections.ts';
import { createSiteSpace, deleteSiteSpace } from '../../src/api/contract/operations/site-spaces.ts';
import { deleteTeam } from '../../src/api/contract/operations/teams.ts';
import { demoStore, statedStore } from '../support/demo-store.ts';
import { sandboxClient } from '../support/sandbox-client.ts';

const inDocs = { org: 'org_acme', site: 'site_docs' };
const inHandbook = { org: 'org_acme', site: 'site_handbook' };
const product = { collection: 'col_product' };

/** Requests, and what they change only where what is assumed of the service happens. */
const cases: readonly (readonly [what: string, op: Operation, input: AnyInput, query: string])[] = [
  ['the spaces of a collection', deleteCollection, { params: product }, 'SELECT id FROM spaces'],
  [
    'the collections in a collection',
    deleteCollection,
    { params: product },
    `SELECT id FROM collections WHERE id <> 'col_product'`,
  ],
  [
    'what a collection contains, in its organization',
    transferCollection,
    { params: product, body: { organization: 'org_globex' } },
    `SELECT id, org FROM spaces UNION SELECT id, org FROM collections WHERE id <> 'col_product'`,
  ],
  [
    'the sites of spaces that were in a collection',
    transferCollection,
    { params: product, body: { organization: 'org_globex' } },
    'SELECT id, space FROM site_spaces',
  ],
  [
    'the roles of a team',
    deleteTeam,
    { params: { org: 'org_acme', team: 'team_docs' } },
    `SELECT collection AS place, team, role FROM collection_teams
     UNION SELECT space, team, role FROM space_teams`,
  ],
  [
    'the memberships of a person in teams',
    removeMember,
    { params: { org: 'org_acme', user: 'user_linus' } },
    'SELECT team, user FROM team_members',
  ],
  [
    'the site spaces of a section',
    deleteSection,
    { params: { ...inDocs, section: 'section_guides' } },
    'SELECT id FROM site_spaces',
  ],
  [
    'a site without a default section',
    deleteSection,
    { params: { ...inDocs, section: 'section_guides' } },
    `SELECT id FROM site_sections WHERE is_default AND id <> 'section_guides'`,
  ],
  [
    'the group that a section names',
    deleteSectionGroup,
    { params: { ...inDocs, group: 'group_learn' } },
    'SELECT id, section_group FROM site_sections',
  ],
  [
    'site spaces at the root of a site, and no first section of them',
    createSection,
    { params: inHandbook, body: { spaceId: 'space_guides' } },
    `SELECT id FROM site_spaces WHERE section IS NULL`,
  ],
  [
    'a section without a default',
    deleteSiteSpace,
    { params: { ...inDocs, siteSpace: 'sitesp_guides' } },
    `SELECT id FROM site_spaces WHERE is_default AND id <> 'sitesp_guides'`,
  ],
  [
    'a site without a default',
    createSiteSpace,
    { params: { org: 'org_acme', site: 'site_new' }, body: { spaceId: 'space_guides' } },
    `SELECT id FROM site_spaces WHERE is_default`,
  ],
];

test.each(cases)('%s: stays where only what is stated happens', async (_, op, input, query) => {
  const stays = await Promise.all(
    [demoStore(), statedStore()].map(async (store) => {
      store.run(
        `INSERT INTO sites (id, org, type, title, search, basename, visibility, share_key, created_at)
         VALUES ('site_new', 'org_acme', 'basic', 'New', 'new', 'new', 'public', 'key', '2026-01-15T00:00:00.000Z')`,
      );
      const before = store.all(query);
      await sandboxClient(store).call(op, input);
      const after = store.all(query);
      store.close();
      return JSON.stringify(after) === JSON.stringify(before);
    }),
  );
  expect(stays).toEqual([false, true]);
});
