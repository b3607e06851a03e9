import type { View } from '../output/view.ts';

export const translationView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'languages' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
};

/** The instructions are a document, too large for a cell. `languages get --json` shows them. */
export const translationLanguageView: View = {
  id: 'language',
  columns: [{ field: 'language' }, { field: 'urls.location', label: 'LOCATION', as: 'link' }],
};
