import type { SectionName } from './file/schema.ts';

/** The kinds of things that a plan speaks of. */
export type ThingKind =
  | 'member'
  | 'team'
  | 'team-member'
  | 'custom-field'
  | 'collection'
  | 'collection-team'
  | 'space-team'
  | 'space-field'
  | 'site'
  | 'adaptive-schema'
  | 'section'
  | 'section-group'
  | 'site-space'
  | 'openapi'
  | 'translation'
  | 'translation-language'
  | 'saml';

/** A value that the service does not tell, or tells in another form: it is never a difference. */
export const notCompared = { notCompared: true } as const;

/**
 * One thing of an organization in the words of its file: by names. The file and the service are both made into things, and
 * then compared.
 */
export interface Thing {
  readonly kind: ThingKind;
  /** The section of the file that it stands in. */
  readonly section: SectionName;
  /**
   * What tells it from the others of its kind, from the outside in: `['Docs', 'ada@acme.example']`. Two things with the same
   * key are the same thing. E-mails are in lower case.
   */
  readonly key: readonly string[];
  /** What people call it: `Docs: ada@acme.example`. */
  readonly name: string;
  /** Its values by the names of the file; a value that is absent is not managed. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Keys that it has had before, if the file says so. */
  readonly previously?: readonly (readonly string[])[];
  /** Its place among the things of its list, from 0, where their order is managed. */
  readonly place?: number;
  /** The ids of the paths of its operations, with its own: `{ org, team, user }`. Only things of the service have them. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Its own id, where the service has one. */
  readonly id?: string;
  /** Where it stands in the file: for messages. */
  readonly at?: readonly (string | number)[];
}

/** The key of a thing as one text. */
export function keyText({ kind, key }: Pick<Thing, 'kind' | 'key'>): string {
  return JSON.stringify([kind, ...key]);
}
