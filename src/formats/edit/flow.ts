import { isMap, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { alignItems, type NewItem } from './lists.ts';
import { isTied, type Tree, type TreeMap, type TreePath, treeOf, yamlKeyText } from './tree.ts';
import { edited, lineEnd, lineStart, type TextChange, type TextEdit, type TextWork } from './work.ts';
import { flowEntry, flowKey, flowText, placeAmong, shortText, type TextStyle } from './written.ts';

/** An entry or an item of a flow collection. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly node: ParsedNode | null;
  /** The key of an entry. */
  readonly name?: string;
  readonly key?: ParsedNode;
}

interface NewPart extends NewItem {
  readonly name?: string;
}

/** Finds the changes that make a flow map or list, which is not empty, another one of this kind. */
export function editFlow(
  work: TextWork,
  node: YAMLMap | YAMLSeq,
  after: TreeMap | readonly Tree[],
  path: TreePath,
): void {
  const parts = partsOf(node);
  const wanted: readonly NewPart[] =
    after instanceof Map
      ? newEntries(parts, after, work, path)
      : alignItems(
          parts.map((part) => treeOf(part.node)),
          after,
          work.hints,
        );
  const own: TextWork = { ...work, changes: [] };
  for (const { value, from, stays, name } of wanted) {
    if (from === undefined || !stays) continue;
    const part = parts[from] as Part;
    if (name !== undefined && part.key && name !== part.name)
      own.changes.push(renamed(work, part, name, path));
    work.edit(own, part.node, value, [...path, name ?? from], { kind: 'flow' });
  }
  const range = (node as ParsedNode).range;
  const lines = inLines(work, parts, range);
  const structure = lines
    ? changesOfLines(work, parts, wanted, path, lines)
    : changesInLine(work, parts, wanted, path);
  const isOnOneLine = !work.text.slice(range[0], range[1]).includes('\n');
  if (!isOnOneLine && wanted.every(({ from }) => from === undefined)) {
    // Nothing stays.
    const text = flowText(after as Tree, work.style, column(work.text, range[0]));
    const edits = isTied(node) ? undefined : [{ start: range[0], end: range[1], text }];
    work.changes.push({
      path,
      action: 'write',
      words: shortText(undefined, after as Tree),
      at: range[0],
      edits,
      isInLine: true,
    });
  } else work.changes.push(...own.changes, ...structure);
}

function column(text: string, offset: number): number {
  return /^ */.exec(text.slice(lineStart(text, offset)))?.[0].length ?? 0;
}

function partsOf(node: YAMLMap | YAMLSeq): Part[] {
  if (!isMap<ParsedNode, ParsedNode | null>(node)) {
    return (node.items as ParsedNode[]).map((item) => ({
      start: item.range[0],
      end: item.range[1],
      node: item,
    }));
  }
  return node.items.map(({ key, value }) => ({
    start: key.range[0],
    end: Math.max(key.range[1], value?.range[1] ?? 0),
    node: value,
    name: yamlKeyText(key),
    key,
  }));
}

/** Returns the entries in their order, with the new ones where they belong. */
function newEntries(parts: readonly Part[], after: TreeMap, { hints }: TextWork, path: TreePath): NewPart[] {
  const isNamed = hints.hasNames(path);
  const indexes = new Map(parts.map(({ name = '' }, at) => [name, at]));
  const known = new Map<number, NewPart>();
  const added: NewPart[] = [];
  for (const [name, value] of after) {
    const old = indexes.get(hints.earlierKey(after, name) ?? name) ?? indexes.get(name);
    if (old === undefined) added.push({ name, value, from: undefined, stays: false });
    else known.set(old, { name, value, from: old, stays: true });
  }
  const order = [...known].toSorted(([one], [other]) => one - other).map(([, part]) => part);
  for (const part of added) {
    const names = order.map(({ name = '' }) => name);
    order.splice(placeAmong(names, part.name as string, isNamed) + 1, 0, part);
  }
  return order;
}

function renamed(
  { style }: TextWork,
  { key, start, name = '' }: Part,
  to: string,
  path: TreePath,
): TextChange {
  const text = flowKey(to, style);
  const edits = [{ start, end: key?.range[1] ?? start, text }];
  return { path: [...path, name], action: 'rename', words: text, at: start, edits, isInLine: true };
}

/** A collection whose parts are on lines of their own. */
interface Lines {
  /** The number of spaces before each part. */
  readonly column: number;
  /** Whether a comma is behind the last part. */
  readonly hasLastComma: boolean;
}

