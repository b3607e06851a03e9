import type { Store } from '../store/store.ts';

/** The properties of a new revision, beside its content. */
export interface NewRevision {
  /** `edits`, `merge`, ... */
  readonly type: string;
  readonly git?: Readonly<Record<string, unknown>>;
  readonly now: string;
}

const contentTables = ['pages', 'files', 'reusable_contents', 'page_links'] as const;

/** Makes a revision with the content of the revision `parent` of the same space, and returns its id. */
export function copyRevision(store: Store, parent: string, { type, git, now }: NewRevision): string {
  const id = store.nextId('rev');
  store.run(
    `INSERT INTO revisions (id, space, type, parents, git, created_at)
     SELECT ?, space, ?, json_array(id), ?, ? FROM revisions WHERE id = ?`,
    id,
    type,
    git === undefined ? null : JSON.stringify(git),
    now,
    parent,
  );
  for (const table of contentTables) copyRows(store, table, parent, id);
  return id;
}

/** Copies every column except the row's own number; the copies keep their order. */
function copyRows(store: Store, table: (typeof contentTables)[number], from: string, to: string): void {
  const columns = store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    .map(({ name }) => name)
    .filter((name) => name !== 'seq' && name !== 'revision')
    .join(', ');
  store.run(
    `INSERT INTO ${table} (revision, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE revision = ? ORDER BY seq`,
    to,
    from,
  );
}

/** Makes a revision the content of its space. All open change requests become outdated. */
export function setSpaceRevision(store: Store, space: string, revision: string, now: string): void {
  store.update('spaces', { id: space }, { revision, updated_at: now });
}
