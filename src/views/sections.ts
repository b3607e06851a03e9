import type { SiteSection } from '../api/contract/schemas.ts';
import type { View } from '../output/view.ts';
import { structureTree } from './site-structure.ts';

export const sectionView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'path' },
    { field: 'sectionGroup', label: 'GROUP', as: 'id' },
    { field: 'default', as: 'yes-no' },
    { field: 'siteSpaces.title', label: 'SPACES' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [{ field: 'description' }, { field: 'condition' }, { field: 'icon' }],
  omits: ['siteSpaces'],
  tree: (section) => structureTree((section as SiteSection).siteSpaces),
};
