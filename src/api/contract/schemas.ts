import * as z from 'zod/mini';
import { described, type Kind, withFacts } from './facts.ts';
import { openFields } from './operation.ts';

/**
 * Makes the schema of an answer, which is tolerant: `required` fields must exist, the others may be missing or null,
 * and undocumented fields are kept. The others are made when the schema is first used.
 */
export function resource<Required extends z.core.$ZodShape, Optional extends z.core.$ZodShape>(
  required: Required,
  optional: () => Optional,
) {
  return openFields(() => {
    const tolerant = Object.entries(optional()).map(([name, schema]) => [name, z.nullish(schema)]);
    return { ...required, ...(Object.fromEntries(tolerant) as Tolerant<Optional>) };
  });
}

type Tolerant<Optional extends z.core.$ZodShape> = {
  [Name in keyof Optional]: Optional[Name] extends z.ZodMiniType
    ? z.ZodMiniOptional<z.ZodMiniNullable<Optional[Name]>>
    : never;
};

/**
 * Makes a string with known values that accepts others: an unknown value raises an issue marked `params.unknownValue`, which the
 * tool reports as a warning and the sandbox as an error.
 */
export function openEnum(documented: readonly string[], expected: readonly string[] = []) {
  const known = [...documented, ...expected];
  const schema = z.string().check(
    z.superRefine((value, context) => {
      if (known.includes(value)) return;
      context.addIssue({
        code: 'custom',
        params: { unknownValue: true },
        message: value === '' ? 'must not be empty' : `not one of the known values ${known.join(', ')}`,
        continue: true,
      });
    }),
  );
  return withFacts(schema, { known, documented: documented.length });
}

/** Accepts a value that fits no documented variant of a field, with a marked issue: see {@link open}. */
const otherVariant = z.unknown().check((payload) => {
  payload.issues.push({
    code: 'custom',
    params: { unknownValue: true, otherVariant: true },
    message: 'is of a kind that is not known',
    input: payload.value,
    continue: false,
  });
});

/**
 * Makes a field for which the reference shows only some variants: a value that fits none of `variants` raises an issue
 * marked `params.unknownValue`.
 */
export function open<const Variants extends readonly [z.ZodMiniType, ...z.ZodMiniType[]]>(
  ...variants: Variants
) {
  // A value of another variant has an issue: whoever reads the field gets a documented one.
  return z.union([...variants, otherVariant]) as unknown as z.ZodMiniUnion<Variants>;
}

/** Makes a string of `min` to `max` characters (code points, as zod counts). */
export function text(min: number, max: number) {
  return z.string().check(z.minLength(min), z.maxLength(max));
}

/** Marks a string that must never be shown: not in debug output, errors, dry runs or journals. */
export function secret<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return withFacts(schema, { secret: true });
}

/** Makes a text that must not be empty. */
export const nonEmpty = () => z.string().check(z.minLength(1));

/** An id or name in a query or body. In a path, `request.ts` is stricter. */
export const Id = nonEmpty();

/** Makes the schema of an id of this kind in an answer. Only its type has the kind. */
export function answerId<Of extends Kind>() {
  return z.string() as z.core.$ZodBranded<z.ZodMiniString, Of>;
}

/** Makes the schema of an id of this kind in a request. People may give a title instead of it. */
export function idOf(kind: Kind) {
  return withFacts(Id.clone(), { refersTo: kind });
}

export const SectionId = idOf('section');
export const SiteSpaceId = idOf('siteSpace');
export const SpaceId = idOf('space');
export const TeamId = idOf('team');
export const UserId = idOf('user');

/** Gives access to the published pages of a `share-link` site. */
export const ShareKey = secret(nonEmpty());

/** An absolute http(s) URL. */
export const Uri = z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' });

/** A field of an answer whose variants the reference does not show: any value is accepted. */
export const Variant = z.unknown();

export const Timestamp = z.string();
export const Flags = <Name extends string>(...names: Name[]) =>
  resource({}, () => fieldsCalled(names, z.boolean));
export const Urls = <Name extends string>(...names: Name[]) =>
  resource({}, () => fieldsCalled(names, z.string));

