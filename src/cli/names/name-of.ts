import { called } from '../../text/called.ts';
import type { App } from '../session/app.ts';
import { directoryOf, foundBy, remember, surroundingOf } from './directories.ts';
import type { Entry } from './directory.ts';
import { type Kind, kinds } from './kinds.ts';
import { parseName } from './resolve.ts';

/**
 * What messages call the thing that the line names with `given`: its title and id. The title of an id is read where a
 * person sits at the terminal; elsewhere, and where it cannot be read, the id stands alone.
 */
export async function nameOf(app: App, kind: Kind, given: string): Promise<string> {
  const found = foundBy(app, kind, given);
  const known = found ?? (app.canAsk() ? await read(app, kind, given) : undefined);
  if (known && !found) remember(app, kind, given, known);
  return called(kinds[kind].word, known ?? { id: given, title: '' });
}

/** The values that a thing of the line has had, as far as they are known without a request. */
export function valuesBefore(app: App, kind: Kind, given: string): object {
  const known = foundBy(app, kind, given);
  return known?.item ?? (known?.title ? { title: known.title } : {});
}

/** The title of what the line names with `given`, where a request has needed it. */
export function knownTitle(app: App, kind: Kind, given: string): string | null {
  return foundBy(app, kind, given)?.title || null;
}

async function read(app: App, kind: Kind, given: string): Promise<Entry | undefined> {
  const param = surroundingOf(app);
  const name = parseName(kind, given);
  if (!name) return directoryOf(app).byId(kind, given, { param });
  const entries = await directoryOf(app).entries(kind, { param, text: name.text });
  return entries.find(name.means);
}
