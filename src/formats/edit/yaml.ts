import { isCollection, isMap, isNode, isSeq, LineCounter, type ParsedNode, type YAMLMap } from 'yaml';
import { parseDocument, YamlFault } from '../yaml.ts';
import { editBlockMap, editBlockSeq, replacedInBlock } from './block.ts';
import { editFlow } from './flow.ts';
import { isSameTree, isTied, type Tree, type TreeMap, type TreePath, treeOf, yamlKeyText } from './tree.ts';
import { edited, type Hints, type Slot, type TextChange, type TextWork } from './work.ts';
import { flowLike, shortText, styleOf } from './written.ts';

/** A change of a text with the number of its line, from 1. */
export type PlacedChange = TextChange & { readonly line: number };

/** A text that holds another value. */
export interface EditedText {
  readonly text: string;
  /** What is not in it, and only a person should change. The lines are those of the new text. */
  readonly byHand: readonly PlacedChange[];
}

/**
 * Edits a YAML or JSON text so that it holds another value, and leaves every other byte as it is: comments, layout, quotes,
 * the order of keys. `change` returns the new value, and what else is known of it. Left for a person: aliases and anchors, and
 * several differences on one line of a flow collection. Those that are together are all made, or none of them. Throws `YamlFault`
 * for a text that is no YAML.
 */
export function editYaml(
  text: string,
  change: (tree: Tree) => { after: Tree; hints: Hints },
  { areTogether = false } = {},
): EditedText & {
  /** All differences. The lines are those of the text before. */
  readonly all: readonly PlacedChange[];
} {
  const top = parseDocument(text);
  const { after, hints } = change(treeOf(top));
  const work: TextWork = { text, style: styleOf(text), hints, changes: [], edit: editNode };
  editNode(work, top, after, [], { kind: 'top' });
  const lineOf = linesIn(text);
  const all = work.changes.map((one) => ({ ...one, line: lineOf(one.at) }));
  const inLines = areTogether ? [] : all.flatMap(({ isInLine, line }) => (isInLine ? line : []));
  const crowded = linesWithSeveral(inLines);
  const isLeft = ({ edits, isInLine, at }: TextChange) =>
    !edits || (isInLine === true && crowded.has(lineOf(at)));
  const left = work.changes.filter(isLeft);
  const edits = work.changes.flatMap((one) => (isLeft(one) ? [] : (one.edits ?? [])));
  const result = edited(text, edits);
  // Whatever a layout is like that no one thought of, no other value and no broken text gets into a file.
  if ((areTogether && left.length > 0) || !holds(result, left.length === 0 ? after : undefined))
    return { text, byHand: all, all };
  const shift = (at: number) =>
    edits
      .filter(({ start }) => start <= at)
      .reduce((sum, one) => sum + newlines(one.text) - newlines(text.slice(one.start, one.end)), 0);
  const byHand = left.map((one) => ({ ...one, line: lineOf(one.at) + shift(one.at) }));
  return { text: result, byHand, all };
}

function linesWithSeveral(lines: readonly number[]): ReadonlySet<number> {
  const known = new Set<number>();
  return new Set(lines.filter((line) => known.size === known.add(line).size));
}

function linesIn(text: string): (offset: number) => number {
  const lines = new LineCounter();
  for (let at = 0; at >= 0 && at < text.length; at = text.indexOf('\n', at) + 1 || text.length)
    lines.addNewLine(at);
  return (offset) => lines.linePos(offset).line || 1;
}

/** To read a text that has more characters takes many seconds: its caller reads it in a faster way. */
const longLength = 1024 * 1024;

/** Returns whether a text is right, and has this value if one is given. A long one counts as right. */
function holds(text: string, value: Tree | undefined): boolean {
  if (text.length > longLength) return true;
  try {
    const found = treeOf(parseDocument(text));
    return value === undefined || isSameTree(found, value);
  } catch (error) {
    if (error instanceof YamlFault) return false;
    throw error;
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

/** Finds the changes that make a value another one: inside of it where both are maps or lists, else as a whole. */
const editNode: TextWork['edit'] = (work, node, after, path, slot) => {
  if (isSameTree(treeOf(node), after)) return;
  if (!slot || !editedInside(work, node, after, path, slot)) replace(work, node, after, path, slot);
};

/** Changes parts of a value; returns whether that is possible. */
function editedInside(
  work: TextWork,
  node: ParsedNode | null,
  after: Tree,
  path: TreePath,
  slot: Slot,
): boolean {
  const { text, hints } = work;
  const isOnOneLine = isNode(node) && !text.slice(node.range[0], node.range[1]).includes('\n');
  const mayEnd = slot.kind === 'entry';
  if (!isCollection(node) || node.items.length === 0 || node.anchor || (hints.isOne(after) && isOnOneLine))
    return false;
  if (isMap(node) && after instanceof Map) {
    const mayEmpty = !node.flow && mayEnd;
    if ((after.size === 0 && !mayEmpty) || (slot.kind === 'item' && !keepsKey(node, after, hints)))
      return false;
    if (node.flow) editFlow(work, node, after, path);
    else editBlockMap(work, node, after, path, slot);
    return true;
  }
  if (!isSeq(node) || !Array.isArray(after)) return false;
  const holdsOthers = after.some((one) => typeof one === 'object' && one !== null);
  if (node.flow ? !holdsOthers : after.length === 0 && !mayEnd) return false;
  if (node.flow) editFlow(work, node, after, path);
  else editBlockSeq(work, node, after, path, slot);
  return true;
}

function replace(
  work: TextWork,
  node: ParsedNode | null,
  after: Tree,
  path: TreePath,
  slot: Slot | undefined,
): void {
  const { changes } = work;
  const isInFlow = slot?.kind === 'flow' || slot?.kind === 'top';
  const edits =
    !slot || isTied(node)
      ? undefined
      : isInFlow && node
        ? [{ start: node.range[0], end: node.range[1], text: flowLike(work, node, after) }]
        : replacedInBlock(work, node, after, slot);
  const at = node?.range[0] ?? (slot?.kind === 'entry' ? slot.colon : 0);
  changes.push({
    path,
    action: 'write',
    words: shortText(undefined, after),
    at,
    edits,
    ...(slot?.kind === 'flow' && { isInLine: true }),
  });
}

/** Returns whether one of the entries stays: then the others can be written around it. */
function keepsKey(node: YAMLMap, after: TreeMap, hints: Hints): boolean {
  const keys = new Set(node.items.map(({ key }) => yamlKeyText(key)));
  return [...after.keys()].some((key) => keys.has(key) || keys.has(hints.earlierKey(after, key) ?? key));
}
