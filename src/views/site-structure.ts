import type { TreeNode, View } from '../output/view.ts';
import { isObject } from '../text/fields.ts';

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

/** Returns a view that shows a title in the place of the id in `field`, and the id in wide output. */
export function withTitleOf(field: string, view: View): View {
  const column = view.columns.find((one) => one.field === field);
  const label = column?.label ?? field.toUpperCase();
  const title = `${field}Title`;
  const value = (item: unknown) => (isObject(item) ? (item[title] ?? item[field]) : undefined);
  return {
    ...view,
    columns: view.columns.map((one) => (one === column ? { field: title, label, value } : one)),
    wide: [{ field, label: `${label} ID`, as: 'id' }, ...(view.wide ?? [])],
  };
}
