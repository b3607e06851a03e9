import { called } from '../text/called.ts';

/** The fields of an answer that can hold its name. */
interface Named {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly subject?: unknown;
  readonly label?: unknown;
  readonly name?: unknown;
  readonly slug?: unknown;
  readonly user?: { readonly displayName?: unknown } | null | undefined;
}

/**
 * Says in one line what was done to a thing: `updated team "Docs" (team_docs): title "Docs 2"`. `thing` is the answer,
 * `values` the fields that were sent, `before` the thing before the change, if known.
 */
export function changed(
  done: string,
  word: string,
  thing: Named,
  values: object = {},
  before: object = {},
): string {
  const what = `${done} ${calledBy(word, thing)}`;
  const parts = Object.entries(values).map(([field, value]) => change(field, value, before));
  return parts.length === 0 ? what : `${what}: ${parts.join(', ')}`;
}

function calledBy(word: string, { id, title, subject, label, name, slug, user }: Named): string {
  const names = [user?.displayName, title, subject, label, name, slug];
  const known = names.find((each) => typeof each === 'string' && each !== '');
  const thing = { id: String(id ?? known ?? ''), title: typeof known === 'string' ? known : '' };
  return word === 'member' ? `member ${called(word, thing).replace(/^member /, '')}` : called(word, thing);
}

function change(field: string, value: unknown, before: object): string {
  const name = field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const now = brief(field, value);
  if (now === undefined) return name;
  const then = Object.hasOwn(before, field)
    ? brief(field, (before as Record<string, unknown>)[field])
    : undefined;
  return then === undefined || then === now ? `${name} ${now}` : `${name} ${then} → ${now}`;
}

const longest = 60;

/** Returns a value in a few words; `undefined` if that is too short for it. */
function brief(field: string, value: unknown): string | undefined {
  if (value === null) return /role|level/i.test(field) ? 'guest' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  // An address may hold a password.
  if (typeof value !== 'string' || value.length > longest || /[\n@]|:\/\//.test(value)) return undefined;
  return /^[\w.-]+$/.test(value) ? value : `"${value}"`;
}
