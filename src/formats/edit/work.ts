import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Tree, TreeMap, TreePath } from './tree.ts';
import type { TextStyle } from './written.ts';

/** A part of a text that becomes another text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One difference between what a text holds and what it is to hold. */
export interface TextChange {
  readonly path: TreePath;
  readonly action: 'add' | 'remove' | 'write' | 'rename';
  /** What is to be there, for people; empty for what is removed. */
  readonly words: string;
  /** The offset of the place. */
  readonly at: number;
  /** The edits that make it; `undefined` if only a person should make it. */
  readonly edits: readonly TextEdit[] | undefined;
  /** Whether it is inside of one line, which may hold other entries as well. */
  readonly isInLine?: boolean;
}

/** What a tree alone does not tell about a change. */
export interface Hints {
  /** Returns the earlier index of an item in its list; `null` for a new one, `undefined` if it is the same, or not known. */
  cameFrom(value: Tree): number | null | undefined;
  /** Returns the earlier key of an entry of a map that is to be; `undefined` if it is the same, or not known. */
  earlierKey(after: TreeMap, key: string): string | undefined;
  /** Returns whether a value is one setting, so that all of it is written again where it is on one line. */
  isOne(value: Tree): boolean;
  /** Returns whether the keys of a map are names in alphabetical order; new keys of other maps come last. */
  hasNames(path: TreePath): boolean;
}

/** Where nothing is known but the value itself. */
export const noHints: Hints = {
  cameFrom: () => undefined,
  earlierKey: () => undefined,
  isOne: () => false,
  hasNames: () => false,
};

/** A text while its changes are found. */
export interface TextWork {
  readonly text: string;
  readonly style: TextStyle;
  readonly hints: Hints;
  readonly changes: TextChange[];
  /**
   * Finds the changes that make a value another one. Without a slot, the value is written in an unusual way, so that a person
   * should change it.
   */
  edit(work: TextWork, node: ParsedNode | null, after: Tree, path: TreePath, slot: Slot | undefined): void;
}

/** Where a value is, as far as it decides how another value is written in its place. */
export type Slot =
  | { readonly kind: 'entry'; readonly key: string; readonly column: number; readonly colon: number }
  | { readonly kind: 'item'; readonly column: number }
  | { readonly kind: 'flow' }
  | { readonly kind: 'top' };

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset behind the line of an offset. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Returns the offset behind the last line of a value that ends at an offset. A block scalar ends with its line. */
export function endOfLines(text: string, end: number): number {
  return text[end - 1] === '\n' ? end : lineEnd(text, end);
}

/** Returns where the content of a node ends, without comments behind it. */
export function contentEnd(node: ParsedNode): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    if (last && 'key' in last) {
      const { key, value } = last as { key: ParsedNode; value: ParsedNode | null };
      return value && !isAbsent(value) ? contentEnd(value) : key.range[1];
    }
    if (last) return contentEnd(last as ParsedNode);
  }
  return node.range[1];
}

/** Returns whether nothing is written for a value. */
export function isAbsent(node: ParsedNode | null): boolean {
  return !node || (isScalar(node) && node.value === null && node.range[0] === node.range[1]);
}

/** Returns an edit that puts whole lines at an offset where a line begins, or at the end of a text. */
export function linesAt(
  { text, style: { eol } }: TextWork,
  offset: number,
  lines: readonly string[],
): TextEdit {
  const isBehindText = offset > 0 && text[offset - 1] !== '\n';
  const written = lines.join(eol);
  return { start: offset, end: offset, text: isBehindText ? eol + written : written + eol };
}

/** What is put in at an offset is before what is taken out there. */
function inOrder(one: TextEdit, other: TextEdit): number {
  return one.start - other.start || one.end - other.end;
}

/** Makes edits in a text; `from` is the offset of its start in the text that they are for. */
export function edited(text: string, edits: readonly TextEdit[], from = 0): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: own } of edits.toSorted(inOrder)) {
    result += text.slice(at, start - from) + own;
    at = end - from;
  }
  return result + text.slice(at);
}
