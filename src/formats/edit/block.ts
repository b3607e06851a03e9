import { isCollection, isMap, isScalar, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { alignItems } from './lists.ts';
import { isTied, type Tree, type TreeMap, type TreePath, treeOf, yamlKeyText } from './tree.ts';
import {
  contentEnd,
  edited,
  endOfLines,
  isAbsent,
  lineEnd,
  lineStart,
  linesAt,
  type Slot,
  type TextChange,
  type TextEdit,
  type TextWork,
} from './work.ts';
import {
  blockLines,
  entryLines,
  flowLike,
  flowText,
  inlineText,
  keyInBlock,
  placeAmong,
  shortText,
} from './written.ts';

interface Entry {
  readonly key: string;
  readonly keyNode: ParsedNode;
  readonly value: ParsedNode | null;
  readonly start: number;
  /** Behind its last line. */
  readonly end: number;
  /** Behind its colon; `undefined` if the entry is written in an unusual way. */
  readonly colon: number | undefined;
  /** Whether the dash of an item is before it. */
  readonly isBehindDash: boolean;
}

export function editBlockMap(work: TextWork, map: YAMLMap, after: TreeMap, path: TreePath, slot: Slot): void {
  const { text, hints, changes, style } = work;
  const entries = map.items.map((pair) => entryOf(text, pair as Pair));
  const { start: first } = entries[0] as Entry;
  const column = first - lineStart(text, first);
  const names = new Set(entries.map(({ key }) => key));
  const newName = new Map<string, string>();
  for (const key of after.keys()) {
    const from = hints.earlierKey(after, key);
    const old = from !== undefined && names.has(from) ? from : key;
    if (names.has(old)) newName.set(old, key);
  }
  const kept = entries.filter(({ key }) => newName.has(key));
  const known = new Set(newName.values());
  const added = [...after].filter(([key]) => !known.has(key));
  const isEmptied = after.size === 0;
  for (const [at, entry] of entries.entries()) {
    const key = newName.get(entry.key);
    const place = [...path, entry.key];
    if (key === undefined) {
      const edits = isTied(entry.value) ? undefined : cut(text, entry, entries[at + 1]);
      const mark = isEmptied && at === 0 && slot.kind === 'entry' ? [insertion(slot.colon, ' {}')] : [];
      changes.push({
        path: place,
        action: 'remove',
        words: '',
        at: entry.start,
        edits: edits && [...mark, ...edits],
      });
      continue;
    }
    if (key !== entry.key) changes.push(renamed(entry, key, place));
    const inner: Slot | undefined =
      entry.colon === undefined ? undefined : { kind: 'entry', key, column, colon: entry.colon };
    work.edit(work, entry.value, after.get(key) as Tree, [...path, key], inner);
  }
  const keptNames = kept.map(({ key }) => newName.get(key) as string);
  const isFlow = hasFlowValues(entries);
  const isNamed = hints.hasNames(path);
  const inOrder = isNamed ? added.toSorted(([one], [other]) => (one < other ? -1 : 1)) : added;
  for (const [key, value] of inOrder) {
    const place = placeAmong(keptNames, key, isNamed);
    const before = kept[Math.max(place, slot.kind === 'item' ? 0 : -1)];
    const offset = before?.end ?? startOf(text, slot, entries);
    const lines =
      isFlow && value instanceof Map && value.size > 0
        ? [`${' '.repeat(column)}${keyInBlock(key)}: ${flowText(value, style)}`]
        : entryLines(key, value, column, style);
    changes.push({
      path,
      action: 'add',
      words: shortText(key, value),
      at: before?.start ?? offset,
      edits: [linesAt(work, offset, lines)],
    });
  }
}

/** A pair as the parser makes it. */
interface Pair {
  readonly key: ParsedNode;
  readonly value: ParsedNode | null;
}

function entryOf(text: string, { key, value }: Pair): Entry {
  const [start, end] = key.range;
  const behind = /^[ \t]*:/.exec(text.slice(end, end + 200))?.[0];
  const before = text.slice(lineStart(text, start), start);
  const isUsual = behind !== undefined && /^ *(?:- +)?$/.test(before);
  const colon = isUsual ? end + behind.length : undefined;
  const last = value && !isAbsent(value) ? contentEnd(value) : (colon ?? end);
  return {
    key: yamlKeyText(key),
    keyNode: key,
    value,
    start,
    end: endOfLines(text, last),
    colon,
    isBehindDash: before.includes('-'),
  };
}

/** Returns the edits that take an entry out; `undefined` if a comment would be lost, or the entry is unusual. */
function cut(text: string, entry: Entry, next: Entry | undefined): TextEdit[] | undefined {
  if (entry.colon === undefined) return undefined;
  if (!entry.isBehindDash) return [{ start: lineStart(text, entry.start), end: entry.end, text: '' }];
  // The next entry takes the place behind the dash.
  if (!next || lineStart(text, next.start) !== entry.end) return undefined;
  return [{ start: entry.start, end: next.start, text: '' }];
}

function renamed({ keyNode, start, colon }: Entry, key: string, path: TreePath): TextChange {
  const edits = colon === undefined ? undefined : [{ start, end: keyNode.range[1], text: keyInBlock(key) }];
  return { path, action: 'rename', words: keyInBlock(key), at: start, edits };
}

/** Returns where the first entry or item of a collection would begin. */
function startOf(text: string, slot: Slot, items: readonly { readonly start: number }[]): number {
  return slot.kind === 'entry' ? lineEnd(text, slot.colon) : lineStart(text, items[0]?.start ?? 0);
}

function insertion(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

/** Returns whether the entries of a map have their maps in braces. */
function hasFlowValues(entries: readonly Entry[]): boolean {
  const maps = entries.flatMap(({ value }) => (isMap(value) && value.items.length > 0 ? value : []));
  return maps.length > 0 && maps.every(({ flow }) => flow);
}

/** Finds the changes that make a block list another list. */
export function editBlockSeq(
  work: TextWork,
  seq: YAMLSeq,
  after: readonly Tree[],
  path: TreePath,
  slot: Slot,
): void {
  const { text, hints, changes, style } = work;
  const items = (seq.items as ParsedNode[]).map((node) => {
    const [start] = node.range;
    const line = lineStart(text, start);
    return { node, start, line, end: endOfLines(text, contentEnd(node)), mark: text.slice(line, start) };
  });
  const column = items[0]?.mark.indexOf('-') ?? 0;
  if (items.some(({ mark }) => !/^ *- +(?:&\S+ +)?$/.test(mark))) {
    const at = items[0]?.start ?? 0;
    changes.push({ path, action: 'write', words: shortText(undefined, after as Tree), at, edits: undefined });
    return;
  }
  const before = items.map(({ node }) => treeOf(node));
  const aligned = alignItems(before, after, hints);
  const used = new Set(aligned.map(({ from }) => from));
  const isEmptied = after.length === 0;
  for (const [at, { node, start, line, end }] of items.entries()) {
    if (used.has(at)) continue;
    const mark = isEmptied && at === 0 && slot.kind === 'entry' ? [insertion(slot.colon, ' []')] : [];
    const edits = isTied(node) ? undefined : [...mark, { start: line, end, text: '' }];
    changes.push({ path: [...path, at], action: 'remove', words: '', at: start, edits });
  }
  const isFlow = items.every(({ node }) => isMap(node) && node.flow && node.items.length > 0);
  let offset = startOf(text, slot, items);
  for (const [at, { value, from, stays }] of aligned.entries()) {
    const old = from === undefined ? undefined : items[from];
    const place = [...path, from ?? at];
    const inner: Slot = { kind: 'item', column };
    if (old && stays) {
      work.edit(work, old.node, value, place, inner);
      offset = old.end;
      continue;
    }
    const lines = isFlow
      ? [`${' '.repeat(column)}- ${flowText(value, style)}`]
      : blockLines([value], column, style);
    const words = shortText(undefined, value);
    if (!old) {
      changes.push({
        path,
        action: 'add',
        words,
        at: Math.max(0, offset - 1),
        edits: [linesAt(work, offset, lines)],
      });
      continue;
    }
    const own: TextWork = { ...work, changes: [] };
    work.edit(own, old.node, value, place, inner);
    changes.push(...own.changes.filter(({ edits }) => !edits));
    const moved = edited(
      text.slice(old.line, old.end),
      own.changes.flatMap(({ edits }) => edits ?? []),
      old.line,
    );
    const isTiedItem = isTied(old.node);
    const edits = [
      { start: old.line, end: old.end, text: '' },
      linesAt(work, offset, moved.replace(/\r?\n$/, '').split(style.eol)),
    ];
    changes.push({
      path: place,
      action: 'write',
      words,
      at: old.start,
      edits: isTiedItem ? undefined : edits,
    });
  }
}

/** Returns the edits that write another value for an entry or an item of a block collection. */
export function replacedInBlock(
  work: TextWork,
  node: ParsedNode | null,
  after: Tree,
  slot: Slot,
): TextEdit[] | undefined {
  if (slot.kind === 'entry') return replacedInEntry(work, node, after, slot);
  if (slot.kind !== 'item' || !node) return undefined;
  const { text, style } = work;
  const [start, end] = [lineStart(text, node.range[0]), contentEnd(node)];
  if (isScalar(node) && inlineText(after) !== undefined && text[end - 1] !== '\n')
    return [{ start: node.range[0], end, text: inlineText(after) as string }];
  return [
    { start, end: endOfLines(text, end), text: '' },
    linesAt(work, start, blockLines([after], slot.column, style)),
  ];
}

function replacedInEntry(
  work: TextWork,
  node: ParsedNode | null,
  after: Tree,
  { key, column, colon }: Extract<Slot, { kind: 'entry' }>,
): TextEdit[] {
  const { text, style } = work;
  const isFlow = isCollection(node) && node.flow === true && node.items.length > 0;
  const inline =
    isFlow && typeof after === 'object' && after !== null ? flowLike(work, node, after) : inlineText(after);
  const lines = inline === undefined ? entryLines(key, after, column, style) : [];
  const head =
    inline === undefined ? (lines[0] as string).slice(column + keyInBlock(key).length + 1) : ` ${inline}`;
  const rest = lines.slice(1);
  if (!node || isAbsent(node))
    return [insertion(colon, head), ...(rest.length > 0 ? [linesAt(work, lineEnd(text, colon), rest)] : [])];
  const [start, end] = [node.range[0], contentEnd(node)];
  const last = endOfLines(text, end);
  if (!text.slice(colon, start).includes('\n')) {
    if (text[end - 1] === '\n') return [{ start: colon, end, text: [head, ...rest, ''].join(style.eol) }];
    const own = { start: colon, end, text: head };
    return rest.length > 0 ? [own, linesAt(work, last, rest)] : [own];
  }
  const next = lineEnd(text, colon);
  return [
    insertion(colon, head),
    { start: next, end: last, text: '' },
    ...(rest.length > 0 ? [linesAt(work, next, rest)] : []),
  ];
}
