import type { Store } from '../store/store.ts';
import { addPage, type PageRow, pageSource } from './page.ts';
import { copyRevision, type NewRevision } from './revision.ts';

interface Lines {
  /** The revision that receives the edits. */
  readonly head: string;
  /** The revision with the edits. */
  readonly edits: string;
  /** The last common revision of both. */
  readonly base: string;
}

/**
 * Makes a revision with the content of `head` and the pages that `edits` has added or changed since `base`. Returns its
 * id. If both changed a page, the one of `edits` wins.
 */
export function mergeRevisions(store: Store, { head, edits, base }: Lines, about: NewRevision): string {
  const merged = copyRevision(store, head, about);
  store.update('revisions', { id: merged }, { parents: JSON.stringify([head, edits]) });
  for (const page of changedPages(store, edits, base)) {
    putPage(store, merged, page);
    takeLinks(store, { page: page.id, from: edits, to: merged });
  }
  return merged;
}

function changedPages(store: Store, edits: string, base: string): PageRow[] {
  return store.all<PageRow>(
    `SELECT ${pageSource.select} FROM pages p LEFT JOIN pages b ON b.revision = ? AND b.id = p.id
     WHERE p.revision = ? AND (p.title, p.emoji, p.icon, p.description, p.markdown)
       IS NOT (b.title, b.emoji, b.icon, b.description, b.markdown)
     ORDER BY p.seq`,
    base,
    edits,
  );
}

function putPage(store: Store, revision: string, page: PageRow): void {
  const { title, emoji, icon, description, markdown, updated_at } = page;
  const isThere = store.get('SELECT 1 FROM pages WHERE revision = ? AND id = ?', revision, page.id);
  const changes = { title, emoji, icon, description, markdown, updated_at };
  if (isThere) store.update('pages', { revision, id: page.id }, changes);
  else addPage(store, revision, page);
}

function takeLinks(store: Store, { page, from, to }: { page: string; from: string; to: string }): void {
  store.run('DELETE FROM page_links WHERE revision = ? AND page = ?', to, page);
  store.run(
    `INSERT INTO page_links (revision, page, kind, target, label)
     SELECT ?, page, kind, target, label FROM page_links WHERE revision = ? AND page = ? ORDER BY seq`,
    to,
    from,
    page,
  );
}
