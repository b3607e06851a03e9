import { visible } from './text.ts';
import type { TreeNode } from './view.ts';

/** Lines that draw a tree with `├─`, `└─` and `│`. */
export function drawTree(nodes: readonly TreeNode[], indent = ''): string[] {
  return nodes.flatMap(({ label, children = [] }, index) => {
    const last = index === nodes.length - 1;
    const branch = `${indent}${last ? '└─' : '├─'} ${visible(label)}`;
    return [branch, ...drawTree(children, `${indent}${last ? '   ' : '│  '}`)];
  });
}
