import { basename } from 'node:path';
import type { Change } from '../../domain/change.ts';
import { isObject } from '../../text/fields.ts';
import type { JournalContent } from '../journal/journal.ts';
import { runTime } from '../journal/journal-path.ts';
import { idIn } from '../journal/made-ids.ts';
import { readContent } from '../run/runs.ts';
import type { JournalPorts } from '../run/session.ts';
import { readHistory } from './entries.ts';

/**
 * Returns the content of a journal with the present ids of the things that later undos have made again: so what a run has changed in
 * a thing that was deleted since, and has come back, can be undone as well.
 */
export async function withPresentIds(
  session: JournalPorts,
  content: JournalContent,
): Promise<JournalContent> {
  const { header, tasks, before } = content;
  const since = runTime(header.started);
  const { elsewhere } = await readHistory(session, header.id);
  const paths = [
    ...session.system.journals.list().filter((path) => basename(path) >= since),
    ...elsewhere.flatMap(({ journal, undoes }) => (undoes === undefined ? [] : [journal])),
  ];
  const ids = new Map<string, string>();
  for (const path of paths) {
    const found = readContent(session, path);
    if (typeof found === 'string' || found.header.undoes === undefined || found.header.id === header.id)
      continue;
    const { baseUrl, org, data, work } = found.header;
    if (work.kind !== 'changes' || baseUrl !== header.baseUrl || org !== header.org || data !== header.data)
      continue;
    for (const [earlier, id] of idsMadeAgain(work.changes, found.tasks)) ids.set(earlier, id);
  }
  if (ids.size === 0) return content;
  const { work, tasks: own, before: values } = renamed({ work: header.work, tasks, before }, ids);
  return { ...content, header: { ...header, work }, tasks: own, before: values };
}

/** Returns the present ids of the things that a run has made again, by their earlier ones. */
export function idsMadeAgain(
  changes: readonly Change[],
  tasks: JournalContent['tasks'],
): ReadonlyMap<string, string> {
  return new Map(
    changes.flatMap(({ again = {} }, $change) =>
      Object.entries(again).flatMap(([earlier, at]) => {
        const id = idIn({ $change, at }, tasks.get($change));
        return typeof id === 'string' ? [[earlier, id] as const] : [];
      }),
    ),
  );
}

/** Copies a value with other ids in place of those that are known, as texts and as names of fields. */
function renamed<Value>(value: Value, ids: ReadonlyMap<string, string>): Value;
function renamed(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return presentId(value, ids);
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, renamed(one, ids)]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [presentId(name, ids), renamed(one, ids)]),
  );
}

/** What has been made again may have been deleted and made once more. */
function presentId(earlier: string, ids: ReadonlyMap<string, string>): string {
  let id = earlier;
  for (let most = ids.size; most > 0 && ids.has(id); most--) id = ids.get(id) ?? id;
  return id;
}
