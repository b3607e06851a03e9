import type { OutputOptions } from './output.ts';
import { visible } from './text.ts';
import type { TreeNode } from './view.ts';

/** What stands before a node, before the last of its kind, and below each of them. */
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

/** The lines of a tree. */
export function drawTree(nodes: readonly TreeNode[], branches: Branches, indent = ''): string[] {
  return nodes.flatMap(({ label, children = [] }, index) => {
    const isLast = index === nodes.length - 1;
    const line = indent + (isLast ? branches.lastNode : branches.node) + visible(label);
    return [line, ...drawTree(children, branches, indent + (isLast ? branches.belowLast : branches.below))];
  });
}
