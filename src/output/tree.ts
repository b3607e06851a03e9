import { fieldReader } from '../text/fields.ts';
import { visible } from '../text/printable.ts';
import type { OutputOptions } from './output.ts';
import type { TreeNode, View } from './view.ts';

type Read = (item: unknown) => unknown;

/** The texts before a node, before the last node of its parent, and before the nodes below each of them. */
interface Branches {
  readonly node: string;
  readonly lastNode: string;
  readonly below: string;
  readonly belowLast: string;
}

const lines: Branches = { node: '├─ ', lastNode: '└─ ', below: '│  ', belowLast: '   ' };
const asciiLines: Branches = { node: '|- ', lastNode: '`- ', below: '|  ', belowLast: '   ' };
const indents: Branches = { node: '', lastNode: '', below: '  ', belowLast: '  ' };

export function branchesFor({ plain, unicode }: Pick<OutputOptions, 'plain' | 'unicode'>): Branches {
  if (plain) return indents;
  return unicode ? lines : asciiLines;
}

export function drawTree(nodes: readonly TreeNode[], branches: Branches, indent = ''): string[] {
  return nodes.flatMap(({ label, children = [] }, index) => {
    const isLast = index === nodes.length - 1;
    const line = indent + (isLast ? branches.lastNode : branches.node) + visible(label);
    return [line, ...drawTree(children, branches, indent + (isLast ? branches.belowLast : branches.below))];
  });
}

/**
 * Returns the items of a list as a tree: each below its parent, with branches before its label, in the order of the
 * list. An item without a parent in the list, or inside itself, begins a tree of its own.
 */
export function asTree(
  items: readonly unknown[],
  id: string,
  nests: NonNullable<View['nests']>,
  branches: Branches,
): unknown[] {
  const [idOf, parentOf, labelOf] = [id, nests.parent, nests.label].map(fieldReader) as [Read, Read, Read];
  const children = new Map<unknown, unknown[]>(items.map((item) => [idOf(item), []]));
  const tops = items.filter((item) => !children.get(parentOf(item))?.push(item));
  const placed = new Set<unknown>();
  const rows: unknown[] = [];

  function place(top: unknown): void {
    // An explicit stack, because a tree can have any depth.
    const waiting = [{ item: top, branch: '', below: '' }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { item, branch, below } = next;
      if (placed.has(item)) continue;
      placed.add(item);
      rows.push({ ...(item as object), [nests.label]: branch + String(labelOf(item) ?? '') });
      const inner = (children.get(idOf(item)) ?? []).map((child, index, { length }) => ({
        item: child,
        branch: below + (index === length - 1 ? branches.lastNode : branches.node),
        below: below + (index === length - 1 ? branches.belowLast : branches.below),
      }));
      waiting.push(...inner.toReversed());
    }
  }
  for (const item of [...tops, ...items]) place(item);
  return rows;
}
