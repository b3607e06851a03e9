import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { listOperation, operation } from '../operation.ts';
import { ContentFormat, open, openEnum, Page, resource, Timestamp, Uri, Urls, Variant } from '../schemas.ts';

export const ImportSource = openEnum(['website'], ['markdown', 'html', 'docx', 'confluence', 'notion']);

export const File = resource({ id: z.string() }, () => ({
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
  size: z.number(),
  dimensions: resource({}, () => ({ width: z.number(), height: z.number() })),
  git: resource({}, () => ({ oid: z.string(), path: z.string() })),
}));
export type File = z.output<typeof File>;

export const ReusableContent = resource({ id: z.string() }, () => ({
  title: z.string(),
  document: Variant,
  git: resource({}, () => ({ oid: z.string(), path: z.string() })),
}));
export type ReusableContent = z.output<typeof ReusableContent>;

export const Revision = resource({ id: z.string() }, () => ({
  object: z.string(),
  parents: z.array(z.string()),
  pages: z.array(Page),
  files: z.array(File),
  reusableContents: z.array(ReusableContent),
  createdAt: Timestamp,
  git: resource({}, () => ({
    oid: z.string(),
    message: z.string(),
    createdByService: z.boolean(),
    url: z.string(),
    ref: z.string(),
  })),
  urls: Urls('app', 'published', 'public'),
  type: z.string(),
}));
export type Revision = z.output<typeof Revision>;

/** A page link or a backlink: the reference shows none of its fields. */
const Link = z.looseObject({});

const LinkStats = resource({}, () => ({
  total: z.number(),
  broken: resource({}, () => ({ total: z.number(), changeRequest: z.number() })),
}));
export type LinkStats = z.output<typeof LinkStats>;

const ImportResult = resource({}, () => ({
  revision: Variant,
  importedResources: Variant,
  totalResources: Variant,
}));
export type ImportResult = z.output<typeof ImportResult>;

const importBody = z.strictObject({
  url: described('address of what to import', copied(Uri)),
  source: described('what is there', open(ImportSource)),
});

const readQuery = z.strictObject({
  metadata: described(
    'with Git metadata (default)',
    z.optional(z.boolean()),
    'without Git metadata, which can be faster',
  ),
  computed: described('with computed content (default)', z.optional(z.boolean()), 'leave content uncomputed'),
});
const pageQuery = z.extend(readQuery, { format: z.optional(ContentFormat) });

export const getContent = operation({
  id: 'content.get',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content',
  summary: 'Show the content of a change request',
  query: readQuery,
  result: Revision,
});

export const importContent = operation({
  id: 'content.import',
  method: 'POST',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/import',
  summary: 'Import content from a URL into a change request',
  body: importBody,
  result: ImportResult,
  effect: 'update',
  isFinal: true,
});

export const listPages = operation({
  id: 'content.pages.list',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/pages',
  summary: 'List the pages of a change request',
  query: readQuery,
  result: resource({ pages: z.array(Page) }, () => ({})),
});

export const getPage = operation({
  id: 'content.pages.get',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/page/{page}',
  summary: 'Show a page',
  query: pageQuery,
  result: Page,
});

export const getPageByPath = operation({
  id: 'content.pages.get-by-path',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/path/{path}',
  pathParam: 'path',
  summary: 'Show the page at a path',
  query: pageQuery,
  result: Page,
});

export const listPageLinks = listOperation(
  {
    id: 'content.pages.links',
    path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/page/{page}/links',
    summary: 'List the links on a page',
    item: Link,
  },
  { stats: z.nullish(LinkStats) },
);

export const listPageBacklinks = listOperation({
  id: 'content.pages.backlinks',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/page/{page}/backlinks',
  summary: 'List the links to a page',
  item: Link,
});

export const importPage = operation({
  id: 'content.pages.import',
  method: 'POST',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/page/{page}/import',
  summary: 'Import content from a URL into a page',
  body: importBody,
  result: ImportResult,
  effect: 'update',
  isFinal: true,
});

export const listFiles = listOperation({
  id: 'content.files.list',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/files',
  summary: 'List the files of a change request',
  query: readQuery,
  item: File,
});

export const getFile = operation({
  id: 'content.files.get',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/files/{file}',
  summary: 'Show a file',
  query: readQuery,
  result: File,
});

export const listFileBacklinks = listOperation({
  id: 'content.files.backlinks',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/files/{file}/backlinks',
  summary: 'List the links to a file',
  item: Link,
});

export const getReusableContent = operation({
  id: 'content.reusable-contents.get',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/content/reusable-contents/{reusableContent}',
  summary: 'Show a reusable content',
  query: readQuery,
  result: ReusableContent,
});
