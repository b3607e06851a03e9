import type { View } from '../output/view.ts';

export const customFieldView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'title' },
    { field: 'type' },
    { field: 'options' },
    { field: 'description' },
  ],
};

export const customFieldValueView: View = {
  id: 'customField.name',
  columns: [
    { field: 'customField.name', label: 'NAME' },
    { field: 'customField.title', label: 'TITLE' },
    { field: 'customField.type', label: 'TYPE' },
    { field: 'value' },
  ],
};
