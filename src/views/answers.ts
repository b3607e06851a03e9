import type { View } from '../output/view.ts';

/** The view of an answer with unknown fields. */
export const answerView: View = { id: 'id', columns: [] };
