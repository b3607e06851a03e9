import type { File, ReusableContent, Revision } from '../../api/contract/operations/content.ts';
import { notFound } from '../problem.ts';
import { allRows, findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { computed, toDocument } from './document.ts';
import { gitField, pageRows, type ShownContent, toPages } from './page.ts';
import { appUrl } from './urls.ts';

export interface FileRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  git: string | null;
}

export const fileSource: TableSource<FileRow> = {
  called: 'file',
  select: 'f.id, f.name, f.content_type, f.size, f.width, f.height, f.git',
  from: 'files AS f',
  order: ['f.seq'],
};

export function fileResource(row: FileRow, shown: ShownContent): File {
  return {
    object: 'file',
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    downloadURL: appUrl('files', row.id, row.name),
    size: row.size,
    ...(row.width !== null &&
      row.height !== null && { dimensions: { width: row.width, height: row.height } }),
    ...gitField(row, shown),
  };
}

/** Returns a file of a revision. Throws 404. */
export function findFile(store: Store, revision: string, id: string): FileRow {
  return findRow(store, fileSource, { 'f.revision': revision, 'f.id': id });
}

interface ReusableContentRow {
  id: string;
  revision: string;
  title: string;
  markdown: string;
  git: string | null;
}

const reusableContentSource: TableSource<ReusableContentRow> = {
  called: 'reusable content',
  select: 'r.id, r.revision, r.title, r.markdown, r.git',
  from: 'reusable_contents AS r',
  order: ['r.seq'],
};

function toReusableContent(store: Store, row: ReusableContentRow, shown: ShownContent): ReusableContent {
  const text = shown.computed === false ? row.markdown : computed(store, row.revision, row.markdown);
  return {
    object: 'reusable-content',
    id: row.id,
    title: row.title,
    document: toDocument(text),
    ...gitField(row, shown),
  };
}

/** Returns a reusable content of a revision. Throws 404. */
export function findReusableContent(
  store: Store,
  revision: string,
  id: string,
  shown: ShownContent,
): ReusableContent {
  const row = findRow(store, reusableContentSource, { 'r.revision': revision, 'r.id': id });
  return toReusableContent(store, row, shown);
}

interface RevisionRow {
  id: string;
  space: string;
  type: string;
  parents: string;
  git: string | null;
  created_at: string;
}

export function readRevision(store: Store, id: string, shown: ShownContent): Revision {
  const row = store.get<RevisionRow>(
    'SELECT id, space, type, parents, git, created_at FROM revisions WHERE id = ?',
    id,
  );
  if (!row) throw notFound('revision', id);
  const files = allRows(store, fileSource, { 'f.revision': id });
  const reusableContents = allRows(store, reusableContentSource, { 'r.revision': id });
  return {
    object: 'revision',
    id,
    parents: JSON.parse(row.parents),
    pages: toPages(pageRows(store, id), null, shown),
    files: files.map((file) => fileResource(file, shown)),
    reusableContents: reusableContents.map((each) => toReusableContent(store, each, shown)),
    createdAt: row.created_at,
    ...gitField(row, shown),
    urls: { app: appUrl('s', row.space, 'revisions', id) },
    type: row.type,
  };
}
