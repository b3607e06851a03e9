import { invalidField } from '../http/problem.ts';

const longest = 80;

/** A title as a part of an address: lower-case letters and digits of any script, joined by hyphens. */
export function slugOf(title: string): string {
  return [...hyphenate(title)].slice(0, longest).join('') || 'untitled';
}

/** An address part that somebody chose, written as one. Throws 400 where nothing of it can stand in an address. */
export function pathSlug(path: string): string {
  const slug = hyphenate(path);
  if (slug === '') throw invalidField('path', 'must have a letter or a digit');
  return slug;
}

/** Accents of Latin, Greek and Cyrillic go; marks that other scripts cannot be read without stay. */
function hyphenate(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return (plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-');
}

/** `slug`, or `slug-2`, `slug-3`, ... where it is taken. */
export function unusedSlug(slug: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}
