const [org, time] = ['org_acme', '2026-01-15T12:00:00.000Z'];

/** @type {<Value>(count: number, make: (at: number) => Value) => Value[]} */
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
/** @param {number} at */
const padded = (at) => String(at).padStart(6, '0');

/**
 * The rows of a sandbox with an organization of this size: each member is in two teams, each collection and space has
 * two teams, each section one space. All is made by the numbers alone.
 *
 * @param {{ members: number, teams: number, spaces: number, collections: number, sites: number, sections: number }} size
 */
export function organizationFixture({ members, teams, spaces, collections, sites, sections }) {
  /** @param {number} at */
  const email = (at) => `member.${padded(at)}@acme.example`;
  /** @type {(place: string, count: number) => object[]} */
  const granted = (place, count) =>
    many(count * 2, (at) => ({
      [place]: `${place === 'space' ? 'space' : 'col'}_${at >> 1}`,
      team: `team_${(at * 7) % teams}`,
      role: at % 2 ? 'edit' : 'read',
    }));
  const tables = {
    meta: [
      { name: 'org', value: org },
      { name: 'caller', value: `user_${padded(0)}` },
    ],
    organizations: [{ id: org, title: 'Acme', hostname: 'acme', created_at: time, doc: '{}' }],
    users: many(members, (at) => ({
      id: `user_${padded(at)}`,
      display_name: `Member ${at}`,
      email: email(at),
      search: `member ${at}\n${email(at)}`,
    })),
    members: many(members, (at) => ({
      org,
      user: `user_${padded(at)}`,
      role: at === 0 ? 'admin' : at % 2 ? 'read' : 'edit',
      disabled: 0,
      joined_at: time,
    })),
    teams: many(teams, (at) => ({
      id: `team_${at}`,
      org,
      title: `Team ${at}`,
      search: `team ${at}`,
      created_at: time,
    })),
    team_members: many(members * 2, (at) => ({
      team: `team_${(at + (at % 2) * 7) % teams}`,
      org,
      user: `user_${padded(at >> 1)}`,
      role: at < teams * 2 ? 'owner' : 'member',
    })),
    collections: many(collections, (at) => ({
      id: `col_${at}`,
      org,
      position: at,
      title: `Collection ${at}`,
      default_level: 'read',
      created_at: time,
    })),
    spaces: many(spaces, (at) => ({
      id: `space_${at}`,
      org,
      collection: `col_${at % collections}`,
      position: Math.floor(at / collections),
      title: `Space ${at}`,
      visibility: 'public',
      edit_mode: 'live',
      revision: `rev_${at}`,
      created_at: time,
      updated_at: time,
    })),
    revisions: many(spaces, (at) => ({
      id: `rev_${at}`,
      space: `space_${at}`,
      type: 'initial',
      parents: '[]',
      created_at: time,
    })),
    collection_teams: granted('collection', collections),
    space_teams: granted('space', spaces),
    sites: many(sites, (at) => ({
      id: `site_${at}`,
      org,
      type: 'ultimate',
      title: `Site ${at}`,
      search: `site ${at}`,
      basename: `site-${at}`,
      visibility: 'public',
      share_key: `key${at}`,
      adaptive_content: 0,
      created_at: time,
      doc: '{}',
    })),
    site_sections: many(sites * sections, (at) => ({
      id: `sec_${at}`,
      site: `site_${Math.floor(at / sections)}`,
      position: at % sections,
      title: `Section ${at % sections}`,
      path: `section-${at % sections}`,
      is_default: at % sections === 0 ? 1 : 0,
    })),
    site_spaces: many(sites * sections, (at) => ({
      id: `ss_${at}`,
      site: `site_${Math.floor(at / sections)}`,
      section: `sec_${at}`,
      space: `space_${at % spaces}`,
      position: 0,
      path: 'docs',
      is_default: 1,
    })),
  };
  return { format: 'docs-admin-sandbox', version: 1, tables };
}
