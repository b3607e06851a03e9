import type { TableSource } from '../store/sql-list.ts';

/** A link on a page to a page, a file, a reusable content or an address. */
export interface LinkRow {
  kind: string;
  target: string;
  label: string;
  broken: number;
}

export const linkSource: TableSource<LinkRow> = {
  called: 'link',
  select: `l.kind, l.target, l.label, ${isBroken('l')} AS broken`,
  from: 'page_links AS l',
  order: ['l.seq'],
};

/**
 * Returns SQL that tells whether the target of a link named `link` is missing in its revision. Addresses are not
 * checked.
 */
export function isBroken(link: string): string {
  const missing = (table: string) =>
    `NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.revision = ${link}.revision AND x.id = ${link}.target)`;
  return `CASE ${link}.kind WHEN 'page' THEN ${missing('pages')} WHEN 'file' THEN ${missing('files')}
    WHEN 'reusable-content' THEN ${missing('reusable_contents')} ELSE FALSE END`;
}

export function toLink({ kind, target, label, broken }: LinkRow) {
  return { object: 'link', kind, target, label, broken: broken === 1 };
}

/** A link, seen from its target: the page that contains it. */
export interface BacklinkRow {
  page: string;
  title: string;
  path: string;
  label: string;
}

export const backlinkSource: TableSource<BacklinkRow> = {
  called: 'backlink',
  select: 'l.page, l.label, p.title, p.path',
  from: 'page_links AS l',
  join: 'JOIN pages p ON p.revision = l.revision AND p.id = l.page',
  order: ['l.seq'],
};

export function toBacklink({ page, title, path, label }: BacklinkRow) {
  return { object: 'backlink', page: { id: page, title, path }, label };
}
