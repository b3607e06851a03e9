import type { TreeNode } from '../output/view.ts';

/** What sections and site spaces have in common; the reference does not promise any of it in every structure. */
interface Part {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly path?: unknown;
  readonly default?: unknown;
  readonly sectionGroup?: unknown;
  readonly siteSpaces?: unknown;
}

/** Sections with their site spaces, or site spaces alone, in the order that readers see. */
export function structureTree(parts: unknown): TreeNode[] {
  if (!Array.isArray(parts)) return [];
  return parts.map((part: Part) => ({ label: label(part), children: structureTree(part.siteSpaces) }));
}

function label({ id, title, path, default: isDefault, sectionGroup }: Part): string {
  const words = [title, id, path && `/${path}`, isDefault && 'default', sectionGroup && `in ${sectionGroup}`];
  return words.filter(Boolean).join('  ');
}
