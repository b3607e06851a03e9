/** The organization of every history: small, so that a history is read at a glance. */
export const org = 'org_small';
export const people = ['ada', 'grace', 'linus', 'kim', 'yuki'] as const;
export const teams = ['docs', 'design', 'empty'] as const;
export const spaces = ['handbook', 'guides', 'rest', 'drafts'] as const;
export const levels = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** What differs between the organizations of histories. */
export interface Shape {
  /** The role of each person in the organization; Ada is an administrator. */
  readonly roles: readonly (string | null)[];
  /** For each team, the role of each person in it. */
  readonly memberships: readonly (readonly ('owner' | 'member' | null)[])[];
  /** For each team, its role on the collection, and on each space. */
  readonly grants: readonly (readonly (string | null)[])[];
  readonly hasSections: boolean;
  readonly hasProvider: boolean;
}

const created_at = '2026-01-15T12:00:00.000Z';

/** Returns an organization as a fixture of the sandbox. */
export function fixtureOf({ roles, memberships, grants, hasSections, hasProvider }: Shape): string {
  const withTeam = <Row>(rowOf: (team: string, at: number) => (Row | undefined)[]) =>
    teams.flatMap((team, at) => rowOf(`team_${team}`, at)).filter((row) => row !== undefined);
  const published = ['handbook', 'guides', 'rest'];
  const tables = {
    meta: [
      { name: 'org', value: org },
      { name: 'caller', value: 'user_ada' },
    ],
    organizations: [{ id: org, title: 'Small', hostname: 'small', created_at, doc: '{}' }],
    users: people.map((name) => ({
      id: `user_${name}`,
      display_name: name,
      email: `${name}@small.example`,
      search: `${name} ${name}@small.example`,
    })),
    members: people.map((name, at) => ({
      org,
      user: `user_${name}`,
      role: at === 0 ? 'admin' : (roles[at - 1] ?? null),
      joined_at: created_at,
    })),
    teams: teams.map((name) => ({ id: `team_${name}`, org, title: name, search: name, created_at })),
    team_members: withTeam((team, at) =>
      people.map((name, person) => {
        const role = memberships[at]?.[person];
        return role ? { team, org, user: `user_${name}`, role } : undefined;
      }),
    ),
    collections: [{ id: 'col_all', org, position: 0, title: 'All', created_at }],
    spaces: spaces.map((name, position) => ({
      id: `space_${name}`,
      org,
      collection: position < 3 ? 'col_all' : null,
      position: position < 3 ? position : 1,
      title: name,
      visibility: 'public',
      edit_mode: 'live',
      revision: `rev_${name}`,
      created_at,
      updated_at: created_at,
    })),
    revisions: spaces.map((name) => ({
      id: `rev_${name}`,
      space: `space_${name}`,
      type: 'initial',
      parents: '[]',
      created_at,
    })),
    collection_teams: withTeam((team, at) => {
      const role = grants[at]?.[0];
      return [role ? { collection: 'col_all', team, role } : undefined];
    }),
    space_teams: withTeam((team, at) =>
      spaces.map((name, place) => {
        const role = grants[at]?.[place + 1];
        return role ? { space: `space_${name}`, team, role } : undefined;
      }),
    ),
    sites: [
      {
        id: 'site_docs',
        org,
        type: 'basic',
        title: 'Docs',
        search: 'docs',
        basename: 'docs',
        visibility: 'unlisted',
        share_key: 'share-docs',
        created_at,
      },
    ],
    site_sections: hasSections
      ? ['learn', 'build'].map((path, position) => ({
          id: `section_${path}`,
          site: 'site_docs',
          position,
          title: path,
          path,
          is_default: position === 0 ? 1 : 0,
        }))
      : [],
    site_spaces: published.map((name, at) => ({
      id: `sitesp_${name}`,
      site: 'site_docs',
      ...(hasSections && { section: at < 2 ? 'section_learn' : 'section_build' }),
      space: `space_${name}`,
      position: hasSections && at === 2 ? 0 : at,
      path: name,
      is_default: at === 0 || (hasSections && at === 2) ? 1 : 0,
    })),
    custom_fields: [
      {
        id: 'field_owner',
        org,
        name: 'owner',
        type: 'text',
        title: 'Owner',
        created_at,
        updated_at: created_at,
      },
    ],
    custom_field_values: [{ space: 'space_guides', field: 'field_owner', value: '"docs"' }],
    saml_providers: hasProvider
      ? [
          {
            id: 'saml_one',
            org,
            label: 'Sign-on',
            default_team: 'team_docs',
            default_role: 'read',
            created_at,
          },
        ]
      : [],
  };
  return JSON.stringify({ format: 'docs-admin-sandbox', version: 1, tables });
}
