import type { View } from '../output/view.ts';

export const commentView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'status', tone: 'state' },
    { field: 'postedBy.displayName', label: 'BY' },
    { field: 'postedAt', label: 'POSTED', as: 'time' },
    { field: 'target.page.title', label: 'PAGE' },
    { field: 'replies' },
    { field: 'body.markdown', label: 'TEXT' },
  ],
  wide: [
    { field: 'target.page.id', label: 'PAGE ID', as: 'id' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const commentReplyView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'postedBy.displayName', label: 'BY' },
    { field: 'postedAt', label: 'POSTED', as: 'time' },
    { field: 'body.markdown', label: 'TEXT' },
  ],
};
