import type { Target } from '../../domain/access/places.ts';
import { classOf } from '../../domain/reach/field-classes.ts';
import type { Grade, Reach } from '../../domain/reach/grades.ts';
import type { Effect } from '../../model/effects/effects.ts';
import type { Fields, ThingIds } from '../../model/effects/facts.ts';
import { isEqual } from '../../text/equal.ts';
import type { ShownSpace } from './places.ts';
import type { TeamRights } from './rights.ts';
import { valuesIn } from './steps.ts';

/** One thing that a change opens or takes away. */
export interface ReachChange extends ThingIds {
  readonly is: 'opens' | 'takes';
  /** Whom it concerns; the least where it is not about who can reach what. */
  readonly grade: Grade;
  /** Whether there was no such thing before, or is none afterwards. */
  readonly state: 'new' | 'ended' | 'changed';
  /** The field on which it depends, with its values. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Who reads the site that it is about. */
  readonly where?: string | undefined;
  /** What the team may do that people join. */
  readonly rights?: TeamRights | undefined;
  /** The collection that one moves into. */
  readonly into?: Target | undefined;
  /** What is in a site or a section that opens. */
  readonly spaces?: readonly ShownSpace[] | undefined;
  /** The space that joins a site. */
  readonly space?: string | undefined;
  /** Whether a later request of the same work narrows it again. */
  readonly isBrief?: boolean;
  /** Whether it stays so, but for a condition. */
  readonly lasts?: boolean | undefined;
  /** Why the strictest was assumed. */
  readonly because?: string | undefined;
  /** What the request calls it. */
  readonly name?: string | undefined;
  /** Of memberships or members that are alike, the people. */
  readonly users?: ReadonlySet<string>;
}

/** What is known of something that was found, beside its effect. */
export type ReachContext = Pick<ReachChange, 'where' | 'because' | 'name' | 'rights' | 'into' | 'spaces'>;

/**
 * Returns what people have to know of an effect that opens or takes something: one for each field that does so by itself, as
 * `reachOf` judges them.
 */
export function reachChangesIn(
  is: ReachChange['is'],
  effect: Effect,
  reachOf: (effect: Effect) => Reach,
  more: ReachContext,
): ReachChange[] {
  const { kind, ids, change, before, sets = {} } = effect;
  const [was, becomes] = [valuesIn(before), valuesIn(effect.after)];
  const spaceId = sets.spaceId ?? was.spaceId;
  const found = (field: string, grade: Grade = 'other'): ReachChange => ({
    ...{ is, grade, kind, ids, field, ...more },
    state: change === 'end' ? 'ended' : before === null ? 'new' : 'changed',
    before: was[field] ?? null,
    after: becomes[field] ?? null,
    ...(typeof spaceId === 'string' && { space: spaceId }),
  });
  const whole = reachOf(effect)[is];
  const setsFields = change === 'set' || change === 'place' || kind === 'saml';
  const fields = setsFields ? changedFields(kind, before && was, sets) : [];
  // A new thing has none of the other values.
  const others =
    before === null ? Object.fromEntries(Object.keys(becomes).map((field) => [field, null])) : was;
  // Of one field, the whole is judged already.
  const several = fields.length > 1 ? fields : [];
  const alone = several.flatMap((field) => {
    const after = { ...others, [field]: becomes[field] };
    const grade = reachOf({ ...effect, sets: { [field]: sets[field] }, after })[is];
    return grade ? [found(field, grade)] : [];
  });
  return alone.length > 0 ? alone : [found(fields[0] ?? mainFields[kind]?.[0] ?? 'role', whole)];
}

/** What a provider gives to the people whom it lets in. */
const ofNewcomers = ['defaultRole', 'defaultTeam'];

/** The fields that matter of their kind, in the order in which they are shown. */
const mainFields: Readonly<Record<string, readonly string[]>> = {
  site: ['visibility', 'adaptiveContent'],
  collection: ['defaultLevel', 'parent', 'organization'],
  saml: [...ofNewcomers, 'ssoURL', 'entityID', 'certificate'],
  'team-member': ['role'],
  section: ['condition'],
  'site-space': ['condition'],
  'space-field': ['value'],
};

/** Returns the fields about access that get another value. A new provider is told by what it gives. */
function changedFields(kind: string, before: Fields | null, sets: Fields): string[] {
  const main =
    (kind === 'saml' && before === null ? ofNewcomers : mainFields[kind]) ??
    Object.keys(sets).filter((field) => classOf(kind, field) === 'reach');
  return main.filter((field) => field in sets && !isEqual(before?.[field] ?? null, sets[field] ?? null));
}

/** Returns what those have in common that are in one entry. */
export function groupOf({
  grade,
  kind,
  ids,
  state,
  where,
  before,
  after,
  field,
  because,
  isBrief,
  lasts,
}: ReachChange): string {
  const value = JSON.stringify([state, before, after, because]);
  switch (kind) {
    case 'member':
      return state === 'ended' ? kind : [grade, kind, value].join(' ');
    case 'team-member':
      return [grade, kind, ids.team, value].join(' ');
    case 'collection-team':
    case 'space-team':
      return [grade, 'role', ids.team, value].join(' ');
  }
  if (state === 'changed') return [grade, kind, field, ...Object.values(ids)].join(' ');
  if (state === 'ended') return [kind, 'ended', ids.site, kind !== 'space' && ids.space, where].join(' ');
  // New sections and spaces of a site are alike.
  const own = isInSite(kind) ? [where] : [field, ...Object.values(ids)];
  return [grade, kind, ids.site, isBrief, lasts, ...own].join(' ');
}

const isInSite = (kind: string) => kind === 'section' || kind === 'site-space';
