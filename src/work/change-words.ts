import type { FieldDifference } from '../domain/change.ts';
import { isEqual } from '../text/equal.ts';
import { isObject } from '../text/fields.ts';
import { groupBy } from '../text/group-by.ts';

/** A value before and after, in words for people. */
export interface Contrast {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const longestValue = 60;
const mostParts = 5;

/** Returns a value in words for people, on one line and shortened: `none`, `yes`, `Docs, API`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : cut(listed(value));
  return cut(plainText(value));
}

/** Says what becomes of a field, a line for each part that differs: `visibility: public → unlisted`. */
export function contrastTexts({ field, before, after }: FieldDifference): string[] {
  return contrasts(field, before, after).map((one) => `${one.field}: ${one.before} → ${one.after}`);
}

/** Returns the name of a field of the API in words: `default level`. */
export function fieldInWords(field: string): string {
  return field
    .replace(/(?<=[a-z])[A-Z]+/g, (word) => ` ${word.length > 1 ? word : word.toLowerCase()}`)
    .replace(/ id$/, '');
}

/** Returns the items of a list as one text, so that two long lists are shown where they differ. */
function inOneText(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 ? listed(value) : value;
}

/** Tells values apart that are the same in other words: no value and an empty text, a number and its digits. */
function exactText(value: unknown): string {
  return value === null || value === undefined ? valueText(value) : cut(JSON.stringify(value));
}

/** Returns the items of a list as one text. An item with a comma in it is quoted, so that it does not look like two. */
function listed(items: readonly unknown[]): string {
  return items
    .map(plainText)
    .map((text) => (text.includes(',') ? JSON.stringify(text) : text))
    .join(', ');
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > longestValue ? `${characters.slice(0, longestValue - 1).join('')}…` : text;
}

/** Returns what differs between two values: for objects the first parts that do, for long texts the first place. */
export function contrasts(field: string, before: unknown, after: unknown): Contrast[] {
  const parts = partsOf(field, before, after);
  const shown = parts.slice(0, mostParts).map((part) => {
    const [old, now] = nearDifference(inOneText(part.before), inOneText(part.after));
    const isClear = valueText(old) !== valueText(now);
    const [before, after] = isClear ? [old, now].map(valueText) : [part.before, part.after].map(exactText);
    return { field: part.field, before: before as string, after: after as string };
  });
  const more = parts.length - shown.length;
  return more > 0 ? [...shown, { field: `${more} more in ${field}`, before: '…', after: '…' }] : shown;
}

function partsOf(field: string, before: unknown, after: unknown): FieldDifference[] {
  if (!isObject(before) || !isObject(after)) return [{ field, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    isEqual(before[name], after[name]) ? [] : partsOf(`${field}.${name}`, before[name], after[name]),
  );
}

/** Cuts what two long texts have in common at their beginning. */
function nearDifference(before: unknown, after: unknown): [unknown, unknown] {
  if (typeof before !== 'string' || typeof after !== 'string') return [before, after];
  if (before.length <= longestValue && after.length <= longestValue) return [before, after];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = same - 15;
  return from <= 0 ? [before, after] : [`…${before.slice(from)}`, `…${after.slice(from)}`];
}

interface DifferenceWords<Item> {
  /** @default the item itself */
  readonly text?: (item: Item) => string;
  /** Items of one key are the same thing, before and now. @default the text */
  readonly key?: (item: Item) => string;
  /** Returns what differs in what both have. @default the texts, if they differ */
  readonly changed?: (was: Item, is: Item) => readonly string[];
  /** What the items are, after a space: ` withheld`. @default changes */
  readonly being?: string;
}

/**
 * Says what is different between what was and what is now, a line for each item: `now also: delete team Tokyo`, `no longer: ...`,
 * `changed: ... (was: ...)`. A key may come several times.
 */
export function differenceLines<Item>(
  earlier: readonly Item[],
  now: readonly Item[],
  { text = String, key = text, changed, being = '' }: DifferenceWords<Item> = {},
): string[] {
  const left: Map<string, Item[]> = groupBy(earlier, key);
  const both: string[] = [];
  const added = now.filter((is) => {
    const was = left.get(key(is))?.shift();
    if (was === undefined) return true;
    if (changed) both.push(...changed(was, is));
    else if (text(was) !== text(is)) both.push(changedLine(text(is), text(was)));
    return false;
  });
  const gone = [...left.values()].flat();
  return [
    ...added.map((one) => `now also${being}: ${text(one)}`),
    ...gone.map((one) => `no longer${being}: ${text(one)}`),
    ...both,
  ];
}

export function changedLine(now: string, was: string): string {
  return `changed: ${now} (was: ${was})`;
}
