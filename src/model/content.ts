import * as ops from '../api/contract/operations/content.ts';
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
  operations: { get: ops.getContent },
  others: { import: ops.importContent },
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
  operations: { list: ops.listPages, get: ops.getPage },
  others: {
    getByPath: ops.getPageByPath,
    links: ops.listPageLinks,
    backlinks: ops.listPageBacklinks,
    import: ops.importPage,
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
  operations: { list: ops.listFiles, get: ops.getFile },
  others: { backlinks: ops.listFileBacklinks },
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
  operations: { get: ops.getReusableContent },
});
