import type { Kind } from '../../api/contract/facts.ts';
import type { Resolve } from '../../model/names.ts';
import { resolveNames } from '../../model/resolve.ts';
import type { TitledThing } from '../../model/titled-things.ts';
import type { Scope } from '../../work/run/session.ts';
import { inputLabel } from '../input-words.ts';
import type { LineParts } from '../session/line-parts.ts';

/** The parts that looking up the names of a line needs. */
export interface LineLookup extends Pick<LineParts, 'context' | 'scope' | 'canAsk' | 'line' | 'refs'> {
  /** The things that names of the line mean, once a request has needed them. */
  readonly found: Map<string, TitledThing>;
}

/** Returns a function that finds the parents of the thing that the line works on. It throws `UsageError`. */
export function surroundingOf(scope: Pick<Scope, 'org' | 'site' | 'space'>): (param: string) => string {
  return (param) => {
    if (param === 'org') return scope.org();
    if (param === 'site') return scope.site();
    if (param === 'space') return scope.space();
    throw new Error(`no surrounding is called ${param}`);
  };
}

/** Returns the entry for a name of the line, if a request has needed it. */
export function foundBy(
  { found }: Pick<LineLookup, 'found'>,
  kind: Kind,
  name: string,
): TitledThing | undefined {
  return found.get(`${kind} ${name}`);
}

/** Stores what was read for a name or an id of the line. */
export function remember(
  { found }: Pick<LineLookup, 'found'>,
  kind: Kind,
  name: string,
  entry: TitledThing,
): void {
  found.set(`${kind} ${name}`, entry);
}

export function resolveFor(lookup: LineLookup): Resolve {
  const { context, scope, line } = lookup;
  return async (op, input) =>
    resolveNames(op, input, {
      refs: await lookup.refs(),
      surrounding: surroundingOf(scope),
      baseUrl: () => context.baseUrl(),
      onFound: (kind, name, entry) => remember(lookup, kind, name, entry),
      inputName: ({ part, path, value = '' }) => {
        const place = { part, path, message: '', value };
        return line.running ? inputLabel(place, op, line.running) : path.join('.');
      },
    });
}
