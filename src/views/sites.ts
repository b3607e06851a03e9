import type { PublishedSite } from '../api/contract/operations/sites.ts';
import type { View } from '../output/view.ts';
import { structureTree } from './site-structure.ts';

export const siteView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'visibility' },
    { field: 'published', as: 'yes-no', tone: 'good' },
    { field: 'siteSpaces', label: 'SPACES' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [
    { field: 'type' },
    { field: 'basename' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const siteAdaptiveSchemaView: View = {
  id: 'jsonSchema.$id',
  columns: [{ field: 'jsonSchema' }, { field: 'updatedAt', label: 'UPDATED', as: 'time' }],
};

export const publishedSiteView: View = {
  id: 'site.id',
  columns: [
    { field: 'site.id', label: 'ID' },
    { field: 'site.title', label: 'TITLE' },
    { field: 'structure.type', label: 'STRUCTURE' },
    { field: 'site.urls.published', label: 'URL', as: 'link' },
  ],
  omits: ['structure.structure', 'customizations.siteSpaces'],
  tree: (published) => structureTree((published as PublishedSite).structure?.structure),
};
