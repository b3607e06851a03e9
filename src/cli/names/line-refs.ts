import type { Client } from '../../api/client/client.ts';
import type { Kind } from '../../api/contract/facts.ts';
import type { Resolve } from '../../model/names.ts';
import { createRefs, type Entry, type Refs } from '../../model/refs.ts';
import { resolveNames } from '../../model/resolve.ts';
import type { Scope } from '../../runs/session.ts';
import { inputName } from '../naming.ts';
import type { Verb } from '../session/verb.ts';

/** What names of a line are looked up with. */
export interface Lookup extends Pick<Verb, 'context' | 'scope' | 'canAsk' | 'line'> {
  /** Reads what names stand for: the client of the whole work, of which each list is read once. */
  readonly api: Client;
  /** What names of the line stand for, once a request has needed it. */
  readonly found: Map<string, Entry>;
}

const refs = new WeakMap<Client, Refs>();

/** What the service of a client holds, by title. */
export function refsOf(api: Client): Refs {
  const known = refs.get(api) ?? createRefs(api);
  refs.set(api, known);
  return known;
}

/** Finds what surrounds the thing acted on; throws `UsageError`. */
export function surroundingOf(scope: Pick<Scope, 'org' | 'site' | 'space'>): (param: string) => string {
  return (param) => {
    if (param === 'org') return scope.org();
    if (param === 'site') return scope.site();
    if (param === 'space') return scope.space();
    throw new Error(`no surrounding is called ${param}`);
  };
}

/** The entry that a name of the line stands for, once a request has needed it. */
export function foundBy({ found }: Pick<Lookup, 'found'>, kind: Kind, name: string): Entry | undefined {
  return found.get(`${kind} ${name}`);
}

/** Keeps what was read for a name or an id of the line. */
export function remember({ found }: Pick<Lookup, 'found'>, kind: Kind, name: string, entry: Entry): void {
  found.set(`${kind} ${name}`, entry);
}

/** Resolves the names of what a line sends. */
export function resolveFor(lookup: Lookup): Resolve {
  const { api, context, scope, line } = lookup;
  return (op, input) =>
    resolveNames(op, input, {
      refs: refsOf(api),
      surrounding: surroundingOf(scope),
      baseUrl: () => context.baseUrl(),
      onFound: (kind, name, entry) => remember(lookup, kind, name, entry),
      inputName: ({ part, path }) => {
        const place = { part, path, message: '', value: '' };
        return line.running ? inputName(place, op, line.running) : path.join('.');
      },
    });
}
