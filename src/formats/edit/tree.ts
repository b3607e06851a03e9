import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';

/** A value of a document. Maps keep the order of their keys, and any text may be a key; an alias is a symbol. */
export type Tree = string | number | boolean | null | symbol | Tree[] | TreeMap;
export type TreeMap = Map<string, Tree>;

/** The place of a value: the keys and the indexes that lead to it. */
export type TreePath = readonly (string | number)[];

/** Stands for an alias, whose value is elsewhere. */
const alias = Symbol('alias');

export function treeOf(node: unknown): Tree {
  if (isMap(node)) return new Map(node.items.map(({ key, value }) => [yamlKeyText(key), treeOf(value)]));
  if (isSeq(node)) return node.items.map(treeOf);
  if (isAlias(node)) return alias;
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'bigint' ? Number(value) : (value as Tree);
}

export function yamlKeyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** Returns plain data as a tree. A missing value is left out of its map. */
export function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(toTree);
  if (value instanceof Map || typeof value !== 'object' || value === null) return value as Tree;
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return new Map(given.map(([key, one]) => [key, toTree(one)]));
}

/** Returns whether two trees hold the same; the order of keys does not matter. */
export function isSameTree(one: Tree | undefined, other: Tree | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameTree(item, other[at]));
  if (!(one instanceof Map && other instanceof Map) || one.size !== other.size) return false;
  return [...one].every(([key, value]) => other.has(key) && isSameTree(value, other.get(key)));
}

/** Returns whether a node has an anchor or an alias in it: its text is a part of another value, too. */
export function isTied(node: unknown): boolean {
  if (isAlias(node)) return true;
  if (!isNode(node)) return false;
  if ('anchor' in node && node.anchor) return true;
  if (isMap(node)) return node.items.some(({ key, value }) => isTied(key) || isTied(value));
  return isSeq(node) && node.items.some(isTied);
}
