import {
  getContent,
  getFile,
  getPage,
  getPageByPath,
  getReusableContent,
  importContent,
  importPage,
  listFileBacklinks,
  listFiles,
  listPageBacklinks,
  listPageLinks,
  listPages,
} from '../../api/contract/operations/content.ts';
import type { Page } from '../../api/contract/schemas.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { baseOf, findChangeRequest } from '../resources/change-request.ts';
import {
  type FileRow,
  fileColumns,
  fileResource,
  findFile,
  findReusableContent,
  readRevision,
} from '../resources/content.ts';
import { computed, textAs } from '../resources/document.ts';
import {
  type BacklinkRow,
  backlinkColumns,
  backlinkJoin,
  isBroken,
  type LinkRow,
  linkColumns,
  toBacklink,
  toLink,
} from '../resources/link.ts';
import { findPage, type PageRow, pageRows, type ShownContent, toPage, toPages } from '../resources/page.ts';
import type { SqlList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { importInto } from './content-import.ts';

export const routes: readonly OperationRoute[] = [
  route(getContent, ({ params, query, store }) =>
    readRevision(store, findChangeRequest(store, params).revision, query),
  ),

  route(importContent, (call) => new Created(importInto(call, null))),

  route(listPages, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return { pages: toPages(pageRows(store, revision), null, query) };
  }),

  route(getPage, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return readPage(store, revision, findPage(store, revision, 'id', params.page), query);
  }),

  route(getPageByPath, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return readPage(store, revision, findPage(store, revision, 'path', params.path), query);
  }),

  route(listPageLinks, (call) => {
    const { params, store } = call;
    const changeRequest = findChangeRequest(store, params);
    const { revision } = changeRequest;
    const { id } = findPage(store, revision, 'id', params.page);
    const listing: SqlList = {
      select: linkColumns,
      from: 'page_links l',
      where: [['l.revision = ? AND l.page = ?', revision, id]],
      order: ['l.seq'],
    };
    const page = pageOf(call, listing, (rows: LinkRow[]) => rows.map(toLink));
    return { ...page, stats: linkStats(store, { revision, before: baseOf(changeRequest), page: id }) };
  }),

  route(listPageBacklinks, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    const { id } = findPage(call.store, revision, 'id', call.params.page);
    const listing = backlinksTo({ revision, kind: 'page', target: id });
    return pageOf(call, listing, (rows: BacklinkRow[]) => rows.map(toBacklink));
  }),

  route(importPage, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    return new Created(importInto(call, findPage(call.store, revision, 'id', call.params.page).id));
  }),

  route(listFiles, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    const listing: SqlList = {
      select: fileColumns,
      from: 'files f',
      where: [['f.revision = ?', revision]],
      order: ['f.seq'],
    };
    return pageOf(call, listing, (rows: FileRow[]) => rows.map((row) => fileResource(row, call.query)));
  }),

  route(getFile, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return fileResource(findFile(store, revision, params.file), query);
  }),

  route(listFileBacklinks, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    const { id } = findFile(call.store, revision, call.params.file);
    const listing = backlinksTo({ revision, kind: 'file', target: id });
    return pageOf(call, listing, (rows: BacklinkRow[]) => rows.map(toBacklink));
  }),

  route(getReusableContent, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return findReusableContent(store, revision, params.reusableContent, query);
  }),
];

/** Returns a page with its text, and the pages below it. */
function readPage(
  store: Store,
  revision: string,
  row: PageRow,
  { format = 'document', ...shown }: ShownContent & { format?: string | undefined },
): Page {
  const markdown = shown.computed === false ? row.markdown : computed(store, revision, row.markdown);
  return { ...toPage(row, pageRows(store, revision), shown), ...textAs(format, markdown) };
}

function backlinksTo(link: { revision: string; kind: string; target: string }): SqlList {
  return {
    select: backlinkColumns,
    from: 'page_links l',
    join: backlinkJoin,
    where: [['l.revision = ? AND l.kind = ? AND l.target = ?', link.revision, link.kind, link.target]],
    order: ['l.seq'],
  };
}

/** Counts the links of a page, the broken ones, and the broken ones that the change request has added. */
function linkStats(store: Store, at: { revision: string; before: string; page: string }) {
  const counts = store.get<{ total: number; broken: number; since: number }>(
    `SELECT count(*) AS total, coalesce(sum(${isBroken('l')}), 0) AS broken,
       coalesce(sum(${isBroken('l')} AND NOT EXISTS (
         SELECT 1 FROM page_links b WHERE b.revision = ?1 AND b.page = l.page AND b.kind = l.kind
           AND b.target = l.target AND ${isBroken('b')})), 0) AS since
     FROM page_links l WHERE l.revision = ?2 AND l.page = ?3`,
    at.before,
    at.revision,
    at.page,
  );
  return { total: counts?.total, broken: { total: counts?.broken, changeRequest: counts?.since } };
}
