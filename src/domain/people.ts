/** What is known of somebody beside the id. */
export interface Person {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Somebody who cannot sign in. */
  readonly disabled?: boolean;
}

/** People by their ids. */
export type People = ReadonlyMap<string, Person>;

/** `Uma Thurgood (user_uma)`. */
export function personName(id: string, { name }: Person = {}): string {
  return name ? `${name} (${id})` : id;
}

/** `Uma Thurgood <uma@partner.example> (user_uma)`: for a question or a plan, where people must be told apart. */
export function personLine(id: string, { name, email }: Person = {}): string {
  if (!name && !email) return id;
  return [name, email && `<${email}>`, `(${id})`].filter(Boolean).join(' ');
}

/** The first of several, as a sentence has them: `a, b and c`, `a, b, c and 37 more`. */
export function firstOf(names: readonly string[], most = 3): string {
  const more = names.length - most;
  if (more > 0) return `${names.slice(0, most).join(', ')} and ${more} more`;
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
