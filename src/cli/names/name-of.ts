import { called } from '../../domain/called.ts';
import type { App } from '../app.ts';
import { type Kind, kinds } from './kinds.ts';
import { directoryOf, foundBy, surroundingOf } from './of-app.ts';

/**
 * What messages call the thing that the line names with `given`: its title and id. The title of an id is read where a
 * person sits at the terminal; elsewhere, and where it cannot be read, the id stands alone.
 */
export async function nameOf(app: App, kind: Kind, given: string): Promise<string> {
  const isRead = app.canAsk() && !app.flags.quiet;
  const read = () => directoryOf(app).byId(kind, given, { param: surroundingOf(app) });
  const known = foundBy(app, kind, given) ?? (isRead ? await read() : undefined);
  return called(kinds[kind].word, known ?? { id: given, title: '' });
}
