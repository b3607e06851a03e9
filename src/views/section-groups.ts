import type { SectionGroup } from '../api/contract/operations/section-groups.ts';
import type { View } from '../output/view.ts';
import { structureTree } from './site-structure.ts';

export const sectionGroupView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'icon' },
    { field: 'sections.title', label: 'SECTIONS' },
  ],
  omits: ['sections'],
  tree: (group) => structureTree((group as SectionGroup).sections),
};
