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
} from '../api/contract/operations/content.ts';
import { resource } from './resource.ts';

const imported = {
  url: { writeOnly: 'the service keeps what it has read there, not the address' },
  source: { writeOnly: 'the service keeps what it has read, not its format' },
} as const;
const notBack = 'what was imported stays in the change request';
const parents = ['space', 'changeRequest'] as const;

/** The content of a change request as a whole. */
export const content = resource({
  kind: 'content',
  noun: 'content',
  one: 'content',
  several: 'contents',
  parents,
  naturalKey: [],
  operations: { get: getContent },
  others: { import: importContent },
  fields: imported,
  whyNotRestorable: { import: notBack },
});

export const page = resource({
  kind: 'page',
  noun: 'content pages',
  one: 'page',
  several: 'pages',
  key: 'page',
  parents,
  id: 'id',
  title: 'title',
  naturalKey: ['path'],
  operations: { list: listPages, get: getPage },
  others: {
    getByPath: getPageByPath,
    links: listPageLinks,
    backlinks: listPageBacklinks,
    import: importPage,
  },
  fields: imported,
  whyNotRestorable: { import: notBack },
});

export const file = resource({
  kind: 'file',
  noun: 'content files',
  one: 'file',
  several: 'files',
  key: 'file',
  parents,
  id: 'id',
  title: 'name',
  naturalKey: ['name'],
  operations: { list: listFiles, get: getFile },
  others: { backlinks: listFileBacklinks },
});

export const reusableContent = resource({
  kind: 'reusable-content',
  noun: 'content reusable-contents',
  one: 'reusable content',
  several: 'reusable contents',
  key: 'reusableContent',
  parents,
  id: 'id',
  title: 'title',
  naturalKey: ['title'],
  operations: { get: getReusableContent },
});
