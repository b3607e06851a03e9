import type { View } from '../output/view.ts';

/** An answer of which nothing is known. */
export const answerView: View = { id: 'id', columns: [] };
