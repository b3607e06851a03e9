import type { Kind } from '../api/contract/facts.ts';
import { kindOfNoun } from '../model/resources.ts';

/** The words for nouns whose things have a page, with the noun. */
const nounOf: Readonly<Record<string, string>> = {
  sites: 'sites',
  spaces: 'spaces',
  collections: 'collections',
  'change-requests': 'change-requests',
  crs: 'change-requests',
  openapi: 'openapi',
  integrations: 'integrations',
};

/** The words for nouns whose things have a page. */
export const pageNouns: readonly string[] = Object.keys(nounOf);

export function pageKind(noun: string): Kind | undefined {
  return Object.hasOwn(nounOf, noun) ? kindOfNoun(String(nounOf[noun])) : undefined;
}
