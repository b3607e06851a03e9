import type { LinkStats, Revision } from '../api/contract/operations/content.ts';
import type { TreeNode, View } from '../output/view.ts';

/** A page contains the pages below it. */
export const pageView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'path' },
    { field: 'title' },
    { field: 'type' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
  nested: 'pages',
};

export const fileView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'name' },
    { field: 'contentType', label: 'TYPE' },
    { field: 'size' },
    { field: 'downloadURL', label: 'URL', as: 'link' },
  ],
};

export const reusableContentView: View = {
  id: 'id',
  columns: [{ field: 'id', label: 'ID' }, { field: 'title' }],
};

export const revisionView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'type' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'parents', as: 'id' },
    { field: 'urls.app', label: 'URL', as: 'link' },
  ],
  omits: ['pages', 'files', 'reusableContents'],
  tree: (revision) => contentTree(revision as Revision),
};

function contentTree({ pages, files, reusableContents }: Revision): TreeNode[] {
  return [
    { label: 'pages', children: pageTree(pages) },
    { label: 'files', children: (files ?? []).map(({ name, id }) => ({ label: `${name ?? ''}  ${id}` })) },
    {
      label: 'reusable contents',
      children: (reusableContents ?? []).map(({ title, id }) => ({ label: `${title ?? ''}  ${id}` })),
    },
  ];
}

function pageTree(pages: unknown): TreeNode[] {
  if (!Array.isArray(pages)) return [];
  return pages.map(({ title, id, path, pages: below }) => ({
    label: [title, id, path && `/${path}`].filter(Boolean).join('  '),
    children: pageTree(below),
  }));
}

/** The reference shows no field of a link; every link needs these. */
export const linkView: View = {
  id: 'target',
  columns: [
    { field: 'kind' },
    { field: 'target' },
    { field: 'label', label: 'TEXT' },
    { field: 'broken', as: 'yes-no', tone: 'bad' },
  ],
};

/** The reference shows no field of a backlink either. */
export const backlinkView: View = {
  id: 'page.id',
  columns: [
    { field: 'page.id', label: 'PAGE' },
    { field: 'page.path', label: 'PATH' },
    { field: 'page.title', label: 'TITLE' },
    { field: 'label', label: 'TEXT' },
  ],
};

/**
 * Puts the counts into words, as far as the service gives them: `7 links, 2 of them broken, 1 by this change request`.
 */
export function linkStatsText({ total, broken }: LinkStats): string {
  const byRequest = broken?.changeRequest;
  return [
    `${total ?? 'unknown number of'} ${total === 1 ? 'link' : 'links'}`,
    `${broken?.total ?? 0} broken`,
    typeof byRequest === 'number' && `${byRequest} of them by this change request`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const importResultView: View = {
  id: 'revision',
  columns: [
    { field: 'importedResources', label: 'IMPORTED' },
    { field: 'totalResources', label: 'TOTAL' },
    { field: 'revision' },
  ],
};
