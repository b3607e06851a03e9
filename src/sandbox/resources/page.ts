import type { Page } from '../../api/contract/schemas.ts';
import { allRows, findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { unusedSlug } from './slug.ts';

export interface PageRow {
  id: string;
  parent: string | null;
  type: string;
  title: string;
  slug: string;
  path: string;
  emoji: string | null;
  icon: string | null;
  description: string | null;
  markdown: string;
  created_at: string;
  updated_at: string;
  git: string | null;
}

export const pageSource: TableSource<PageRow> = {
  called: 'page',
  select: `p.id, p.parent, p.type, p.title, p.slug, p.path, p.emoji, p.icon, p.description,
    p.markdown, p.created_at, p.updated_at, p.git`,
  from: 'pages AS p',
  order: ['p.position', 'p.seq'],
};

/** The parts of content that a read shows; both are true by default. */
export interface ShownContent {
  readonly metadata?: boolean | undefined;
  readonly computed?: boolean | undefined;
}

/** Returns the Git metadata of a row, unless the request excludes it. */
export function gitField(row: { git: string | null }, { metadata = true }: ShownContent) {
  return metadata && row.git !== null ? { git: JSON.parse(row.git) } : {};
}

/** Returns all pages of a revision; those of one parent are in the order of the table of contents. */
export function pageRows(store: Store, revision: string): PageRow[] {
  return allRows(store, pageSource, { 'p.revision': revision });
}

/** Returns the pages below `parent`, each with the pages below it. */
export function toPages(rows: readonly PageRow[], parent: string | null, shown: ShownContent): Page[] {
  return rows.filter((row) => row.parent === parent).map((row) => toPage(row, rows, shown));
}

/** Returns a page without its text, with the pages of `rows` that are below it. */
export function toPage(row: PageRow, rows: readonly PageRow[], shown: ShownContent): Page {
  return {
    object: 'page',
    id: row.id,
    type: row.type,
    title: row.title,
    slug: row.slug,
    path: row.path,
    ...(row.emoji !== null && { emoji: row.emoji }),
    ...(row.icon !== null && { icon: row.icon }),
    ...(row.description !== null && { description: row.description }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...gitField(row, shown),
    pages: toPages(rows, row.id, shown),
  };
}

/** Returns a page of a revision by its id or its path. Throws 404. */
export function findPage(store: Store, revision: string, key: 'id' | 'path', value: string): PageRow {
  return findRow(store, pageSource, { 'p.revision': revision, [`p.${key}`]: value });
}

export type NewPage = Omit<PageRow, 'path'>;

/** Adds a page as the last one below its parent. If its address is used already, the page gets another one. */
export function addPage(store: Store, revision: string, page: NewPage): void {
  const siblings = store.all<{ slug: string; position: number }>(
    'SELECT slug, position FROM pages WHERE revision = ? AND parent IS ?',
    revision,
    page.parent,
  );
  const taken = siblings.map((sibling) => sibling.slug);
  const slug = unusedSlug(page.slug, taken);
  const above = page.parent === null ? '' : `${findPage(store, revision, 'id', page.parent).path}/`;
  const position = siblings.reduce((end, sibling) => Math.max(end, sibling.position + 1), 0);
  store.insert('pages', { ...page, revision, slug, path: above + slug, position });
}
