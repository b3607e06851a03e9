import type { IdOf } from '../api/contract/ids.ts';
/** What is known about a person beside the id. */
export interface PersonFacts {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Whether the person cannot sign in. */
  readonly disabled?: boolean;
}

export type People = ReadonlyMap<IdOf<'user'>, PersonFacts>;

/** People of whom facts are found by their ids: those of very many need not be there at once. */
export type PersonLookup = Pick<People, 'get'>;

export function personOf({ user, disabled }: MemberFacts): PersonFacts {
  return {
    name: user?.displayName ?? undefined,
    email: user?.email ?? undefined,
    disabled: disabled === true,
  };
}

interface MemberFacts {
  readonly user?:
    | { readonly displayName?: string | null | undefined; readonly email?: string | null | undefined }
    | null
    | undefined;
  readonly disabled?: boolean | null | undefined;
}

/** Returns whether a text that means a person is an e-mail address, no id. */
export function isEmail(user: string): boolean {
  return user.includes('@');
}

/** Names a person: `Uma Thurgood (user_uma)`. */
export function personName(id: string, { name }: PersonFacts = {}): string {
  return name ? `${name} (${id})` : id;
}

/**
 * Names a person with everything known: `Uma Thurgood <uma@partner.example> (user_uma)`. For questions and plans,
 * because names may be ambiguous.
 */
export function personLine(id: string, { name, email }: PersonFacts = {}): string {
  if (!name && !email) return id;
  return [name, email && `<${email}>`, `(${id})`].filter(Boolean).join(' ');
}

/** Names a person by name and address: `Uma Thurgood <uma@partner.example>`. For plans, where the address is enough. */
export function personEntry(id: string, { name, email }: PersonFacts = {}): string {
  return name && email ? `${name} <${email}>` : personLine(id, { name, email });
}

/** So many of several names are shown, unless told otherwise. */
export const usualNames = 3;

/** Joins the first of several names for a sentence: `a, b and c`, `a, b, c and 37 more`. */
export function firstNames(names: readonly string[], most = usualNames): string {
  const more = names.length - most;
  const [between, and] = marksFor(names);
  const last = more > 0 ? `${more} more` : (names.at(-1) ?? '');
  const first = names.slice(0, more > 0 ? most : -1).join(between);
  return first === '' ? last : first + and + last;
}

/**
 * Joins names with commas; with semicolons if one of them has a comma outside of quotes. `more` says how many others there
 * are.
 */
export function allNames(names: readonly string[], more = 0): string {
  const all = names.join(marksFor(names)[0]);
  return more > 0 ? `${all} and ${more} more` : all;
}

/** Returns what stands between names, and before the last one. */
function marksFor(names: readonly string[]): readonly [string, string] {
  return /,/.test(names.join('').replace(/"[^"]*"/g, '')) ? ['; ', '; and '] : [', ', ' and '];
}
