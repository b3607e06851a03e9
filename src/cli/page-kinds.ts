import type { Kind } from './names/kinds.ts';

/** The nouns whose things have a page, and what their ids are ids of. */
export const pageKinds = {
  sites: 'site',
  spaces: 'space',
  collections: 'collection',
  'change-requests': 'changeRequest',
  crs: 'changeRequest',
  openapi: 'spec',
  integrations: 'integration',
} as const satisfies Record<string, Kind>;

export type PageNoun = keyof typeof pageKinds;

/** Whether things of `noun` have a page. */
export function hasPages(noun: string): noun is PageNoun {
  return Object.hasOwn(pageKinds, noun);
}
