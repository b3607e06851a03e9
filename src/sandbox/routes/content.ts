import * as ops from '../../api/contract/operations/content.ts';
import type { Page } from '../../api/contract/schemas.ts';
import { percentDecoded } from '../../text/decode.ts';
import { type Call, Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalidField, notFound } from '../problem.ts';
import { addContributor, assertEditable, baseOf, findChangeRequest } from '../resources/change-request.ts';
import { computed, textAs, toDocument } from '../resources/document.ts';
import {
  addPage,
  findPage,
  gitField,
  type PageRow,
  pageRows,
  type ShownContent,
  toPage,
  toPages,
} from '../resources/page.ts';
import { copyRevision } from '../resources/revision.ts';
import { slugOf } from '../resources/slug.ts';
import { appUrl } from '../resources/urls.ts';
import { allRows, findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.getContent, ({ params, query, store }) =>
    readRevision(store, findChangeRequest(store, params).revision, query),
  ),

  route(ops.importContent, (call) => new Created(importInto(call, null))),

  route(ops.listPages, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return { pages: toPages(pageRows(store, revision), null, query) };
  }),

  route(ops.getPage, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return readPage(store, revision, findPage(store, revision, 'id', params.page), query);
  }),

  route(ops.getPageByPath, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return readPage(store, revision, findPage(store, revision, 'path', params.path), query);
  }),

  route(ops.listPageLinks, (call) => {
    const { params, store } = call;
    const changeRequest = findChangeRequest(store, params);
    const { revision } = changeRequest;
    const { id } = findPage(store, revision, 'id', params.page);
    const page = pageOf(call, linkSource, (rows) => rows.map(toLink), [
      ['l.revision = ? AND l.page = ?', revision, id],
    ]);
    return { ...page, stats: linkStats(store, { revision, before: baseOf(changeRequest), page: id }) };
  }),

  route(ops.listPageBacklinks, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    const { id } = findPage(call.store, revision, 'id', call.params.page);
    const where = linksTo({ revision, kind: 'page', target: id });
    return pageOf(call, backlinkSource, (rows) => rows.map(toBacklink), where);
  }),

  route(ops.importPage, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    return new Created(importInto(call, findPage(call.store, revision, 'id', call.params.page).id));
  }),

  route(ops.listFiles, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    return pageOf(call, fileSource, (rows) => rows.map((row) => fileResource(row, call.query)), [
      ['f.revision = ?', revision],
    ]);
  }),

  route(ops.getFile, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return fileResource(findFile(store, revision, params.file), query);
  }),

  route(ops.listFileBacklinks, (call) => {
    const { revision } = findChangeRequest(call.store, call.params);
    const { id } = findFile(call.store, revision, call.params.file);
    const where = linksTo({ revision, kind: 'file', target: id });
    return pageOf(call, backlinkSource, (rows) => rows.map(toBacklink), where);
  }),

  route(ops.getReusableContent, ({ params, query, store }) => {
    const { revision } = findChangeRequest(store, params);
    return findReusableContent(store, revision, params.reusableContent, query);
  }),
];

function readPage(
  store: Store,
  revision: string,
  row: PageRow,
  { format = 'document', ...shown }: ShownContent & { format?: string | undefined },
): Page {
  const markdown = shown.computed === false ? row.markdown : computed(store, revision, row.markdown);
  return { ...toPage(row, pageRows(store, revision), shown), ...textAs(format, markdown) };
}

function linksTo({ revision, kind, target }: { revision: string; kind: string; target: string }) {
  return [['l.revision = ? AND l.kind = ? AND l.target = ?', revision, kind, target]] as const;
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

/**
 * Adds a page for the content at an address, below `parent` or at the top. Fetches nothing, because the sandbox has no
 * network: one resource counts as found and imported, and its text names the source.
 */
function importInto(
  { params, body, store, caller, now }: Call<typeof ops.importContent> | Call<typeof ops.importPage>,
  parent: string | null,
) {
  const changeRequest = findChangeRequest(store, params);
  assertEditable(changeRequest);
  const source = sourceAddress(body.url);
  const revision = copyRevision(store, changeRequest.revision, { type: 'edits', now });
  const title = titleOf(source);
  const id = store.nextId('page');
  addPage(store, revision, {
    id,
    parent,
    type: 'document',
    title,
    slug: slugOf(title),
    emoji: null,
    icon: null,
    description: null,
    markdown: `# ${title}\n\nImported from <${source.href}> (${body.source}).\n`,
    created_at: now,
    updated_at: now,
    git: null,
  });
  store.insert('page_links', { revision, page: id, kind: 'url', target: source.href, label: source.href });
  store.update('change_requests', { id: changeRequest.id }, { revision, updated_at: now });
  addContributor(store, changeRequest.id, caller);
  return { revision, importedResources: 1, totalResources: 1 };
}

/** Returns the address without its user name and password, which do not belong in a text. */
function sourceAddress(text: string): URL {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw invalidField('url', 'must be an http(s) address');
  url.username = '';
  url.password = '';
  return url;
}

const longestTitle = 100;

/**
 * Returns the title of a page: `Travel costs` for https://wiki.example/travel-costs.html; the host if the path has no
 * words.
 */
function titleOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  const words = percentDecoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[-_+\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestTitle);
  return words === '' ? hostname : words.charAt(0).toUpperCase() + words.slice(1);
}

interface FileRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  git: string | null;
}

const fileSource: TableSource<FileRow> = {
  called: 'file',
  select: 'f.id, f.name, f.content_type, f.size, f.width, f.height, f.git',
  from: 'files AS f',
  order: ['f.seq'],
};

function fileResource(row: FileRow, shown: ShownContent): ops.File {
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
function findFile(store: Store, revision: string, id: string): FileRow {
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

function toReusableContent(store: Store, row: ReusableContentRow, shown: ShownContent): ops.ReusableContent {
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
function findReusableContent(
  store: Store,
  revision: string,
  id: string,
  shown: ShownContent,
): ops.ReusableContent {
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

function readRevision(store: Store, id: string, shown: ShownContent): ops.Revision {
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

/** A link on a page to a page, a file, a reusable content or an address. */
interface LinkRow {
  kind: string;
  target: string;
  label: string;
  broken: number;
}

const linkSource: TableSource<LinkRow> = {
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

function toLink({ kind, target, label, broken }: LinkRow) {
  return { object: 'link', kind, target, label, broken: broken === 1 };
}

/** A link, seen from its target: the page that contains it. */
interface BacklinkRow {
  page: string;
  title: string;
  path: string;
  label: string;
}

const backlinkSource: TableSource<BacklinkRow> = {
  called: 'backlink',
  select: 'l.page, l.label, p.title, p.path',
  from: 'page_links AS l',
  join: 'JOIN pages p ON p.revision = l.revision AND p.id = l.page',
  order: ['l.seq'],
};

function toBacklink({ page, title, path, label }: BacklinkRow) {
  return { object: 'backlink', page: { id: page, title, path }, label };
}
