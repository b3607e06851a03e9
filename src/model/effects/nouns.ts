import { changeRequests } from './change-requests.ts';
import { collections } from './collections.ts';
import { comments } from './comments.ts';
import { customFields } from './custom-fields.ts';
import type { Irregular, NounEffects, Reference, Restoring, Tie } from './facts.ts';
import { git } from './git.ts';
import { integrations } from './integrations.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { saml } from './saml.ts';
import { sectionGroups } from './section-groups.ts';
import { sections } from './sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

const nouns: readonly NounEffects[] = [
  ...[members, teams, collections, spaces, changeRequests, comments, git, customFields, saml, openapi],
  ...[sites, sections, sectionGroups, siteSpaces, translations, integrations],
];

/** The touches of operations that do not follow from their role, their path and their body. */
export const irregular: Irregular = Object.assign({}, ...nouns.map(({ touches }) => touches));

export const references: readonly Reference[] = nouns.flatMap((noun) => noun.references ?? []);

/** How the things of each kind come back; a kind that is not here does not. */
export const restoring: ReadonlyMap<string, Restoring> = new Map(
  nouns.flatMap((noun) => Object.entries(noun.restoring ?? {})),
);

/** The ties that change together, with their own kind, by the kind of their changes; single things have none. */
export const changedTies: ReadonlyMap<string, Tie & { readonly kind: string }> = new Map(
  [...restoring].flatMap(([kind, { tie }]) => (tie ? [[tie.change, { ...tie, kind }] as const] : [])),
);

/** Returns the value of a tie as the API has it, from what is shown. */
export function tieValue({ nothing }: Pick<Tie, 'nothing'>, shown: unknown): unknown {
  return shown === nothing ? null : shown;
}
