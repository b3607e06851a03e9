import { kept } from '../text/kept.ts';
import { longestKey } from './key-names.ts';

/** A map of people, of whose values nothing is known yet. */
export type AnyPeople = Readonly<Record<string, unknown>>;

/** What checks want to know of a map of people. */
export interface PeopleFacts {
  /** The keys of all people but those by an e-mail in lower case with a role as a text. */
  readonly unusual: readonly string[];
  /** The different roles of the usual people. */
  readonly roles: ReadonlySet<string>;
}

const known = new WeakMap<AnyPeople, PeopleFacts>();

/** Looks at people once, though several checks ask: there may be very many. The map must not change any more. */
export function peopleFacts(people: AnyPeople): PeopleFacts {
  return kept(known, people, () => {
    const roles = new Set<string>();
    const unusual: string[] = [];
    for (const key of Object.keys(people)) {
      const value = people[key];
      if (typeof value === 'string' && isUsual(key)) roles.add(value);
      else unusual.push(key);
    }
    return { roles, unusual };
  });
}

function isUsual(key: string): boolean {
  return key.length <= longestKey && key.includes('@') && key.toLowerCase() === key;
}
