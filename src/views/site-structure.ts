import type { TreeNode } from '../output/view.ts';

/** The common fields of sections and site spaces. The reference guarantees none of them. */
interface Part {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly path?: unknown;
  readonly default?: unknown;
  readonly sectionGroup?: unknown;
  readonly siteSpaces?: unknown;
}

/** Makes a tree of sections with their site spaces, or of site spaces alone, in the order of the site. */
export function structureTree(parts: unknown): TreeNode[] {
  if (!Array.isArray(parts)) return [];
  return parts.map((part: Part) => ({ label: label(part), children: structureTree(part.siteSpaces) }));
}

function label({ id, title, path, default: isDefault, sectionGroup }: Part): string {
  const words = [title, id, path && `/${path}`, isDefault && 'default', sectionGroup && `in ${sectionGroup}`];
  return words.filter(Boolean).join('  ');
}
