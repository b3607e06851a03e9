import type { Kind } from '../api/contract/facts.ts';
import { kindOfNoun } from '../model/resources.ts';
import { nouns } from './nouns.ts';

/** The nouns whose things have a page. */
export const pageNouns: readonly string[] = [
  'sites',
  'spaces',
  'collections',
  'change-requests',
  'crs',
  'openapi',
  'integrations',
];

/** What the things of a noun are, if they have a page. */
export function pageKind(noun: string): Kind | undefined {
  const isMeant = pageNouns.includes(noun);
  return isMeant ? kindOfNoun(nouns.find(({ alias }) => alias === noun)?.name ?? noun) : undefined;
}
