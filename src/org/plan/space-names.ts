import { kept } from '../../text/kept.ts';
import type { Titled } from '../sections/names.ts';

/** Indexes the ids of spaces by their ids, their titles, and `Collection/Title` with each title of the collection. */
export function spacesByName(
  spaces: readonly (Titled & { readonly parent?: string | null | undefined })[],
  collectionTitles: (id: string) => readonly string[],
): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const { id, title, parent } of spaces) {
    const within = parent ? collectionTitles(parent) : [];
    const titles = title ? [title, ...within.map((collection) => `${collection}/${title}`)] : [];
    for (const name of new Set([id, ...titles])) kept(index, name, () => []).push(id);
  }
  return index;
}