function fieldsCalled<Name extends string, Schema>(names: readonly Name[], make: () => Schema) {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Schema>;
}

export const SortOrder = described('sort order', openEnum(['desc'], ['asc']));
export const ContentFormat = described('how the text is written', openEnum([], ['markdown', 'document']));

export const Role = openEnum(['admin', 'create', 'review', 'edit', 'comment', 'read']);
export const TeamRole = described('role in the team', openEnum(['owner', 'member']));

/**
 * Makes the schema of a new position: before or after a neighbour, or at the end if neither is given. The reference
 * names neighbours differently for each resource: `shape` has their fields. `word` is the name of the thing for people.
 */
export function position<const Shape extends z.core.$ZodShape>(word: string, shape: Shape) {
  const neighbour = z.strictObject(shape);
  const before = `${word} to put it before; without a neighbour it moves to the end`;
  return z.strictObject({
    before: described(before, z.optional(neighbour)),
    after: described(`${word} to put it after`, z.optional(neighbour)),
  });
}

export const User = resource({ id: answerId<'user'>() }, () => ({
  object: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  urls: Urls('location'),
}));

/** How a space is synchronised with a Git repository. */
export const GitSync = resource({}, () => ({
  repoName: z.string(),
  installationProvider: z.string(),
  integration: z.string(),
  url: z.string(),
  updatedAt: Timestamp,
}));
export type GitSync = z.output<typeof GitSync>;

export const Space = resource({ id: answerId<'space'>() }, () => ({
  object: z.string(),
  title: z.string(),
  emoji: z.string(),
  visibility: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp,
  editMode: z.string(),
  urls: Urls('location', 'app', 'published', 'public', 'icon'),
  organization: z.string(),
  parent: answerId<'collection'>(),
  gitSync: GitSync,
  visitorAuth: resource({}, () => ({ backend: z.string() })),
  revision: z.string(),
  defaultLevel: z.string(),
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  permissions: Flags('access', 'admin', 'edit', 'comment', 'merge', 'review'),
}));
export type Space = z.output<typeof Space>;

/** `role` is null for guests. */
export const Member = resource({ id: answerId<'user'>() }, () => ({
  object: z.string(),
  role: z.string(),
  user: User,
  disabled: z.boolean(),
  joinedAt: Timestamp,
  lastSeenAt: Timestamp,
  sso: z.boolean(),
  spaces: z.number(),
  teams: z.number(),
}));
export type Member = z.output<typeof Member>;

export const Team = resource({ id: answerId<'team'>() }, () => ({
  object: z.string(),
  title: z.string(),
  members: z.number(),
  spaces: z.number(),
  createdAt: Timestamp,
}));
export type Team = z.output<typeof Team>;

/** A team's role on a collection or a space. */
export const TeamPermission = resource({ team: Team }, () => ({ permission: z.string() }));
export type TeamPermission = z.output<typeof TeamPermission>;

/** The link between a site, or one of its sections, and a space. */
export const SiteSpace = resource({ id: answerId<'siteSpace'>() }, () => ({
  object: z.string(),
  path: z.string(),
  section: answerId<'section'>(),
  space: Space,
  title: z.string(),
  default: z.boolean(),
  condition: Variant,
  hasAdvancedCustomizationFeature: z.boolean(),
  urls: Urls('published'),
}));
export type SiteSpace = z.output<typeof SiteSpace>;

export const SiteSection = resource({ id: answerId<'section'>() }, () => ({
  object: z.string(),
  title: z.string(),
  description: z.string(),
  default: z.boolean(),
  path: z.string(),
  condition: Variant,
  sectionGroup: answerId<'group'>(),
  siteSpaces: z.array(SiteSpace),
  urls: Urls('published'),
  icon: Variant,
}));
export type SiteSection = z.output<typeof SiteSection>;

/** The known fields of a page record; the reference shows no more. */
export const Page = resource({ id: z.string() }, () => ({
  title: z.string(),
  emoji: z.string(),
  icon: Variant,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  path: z.string(),
  outdated: z.boolean(),
}));
export type Page = z.output<typeof Page>;
