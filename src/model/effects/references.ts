/** How far a consequence is known: the reference of the service says it, or only the sandbox does it. */
export type Basis = 'stated' | 'assumed';

/** One kind of things that name another one by its id, and what becomes of them when that one ends. */
export interface Reference {
  readonly kind: string;
  /** The path parameter or the field that has the id. */
  readonly by: string;
  /** The kind of the thing that is named. */
  readonly to: string;
  /** It ends as well; the field loses its value; or the service chooses another value. */
  readonly policy: 'ends' | 'clears' | 'chooses';
  readonly basis: Basis;
  /** What becomes of it when the thing goes to another organization; nothing if absent. */
  readonly transferred?: 'ends' | 'follows';
}

/** What the address of a thing names ends with that: its address does not exist any more. */
const within = (kind: string, to: string, by: string, transferred?: 'ends'): Reference => ({
  kind,
  by,
  to,
  policy: 'ends',
  basis: 'stated',
  ...(transferred && { transferred }),
});

const assumed = (
  kind: string,
  to: string,
  by: string,
  policy: Reference['policy'],
  transferred?: Reference['transferred'],
): Reference => ({ kind, by, to, policy, basis: 'assumed', ...(transferred && { transferred }) });

/** Every reference from one kind of things to another. */
export const references: readonly Reference[] = [
  within('team-member', 'team', 'team'),
  assumed('team-member', 'member', 'user', 'ends'),
  assumed('collection-team', 'team', 'team', 'ends'),
  assumed('space-team', 'team', 'team', 'ends'),
  assumed('saml', 'team', 'defaultTeam', 'clears'),
  within('collection-team', 'collection', 'collection', 'ends'),
  assumed('collection', 'collection', 'parent', 'ends', 'follows'),
  assumed('space', 'collection', 'parent', 'ends', 'follows'),
  within('space-team', 'space', 'space', 'ends'),
  within('space-field', 'space', 'space', 'ends'),
  within('change-request', 'space', 'space'),
  within('comment', 'space', 'space'),
  within('git', 'space', 'space'),
  assumed('site-space', 'space', 'spaceId', 'ends', 'ends'),
  within('reply', 'comment', 'comment'),
  assumed('space-field', 'custom-field', 'field', 'ends'),
  within('adaptive-schema', 'site', 'site'),
  within('section', 'site', 'site'),
  within('section-group', 'site', 'site'),
  within('site-space', 'site', 'site'),
  assumed('site-space', 'section', 'sectionId', 'ends'),
  assumed('section', 'section-group', 'sectionGroup', 'clears'),
  assumed('site', 'section', 'defaultSiteSection', 'chooses'),
  assumed('site', 'site-space', 'defaultSiteSpace', 'chooses'),
  assumed('section', 'site-space', 'defaultSiteSpace', 'chooses'),
  within('translation-language', 'translation', 'translation'),
  within('installation', 'integration', 'integration'),
];
