/** A link on a page; what it leads to is a page, a file, a reusable content or an address. */
export interface LinkRow {
  kind: string;
  target: string;
  label: string;
  broken: number;
}

/** Columns of a link named `l`. */
export const linkColumns = `l.kind, l.target, l.label, ${isBroken('l')} AS broken`;

/** Whether what a link named `link` leads to is missing in its revision; nobody looks whether an address works. */
export function isBroken(link: string): string {
  const missing = (table: string) =>
    `NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.revision = ${link}.revision AND x.id = ${link}.target)`;
  return `CASE ${link}.kind WHEN 'page' THEN ${missing('pages')} WHEN 'file' THEN ${missing('files')}
    WHEN 'reusable-content' THEN ${missing('reusable_contents')} ELSE FALSE END`;
}

export function toLink({ kind, target, label, broken }: LinkRow) {
  return { object: 'link', kind, target, label, broken: broken === 1 };
}

/** A link as what it leads to sees it: the page that it stands on. */
export interface BacklinkRow {
  page: string;
  title: string;
  path: string;
  label: string;
}

/** Columns of a link named `l` with its page joined as `p`. */
export const backlinkColumns = 'l.page, l.label, p.title, p.path';
export const backlinkJoin = 'JOIN pages p ON p.revision = l.revision AND p.id = l.page';

export function toBacklink({ page, title, path, label }: BacklinkRow) {
  return { object: 'backlink', page: { id: page, title, path }, label };
}
