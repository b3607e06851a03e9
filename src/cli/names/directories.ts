import { inputName } from '../naming.ts';
import type { App } from '../session/app.ts';
import { createDirectory, type Directory, type Entry } from './directory.ts';
import type { Kind } from './kinds.ts';
import type { Resolve } from './names.ts';
import { resolveNames } from './resolve.ts';

const directories = new WeakMap<App, Directory>();

/** What the service of this line holds, by title. */
export function directoryOf(app: App): Directory {
  const known = directories.get(app) ?? createDirectory(app.api);
  directories.set(app, known);
  return known;
}

/** Finds what surrounds the thing acted on; throws `UsageError`. */
export function surroundingOf(app: App): (param: string) => string {
  return (param) => {
    if (param === 'org') return app.scope.org();
    if (param === 'site') return app.scope.site();
    if (param === 'space') return app.scope.space();
    throw new Error(`no surrounding is called ${param}`);
  };
}

const found = new WeakMap<App, Map<string, Entry>>();

/** What a name of the line stands for, once a request has needed it. */
export function foundBy(app: App, kind: Kind, name: string): Entry | undefined {
  return found.get(app)?.get(`${kind} ${name}`);
}

/** Keeps what was read for a name or an id of the line. */
export function remember(app: App, kind: Kind, name: string, entry: Entry): void {
  entriesOf(app).set(`${kind} ${name}`, entry);
}

function entriesOf(app: App): Map<string, Entry> {
  const entries = found.get(app) ?? new Map<string, Entry>();
  found.set(app, entries);
  return entries;
}

/** Resolves the names of what `app` sends; `whole` looks them up, and remembers what it found. */
export function resolveFor(app: App, whole: App): Resolve {
  const surrounding = surroundingOf(app);
  const entries = entriesOf(app);
  return (op, input) =>
    resolveNames(op, input, {
      directory: directoryOf(whole),
      surrounding,
      baseUrl: () => app.context.baseUrl(),
      onFound: (kind, name, entry) => void entries.set(`${kind} ${name}`, entry),
      inputName: ({ part, path }) => {
        const place = { part, path, message: '', value: '' };
        return app.running ? inputName(place, op, app.running) : path.join('.');
      },
    });
}
