import { conflict, invalidField } from '../problem.ts';

const longest = 80;

/** Turns a title into a part of an address: lower-case letters and digits of any script, joined by hyphens. */
export function slugOf(title: string): string {
  return [...hyphenate(title)].slice(0, longest).join('') || 'untitled';
}

interface Addressed {
  readonly id: string;
  readonly path: string;
}

/**
 * Turns a chosen path into its normal form. Throws 400 if no character of it can be in an address, 409 if a sibling has
 * it.
 */
export function freePath(
  chosen: string | undefined,
  { id }: Addressed,
  siblings: readonly Addressed[],
  { called }: { readonly called: string },
): string | undefined {
  if (chosen === undefined) return undefined;
  const path = hyphenate(chosen);
  if (path === '') throw invalidField('path', 'must have a letter or a digit');
  const other = siblings.find((one) => one.path === path && one.id !== id);
  if (other) throw conflict(`path "${path}" is taken by ${called} "${other.id}"`);
  return path;
}

/** Removes accents of Latin, Greek and Cyrillic letters; marks that other scripts need stay. */
function hyphenate(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return (plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-');
}

/** Returns `slug`, or `slug-2`, `slug-3`, ... if it is used already. */
export function unusedSlug(slug: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}
