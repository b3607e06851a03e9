import { isCollection, isMap, isNode, isSeq, type ParsedNode, type YAMLMap } from 'yaml';
import { editBlockMap, editBlockSeq, replacedInBlock } from './block.ts';
import { editFlow } from './flow.ts';
import { isSameTree, isTied, type Tree, type TreeMap, type TreePath, treeOf, yamlKeyText } from './tree.ts';
import type { Hints, Slot, TextWork } from './work.ts';
import { flowLike, shortText } from './written.ts';

/** Finds the changes that make a value another one: inside of it where both are maps or lists, else as a whole. */
export const editNode: TextWork['edit'] = (work, node, after, path, slot) => {
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
  if (node.flow ? !after.some(isInner) : after.length === 0 && !mayEnd) return false;
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

function isInner(value: Tree): boolean {
  return typeof value === 'object' && value !== null;
}
