/** What is known of somebody beside the id. */
export interface Person {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Somebody who cannot sign in. */
  readonly disabled?: boolean;
}

/** People by their ids. */
export type People = ReadonlyMap<string, Person>;

/** Who a user is in a team of a plan, by the number of that team; `undefined` if it is not known. */
export type Names = (team: number, user: string) => Person | undefined;

/** `Uma Thurgood (user_uma)`. */
export function personName(id: string, { name }: Person = {}): string {
  return name ? `${name} (${id})` : id;
}

/** `Uma Thurgood <uma@partner.example> (user_uma)`: for a question or a plan, where names may be ambiguous. */
export function personLine(id: string, { name, email }: Person = {}): string {
  if (!name && !email) return id;
  return [name, email && `<${email}>`, `(${id})`].filter(Boolean).join(' ');
}

/** `Uma Thurgood <uma@partner.example>`: for a plan, where the address says enough. */
export function personEntry(id: string, { name, email }: Person = {}): string {
  return name && email ? `${name} <${email}>` : personLine(id, { name, email });
}

/** The first of several, as a sentence has them: `a, b and c`, `a, b, c and 37 more`. */
export function firstOf(names: readonly string[], most = 3): string {
  const more = names.length - most;
  if (more > 0) return `${names.slice(0, most).join(', ')} and ${more} more`;
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
