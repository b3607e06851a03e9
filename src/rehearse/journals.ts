import { LocalStateError, UsageError } from '../errors.ts';
import type { HistoryFiles, JournalFile, Journals } from '../ports.ts';

/** The lines of journals by their paths. They live in memory, since a rehearsal leaves nothing behind. */
export type JournalLines = Map<string, string[]>;

export function memoryJournals(lines: JournalLines): Journals {
  const history = memoryHistory();
  const known = (path: string) => {
    const found = lines.get(path);
    if (!found) throw new LocalStateError(`there is no journal ${path} in this rehearsal`);
    return found;
  };
  const open = async (path: string): Promise<JournalFile> => {
    const own = known(path);
    return { path, add: async (line) => void own.push(line), close: async () => {} };
  };
  return {
    folder: 'rehearsal',
    absolute: (path) => path,
    list: () => [...lines.keys()].reverse(),
    exists: (path) => lines.has(path),
    read: (path) => [...known(path)],
    async create(path) {
      if (lines.has(path)) throw new UsageError(`${path} is there already`);
      lines.set(path, []);
      return open(path);
    },
    open,
    keeper: async () => undefined,
    lock: async () => ({ release() {} }),
    remove: async (path) => void lines.delete(path),
    history: async () => history,
  };
}

/** No one looks at the history of a rehearsed process when it has ended. */
function memoryHistory(): HistoryFiles {
  const files = new Map<string, string[]>();
  return {
    folder: 'rehearsal',
    list: () => [...files.keys()].sort(),
    size: (name) => (files.get(name) ?? []).join('\n').length,
    read: (name) => files.get(name) ?? [],
    async add(name, line) {
      files.set(name, [...(files.get(name) ?? []), line]);
      return undefined;
    },
    remove: async (name) => void files.delete(name),
  };
}
