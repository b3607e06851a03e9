import { sandboxOrg } from '../identity.ts';
import type { Store } from '../store/store.ts';
import { day } from './time.ts';

const collections: readonly [id: string, parent: string | null, title: string, level: string | null][] = [
  ['col_product', null, 'Product', 'edit'],
  ['col_api', 'col_product', 'API & SDKs', null],
  ['col_legacy', 'col_api', 'Legacy (v1), do not edit', 'read'],
  ['col_internal', null, 'Internal 内部', 'read'],
  ['col_empty', null, 'Empty', null],
];

const spaces: readonly [
  id: string,
  collection: string | null,
  title: string,
  emoji: string | null,
  visibility: string,
][] = [
  ['space_handbook', null, 'Handbook', '📘', 'public'],
  ['space_guides', 'col_product', 'Guides', '🧭', 'public'],
  ['space_tutorials', 'col_product', 'Tutorials', null, 'public'],
  ['space_changelog', 'col_product', 'Changelog', '📝', 'unlisted'],
  ['space_rest', 'col_api', 'REST API', '🔌', 'public'],
  ['space_sdk', 'col_api', 'SDKs: "TypeScript", Python', null, 'public'],
  ['space_legacy', 'col_legacy', 'API v1', '🪦', 'share-link'],
  ['space_japanese', 'col_product', 'ドキュメント', '🇯🇵', 'public'],
  ['space_arabic', 'col_product', 'دليل المستخدم', null, 'unlisted'],
  ['space_hr', 'col_internal', 'People & HR', '🧑‍🤝‍🧑', 'in-collection'],
  ['space_runbooks', 'col_internal', 'Runbooks', '🚨', 'visitor-auth'],
  ['space_drafts', null, 'Drafts', null, 'in-collection'],
];

/** Adds collections and spaces with the roles of teams on them. */
export function seedSpaces(store: Store): void {
  for (const [at, [id, parent, title, level]] of collections.entries()) {
    store.insert('collections', {
      id,
      org: sandboxOrg,
      parent,
      position: at,
      title,
      description: parent === null ? `Everything about ${title}` : null,
      default_level: level,
      created_at: day(at),
    });
  }
  for (const [at, [id, collection, title, emoji, visibility]] of spaces.entries()) {
    insertSpace(store, { id, org: sandboxOrg, collection, position: 10 + at, title, emoji, visibility, at });
  }
  store.insert('collections', {
    id: 'col_globex',
    org: 'org_globex',
    position: 0,
    title: 'Globex',
    created_at: day(13),
  });
  insertSpace(store, {
    id: 'space_globex',
    org: 'org_globex',
    collection: 'col_globex',
    position: 0,
    title: 'Globex manual',
    emoji: null,
    visibility: 'public',
    at: 13,
  });
  seedPermissions(store);
}

interface DemoSpace {
  id: string;
  org: string;
  collection: string | null;
  position: number;
  title: string;
  emoji: string | null;
  visibility: string;
  /** Its place in the order of creation. */
  at: number;
}

function insertSpace(store: Store, { at, ...space }: DemoSpace): void {
  store.insert('spaces', {
    ...space,
    edit_mode: space.id === 'space_handbook' ? 'locked' : 'live',
    revision: initialRevision(space.id),
    created_at: day(at, 30),
    updated_at: day(100 + at),
  });
  store.insert('revisions', {
    id: initialRevision(space.id),
    space: space.id,
    type: 'initial',
    parents: '[]',
    created_at: day(at, 30),
  });
}

/** Returns the id of a space's first revision: `rev_handbook_1` for `space_handbook`. */
export function initialRevision(space: string): string {
  return `rev_${space.replace('space_', '')}_1`;
}

function seedPermissions(store: Store): void {
  store.insert('collection_teams', { collection: 'col_product', team: 'team_docs', role: 'admin' });
  store.insert('collection_teams', { collection: 'col_product', team: 'team_support', role: 'comment' });
  store.insert('collection_teams', { collection: 'col_api', team: 'team_platform', role: 'create' });
  store.insert('collection_teams', { collection: 'col_internal', team: 'team_platform', role: 'read' });
  store.insert('space_teams', { space: 'space_handbook', team: 'team_docs', role: 'edit' });
  store.insert('space_teams', { space: 'space_handbook', team: 'team_support', role: 'read' });
  store.insert('space_teams', { space: 'space_guides', team: 'team_design', role: 'review' });
  store.insert('space_teams', { space: 'space_japanese', team: 'team_tokyo', role: 'create' });
}
