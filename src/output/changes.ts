import { fieldPicker, fieldReader, isObject } from '../text/fields.ts';
import { rowsOf } from './columns.ts';
import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

/** What a command printed at one time. */
export interface Reading {
  /** One object, or the array of a list. */
  readonly value: unknown;
  readonly isList: boolean;
  readonly view: View;
}

/** How one item has changed from one reading to the next. */
export interface Change {
  /** `present`: it is there in the first reading. */
  readonly change: 'present' | 'added' | 'changed' | 'removed';
  /** When it was read, in ISO 8601. */
  readonly time: string;
  /** As it is now; for `removed`, as it was. */
  readonly item: unknown;
}

type Chosen = Pick<OutputOptions, 'query' | 'fields'>;

/** The changes that a user sees of what they asked for, in the order of the newer reading, the removed ones last. */
export function changesBetween(
  before: Reading | undefined,
  after: Reading,
  chosen: Chosen,
  time: string,
): Change[] {
  const old = itemsOf(before, chosen);
  const now = itemsOf(after, chosen);
  const pick = fieldPicker(chosen.fields);
  const looks = (item: unknown) => JSON.stringify(pick(item));
  const known = [...now].flatMap(([key, item]): Change[] => {
    if (!before) return [{ change: 'present', time, item }];
    if (!old.has(key)) return [{ change: 'added', time, item }];
    return looks(old.get(key)) === looks(item) ? [] : [{ change: 'changed', time, item }];
  });
  const gone = [...old].filter(([key]) => !now.has(key));
  return [...known, ...gone.map(([, item]): Change => ({ change: 'removed', time, item }))];
}

/** The items of a reading by what they are known by; what has no identifier is known by all that it is. */
function itemsOf(reading: Reading | undefined, { query }: Chosen): Map<string, unknown> {
  if (!reading) return new Map();
  const { view, isList } = reading;
  const value = query ? query(reading.value) : reading.value;
  if (!Array.isArray(value)) return new Map([[isList ? '' : String(fieldReader(view.id)(value)), value]]);
  const read = fieldReader(view.id);
  const items = query ? value : rowsOf(value, view);
  return new Map(items.map((item) => [String((isObject(item) && read(item)) || JSON.stringify(item)), item]));
}

const readItem = fieldReader('item');

/** Changes as a list of their own: the columns of the items after what happened when. */
export function changeView({ id, columns }: View): View {
  return {
    id: `item.${id}`,
    columns: [
      { field: 'change' },
      { field: 'time' },
      ...columns.map(({ value, ...column }) => ({
        ...column,
        label: column.label ?? column.field,
        field: `item.${column.field}`,
        ...(value && { value: (change: unknown) => value(readItem(change)) }),
      })),
    ],
  };
}
