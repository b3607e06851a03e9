import type { Fields } from '../../model/effects/facts.ts';
import type { JournalRecord, State, StateList } from './journal-schema.ts';

type StoredStates = readonly (State | StateList)[];

/** Returns the text of a record for the disk. */
export function recordText(record: JournalRecord): string {
  return JSON.stringify(withStates(record, packed as (states: readonly State[]) => readonly State[]));
}

/** Returns a record of the disk as the program uses it. */
export function unpackedRecord(record: JournalRecord): JournalRecord {
  return withStates(record, unpacked);
}

function withStates(
  record: JournalRecord,
  change: (states: readonly State[]) => readonly State[],
): JournalRecord {
  if (record.type === 'values')
    return { ...record, before: record.before.map(({ task, values }) => ({ task, values: change(values) })) };
  if (record.type === 'intent' && record.before) return { ...record, before: change(record.before) };
  if (record.type === 'outcome' && record.after) return { ...record, after: change(record.after) };
  return record;
}

/** Puts neighbours of one list together that have nothing but values. */
function packed(states: readonly State[]): StoredStates {
  const stored: (State | (StateList & { readonly values: Record<string, Fields | null> }))[] = [];
  let open: { readonly list: string; readonly values: Record<string, Fields | null> } | undefined;
  for (const state of states) {
    const { kind, ids, name, value, unknown, planned, follows } = state;
    const entries = Object.entries(ids);
    const [key, own] = entries.at(-1) ?? [];
    const isPlain = value !== undefined && name === undefined && (unknown ?? planned) === undefined;
    if (!isPlain || key === undefined || own === undefined) {
      open = undefined;
      stored.push(state);
      continue;
    }
    const around = Object.fromEntries(entries.slice(0, -1));
    const list = JSON.stringify([kind, around, key, follows]);
    if (open?.list !== list) {
      // An object of many fields is made twice as fast without a prototype.
      open = { list, values: Object.create(null) };
      stored.push({ kind, in: around, key, values: open.values, follows });
    }
    open.values[own] = value;
  }
  return stored;
}

function unpacked(stored: StoredStates): State[] {
  return stored.flatMap((one): State[] => {
    if (!('values' in one)) return [one];
    const { kind, in: around, key, values, follows } = one;
    return Object.entries(values).map(([own, value]) => ({
      kind,
      ids: { ...around, [key]: own },
      value,
      ...(follows && { follows }),
    }));
  });
}
