import { createHash, createHmac } from 'node:crypto';
import type { Session } from '../work/run/session.ts';
import type { User } from './report.ts';

/** Shows a person: as the service does, or under a pseudonym. */
export interface Naming {
  user(member: { readonly user: User }): User;
  /** Returns what stands for the id of a member. */
  id(member: string): string;
  readonly isRedacted: boolean;
}

export const realNames: Naming = { user: ({ user }) => user, id: (member) => member, isRedacted: false };

/** Returns the names of people for an answer: pseudonyms if `redact` is set. Throws as `pseudonymKey` does. */
export async function namingFor(
  { system, scope }: Pick<Session, 'system' | 'scope'>,
  redact: boolean,
): Promise<Naming> {
  return redact ? pseudonyms(await system.pseudonymKey(), scope.org()) : realNames;
}

/**
 * Returns pseudonyms for people: with one key, the same person of an organization always gets the same one. No one can
 * find the person without the key.
 */
export function pseudonyms(key: string, organization: string): Naming {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, markLength);
  const id = (member: string) => {
    const hash = createHmac('sha256', key)
      .update(JSON.stringify([organization, member]))
      .digest('hex');
    return `person_${mark}${hash.slice(0, 16)}`;
  };
  return {
    user: ({ user }) => {
      const pseudonym = id(user.id);
      return { id: pseudonym, displayName: pseudonym, email: `${pseudonym}@example.invalid` };
    },
    id,
    isRedacted: true,
  };
}

const markLength = 4;
const pseudonymForm = new RegExp(`^person_([0-9a-f]{${markLength}})[0-9a-f]{16}$`);

/** Returns what pseudonyms of one key have in common; `undefined` for an id that is no pseudonym. */
export function keyMarkOf(id: string): string | undefined {
  return pseudonymForm.exec(id)?.[1];
}
