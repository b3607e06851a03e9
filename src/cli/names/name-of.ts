import { paramNames } from '../../api/request.ts';
import { called } from '../../domain/called.ts';
import type { App } from '../app.ts';
import { type Entry, toEntry } from './directory.ts';
import { type Kind, kinds } from './kinds.ts';
import { foundBy, surroundingOf } from './of-app.ts';

/**
 * What messages call the thing that the line names with `given`: its title and id. The title of an id is read where a
 * person sits at the terminal; elsewhere, and where it cannot be read, the id stands alone.
 */
export async function nameOf(app: App, kind: Kind, given: string): Promise<string> {
  const known =
    foundBy(app, kind, given) ??
    (app.canAsk() && !app.flags.quiet ? await read(app, kind, given) : undefined);
  return called(kinds[kind].word, known ?? { id: given, title: '' });
}

async function read(app: App, kind: Kind, id: string): Promise<Entry | undefined> {
  const facts = kinds[kind];
  const op = await facts.get?.();
  if (!op) return undefined;
  const surrounding = surroundingOf(app);
  const params = Object.fromEntries(
    paramNames(op.path).map((name) => [name, name === kind ? id : surrounding(name)]),
  );
  // A message is no reason to fail.
  return app.api.call(op, { params } as never).then(
    (item) => toEntry(facts, item),
    () => undefined,
  );
}