/** Returns how a collection is written in lines; `undefined` if parts share lines. */
function inLines(
  { text }: TextWork,
  parts: readonly Part[],
  [start, end]: readonly [number, number, ...unknown[]],
): Lines | undefined {
  const isAlone = parts.every((part) => {
    const before = text.slice(lineStart(text, part.start), part.start);
    const behind = text.slice(part.end, lineEnd(text, part.end));
    return /^[ \t]*$/.test(before) && /^[ \t]*,?[ \t]*(?:#.*)?\r?\n?$/.test(behind);
  });
  const close = text.slice(lineStart(text, end - 1), end - 1);
  const [first] = parts as [Part];
  if (!isAlone || !/^[ \t]*$/.test(close) || !text.slice(start, first.start).includes('\n')) return undefined;
  const last = parts.at(-1) as Part;
  return {
    column: first.start - lineStart(text, first.start),
    hasLastComma: /^[ \t]*,/.test(text.slice(last.end, end)),
  };
}

function newText({ value, name }: NewPart, style: TextStyle, column?: number): string {
  return name === undefined ? flowText(value, style, column) : flowEntry(name, value, style, column);
}

/** Takes whole lines out and puts whole lines in. All parts but the last one have a comma. */
function changesOfLines(
  work: TextWork,
  parts: readonly Part[],
  wanted: readonly NewPart[],
  path: TreePath,
  { column, hasLastComma }: Lines,
): TextChange[] {
  const { text, style } = work;
  const changes: TextChange[] = [];
  const staying = new Set(wanted.flatMap(({ from, stays }) => (stays && from !== undefined ? from : [])));
  const lineOf = ({ start, end }: Part) => ({ start: lineStart(text, start), end: lineEnd(text, end) });
  for (const [at, part] of parts.entries()) {
    if (staying.has(at)) continue;
    const isMoved = wanted.some(({ from }) => from === at);
    const edits = isTied(part.node) ? undefined : [{ ...lineOf(part), text: '' }];
    changes.push({
      path: [...path, part.name ?? at],
      action: isMoved ? 'write' : 'remove',
      words: '',
      at: part.start,
      edits,
    });
  }
  let offset = lineStart(text, (parts[0] as Part).start);
  for (const part of wanted) {
    const old = part.from === undefined ? undefined : (parts[part.from] as Part);
    if (old && part.stays) {
      offset = lineOf(old).end;
      continue;
    }
    const own = old ? movedText(work, old, part, path) : newText(part, style, column);
    const comma = part !== wanted.at(-1) || hasLastComma ? ',' : '';
    const edits = [{ start: offset, end: offset, text: `${' '.repeat(column)}${own}${comma}${style.eol}` }];
    changes.push({ path, action: 'add', words: shortText(part.name, part.value), at: offset, edits });
  }
  const commas = commaEdits(text, parts, wanted, hasLastComma);
  const [first, ...others] = changes;
  return first?.edits ? [{ ...first, edits: [...first.edits, ...commas] }, ...others] : changes;
}

function commaEdits(
  text: string,
  parts: readonly Part[],
  wanted: readonly NewPart[],
  hasLastComma: boolean,
): TextEdit[] {
  if (hasLastComma) return [];
  const last = parts.length - 1;
  return wanted.flatMap(({ from, stays }, at): TextEdit[] => {
    if (!stays || from === undefined) return [];
    const { end } = parts[from] as Part;
    const isLast = at === wanted.length - 1;
    if (from === last && !isLast) return [{ start: end, end, text: ',' }];
    return from !== last && isLast ? [{ start: end, end: text.indexOf(',', end) + 1, text: '' }] : [];
  });
}

function movedText(work: TextWork, part: Part, { value, name }: NewPart, path: TreePath): string {
  const own: TextWork = { ...work, changes: [] };
  work.edit(own, part.node, value, [...path, name ?? 0], { kind: 'flow' });
  const edits = own.changes.flatMap((change) => change.edits ?? []);
  return edited(work.text.slice(part.start, part.end), edits, part.start);
}

function changesInLine(
  work: TextWork,
  parts: readonly Part[],
  wanted: readonly NewPart[],
  path: TreePath,
): TextChange[] {
  const { style } = work;
  const separator = style.isSpaced ? ', ' : ',';
  const changes: TextChange[] = [];
  const staying = wanted.filter(({ stays }) => stays).map(({ from }) => parts[from as number] as Part);
  const first = staying[0];
  for (const [at, part] of parts.entries()) {
    if (staying.includes(part)) continue;
    const isBeforeAll = first !== undefined && part.start < first.start;
    const edit = isBeforeAll
      ? { start: part.start, end: (parts[at + 1] as Part).start, text: '' }
      : { start: parts[at - 1]?.end ?? part.start, end: part.end, text: '' };
    const edits = isTied(part.node) ? undefined : [edit];
    changes.push({
      path: [...path, part.name ?? at],
      action: 'remove',
      words: '',
      at: part.start,
      edits,
      isInLine: true,
    });
  }
  let before: Part | undefined;
  for (const part of wanted) {
    const old = part.from === undefined ? undefined : (parts[part.from] as Part);
    if (old && part.stays) {
      before = old;
      continue;
    }
    const own = old ? movedText(work, old, part, path) : newText(part, style);
    const offset = before?.end ?? first?.start ?? (parts[0] as Part).start;
    const text = before ? separator + own : own + separator;
    changes.push({
      path,
      action: 'add',
      words: shortText(part.name, part.value),
      at: offset,
      edits: [{ start: offset, end: offset, text }],
      isInLine: true,
    });
  }
  return changes;
}
