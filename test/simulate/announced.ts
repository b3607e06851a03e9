import { operations } from '../../src/api/contract/operations/index.ts';
import type { WireRequest } from '../../src/ports.ts';
import type { Intent, JournalRecord } from '../../src/work/journal/journal-schema.ts';

/** A request as the record before it announces it. */
export interface Announced {
  readonly task: number;
  readonly call: number;
  /** The time in the record. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
}

/** The requests that one process has announced in journals. */
export interface Announcements {
  /** Takes the records in a text that is written to a journal. */
  add(text: string): void;
  /** Returns whether there is any. */
  isAny(): boolean;
  /** Returns the record of a request that leaves: that of the same request before, else the first one that is not sent. */
  of(request: WireRequest): Announced | undefined;
}

export function createAnnouncements(): Announcements {
  const all: { readonly record: Announced; sent?: string }[] = [];
  return {
    add(text) {
      for (const record of recordsIn(text))
        if (record.type === 'intent') all.push({ record: announcedBy(record) });
    },
    isAny: () => all.length > 0,
    of(request) {
      const { pathname } = new URL(request.url);
      const own = all.filter(
        ({ record: { method, path } }) => method === request.method && path === pathname,
      );
      const body = request.body ?? '';
      const one = own.findLast(({ sent }) => sent === body) ?? own.find(({ sent }) => sent === undefined);
      if (one) one.sent = body;
      return one?.record;
    },
  };
}

/** Returns the records of a journal, or of single commands, from their text. A line that was cut has none. */
export function recordsIn(text: string): JournalRecord[] {
  return text.split('\n').flatMap((line): readonly JournalRecord[] => {
    if (line === '') return [];
    try {
      const value = JSON.parse(line) as JournalRecord | { readonly records?: readonly JournalRecord[] };
      return 'records' in value ? (value.records ?? []) : 'type' in value ? [value as JournalRecord] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the request that a record announces. */
export function announcedBy({ task, call, at, operation, params }: Intent): Announced {
  const op = operations.find(({ id }) => id === operation);
  if (!op) throw new Error(`no operation ${operation}`);
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return { task, call, at, method: op.method, path };
}
