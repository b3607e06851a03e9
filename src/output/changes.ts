import { fieldPicker, fieldReader, isObject } from '../text/fields.ts';
import { rowsOf } from './columns.ts';
import type { OutputOptions } from './output.ts';
import { ownView } from './query-result.ts';
import type { View } from './view.ts';

/** The result of a command at one time. */
export interface ListReading {
  /** One object, or the array of a list. */
  readonly value: unknown;
  readonly isList: boolean;
  readonly view: View;
}

/** The change of one item between two readings. */
export interface ItemChange {
  /** `present`: the item is in the first reading. */
  readonly change: 'present' | 'added' | 'changed' | 'removed';
  /** The time of the reading, in ISO 8601. */
  readonly time: string;
  /** The item as it is now; for `removed`, as it was. */
  readonly item: unknown;
}

type Chosen = Pick<OutputOptions, 'query' | 'fields'>;

/** Returns the changes in what the user asked for, in the order of the newer reading, with the removed items last. */
export async function changesBetween(
  before: ListReading | undefined,
  after: ListReading,
  chosen: Chosen,
  time: string,
): Promise<ItemChange[]> {
  const old = await itemsOf(before, chosen);
  const now = await itemsOf(after, chosen);
  const pick = fieldPicker(chosen.fields);
  const looks = (item: unknown) => JSON.stringify(pick(item));
  const known = [...now].flatMap(([key, item]): ItemChange[] => {
    if (!before) return [{ change: 'present', time, item }];
    if (!old.has(key)) return [{ change: 'added', time, item }];
    return looks(old.get(key)) === looks(item) ? [] : [{ change: 'changed', time, item }];
  });
  const gone = [...old].filter(([key]) => !now.has(key));
  return [...known, ...gone.map(([, item]): ItemChange => ({ change: 'removed', time, item }))];
}

/** Returns the items of a reading by their identifiers; an item without one is identified by its whole content. */
async function itemsOf(reading: ListReading | undefined, { query }: Chosen): Promise<Map<string, unknown>> {
  if (!reading) return new Map();
  const { view, isList } = reading;
  const value = query ? await query(reading.value) : reading.value;
  if (!Array.isArray(value)) return new Map([[isList ? '' : String(fieldReader(view.id)(value)), value]]);
  const read = fieldReader(view.id);
  const items = query ? value : rowsOf(value, view);
  return new Map(items.map((item) => [String((isObject(item) && read(item)) || JSON.stringify(item)), item]));
}

/** Returns the items in what the user asked for. */
export async function itemsIn(reading: ListReading, chosen: Chosen): Promise<unknown[]> {
  return [...(await itemsOf(reading, chosen)).values()];
}

const readItem = fieldReader('item');

/**
 * Returns the view of a list of changes: the kind and the time of the change, then the columns of the items. Those of a query
 * are the fields of what it has found first; what has no fields is one column.
 */
export function changeView(view: View, queried: readonly unknown[] | undefined): View {
  const { id, columns } = queried ? ownView(queried, view) : view;
  const isWhole = columns.length === 0;
  return {
    id: isWhole ? 'item' : `item.${id}`,
    columns: [
      { field: 'change' },
      { field: 'time' },
      ...(isWhole ? [{ field: 'item' }] : columns.map(ofItem)),
    ],
  };
}

function ofItem({ value, ...column }: View['columns'][number]): View['columns'][number] {
  return {
    ...column,
    label: column.label ?? column.field,
    field: `item.${column.field}`,
    ...(value && { value: (change: unknown) => value(readItem(change)) }),
  };
}
