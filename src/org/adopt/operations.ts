import { type Tree, type TreeMap, toTree } from '../../formats/edit/tree.ts';
import type { Hints } from '../../formats/edit/work.ts';
import type { Path } from '../organization.ts';
import { sectionNames } from '../section-names.ts';

/** An item of a list: one that the list has already, by its index, or a new one. */
export type ListItem = { readonly from: number } | { readonly value: unknown };

/** What becomes different in an organization file. Paths are those before all operations. */
export type FileOperation = { readonly path: Path } & (
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'cut' }
  | { readonly kind: 'rename'; readonly key: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
);

/** The maps of a file whose keys are names. */
const namedMaps: ReadonlySet<unknown> = new Set([...sectionNames, 'fields', 'languages']);

const order: readonly FileOperation['kind'][] = ['set', 'cut', 'list', 'rename'];

/** Carries operations out on a copy of a tree. The hints say where its parts come from. */
export function withOperations(
  before: Tree,
  operations: readonly FileOperation[],
): { readonly after: Tree; readonly hints: Hints } {
  const origins = new Map<Tree, number | null>();
  const earlierKeys = new Map<TreeMap, Map<string, string>>();
  const whole = new Set<Tree>();
  const after = copied(before);
  // What is inside comes first, so that the paths above still lead to it.
  const sorted = operations.toSorted(
    (one, other) =>
      other.path.length - one.path.length || order.indexOf(one.kind) - order.indexOf(other.kind),
  );
  for (const operation of sorted) carryOut(after, operation, { origins, earlierKeys, whole });
  const hints: Hints = {
    cameFrom: (value) => (typeof value === 'object' && value !== null ? origins.get(value) : undefined),
    earlierKey: (map, key) => earlierKeys.get(map)?.get(key),
    isOne: (value) => whole.has(value),
    hasNames: (path) => namedMaps.has(path.at(-1)),
  };
  return { after, hints };
}

function copied(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(copied);
  return tree instanceof Map ? new Map([...tree].map(([key, value]) => [key, copied(value)])) : tree;
}

interface Notes {
  readonly origins: Map<Tree, number | null>;
  readonly earlierKeys: Map<TreeMap, Map<string, string>>;
  readonly whole: Set<Tree>;
}

function carryOut(top: Tree, operation: FileOperation, { origins, earlierKeys, whole }: Notes): void {
  const { path, kind } = operation;
  const holder = holderOf(top, path, kind === 'set');
  const last = path.at(-1) as string | number;
  if (!holder) return;
  const name = String(last);
  if (kind === 'set') {
    const value = toTree(operation.value);
    if (Array.isArray(holder)) holder[Number(last)] = value;
    else holder.set(name, value);
    if (typeof value === 'object' && value !== null) whole.add(value);
  } else if (kind === 'list') {
    const list = Array.isArray(holder) ? holder[Number(last)] : holder.get(name);
    if (!Array.isArray(list)) return;
    const items = operation.items.map((item) => {
      const value = 'value' in item ? toTree(item.value) : (list[item.from] as Tree);
      origins.set(value, 'value' in item ? null : item.from);
      return value;
    });
    list.splice(0, list.length, ...items);
  } else if (holder instanceof Map) {
    if (kind === 'cut') holder.delete(name);
    else changeKey(holder, name, operation.key, earlierKeys);
  }
}

/** Returns the map or list that holds a place; makes the maps that are missing on the way if it is to be set. */
function holderOf(top: Tree, path: Path, mayMake: boolean): TreeMap | Tree[] | undefined {
  let holder: Tree | undefined = top;
  for (const step of path.slice(0, -1)) {
    if (Array.isArray(holder)) holder = holder[Number(step)];
    else if (holder instanceof Map) {
      if (mayMake && !holder.has(String(step))) holder.set(String(step), new Map());
      holder = holder.get(String(step));
    } else return undefined;
  }
  return Array.isArray(holder) || holder instanceof Map ? holder : undefined;
}

function changeKey(map: TreeMap, from: string, to: string, earlierKeys: Notes['earlierKeys']): void {
  if (!map.has(from)) return;
  const entries = [...map];
  map.clear();
  for (const [key, value] of entries) map.set(key === from ? to : key, value);
  earlierKeys.set(map, new Map(earlierKeys.get(map)).set(to, from));
}
