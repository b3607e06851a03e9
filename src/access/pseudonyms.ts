import { createHash } from 'node:crypto';
import type { Member } from './facts.ts';
import type { User } from './report.ts';

/** Shows a person: as the service does, or under a pseudonym. */
export interface Naming {
  user(member: Pick<Member, 'user'>): User;
  /** Returns what stands for the id of a member. */
  id(member: string): string;
  readonly isRedacted: boolean;
}

export const realNames: Naming = { user: ({ user }) => user, id: (member) => member, isRedacted: false };

/**
 * Returns pseudonyms for people: the same person of an organization always gets the same one. They are made from the
 * id; the id cannot be read from them, but whoever knows ids can find out whose pseudonym it is.
 */
export function pseudonyms(organization: string): Naming {
  const id = (member: string) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([organization, member]))
      .digest('hex');
    return `person_${hash.slice(0, 16)}`;
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

export function isPseudonym(id: string): boolean {
  return /^person_[0-9a-f]{16}$/.test(id);
}
