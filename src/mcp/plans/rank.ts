import type { Grade } from '../../domain/reach/grades.ts';
import { isLowerRole } from '../../domain/roles.ts';
import type { Touch } from '../../model/effects/facts.ts';

/** One thing that a request does. */
export interface PlanStep {
  /** Everything that the request touches. */
  readonly touched: readonly Touch[];
  /** The kind of the thing, or of the piece of the organization. */
  readonly kind: string;
  /** `unclear` where only the first request of a line is known. */
  readonly action: 'make' | 'set' | 'end' | 'do' | 'unclear';
  /** The field that is set. */
  readonly field?: string;
  /** Its values, `null` for none; `before` is absent where it is not known. For a new thing, `after` has all fields. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The visibility of the site around it, as far as it is known. */
  readonly visibility?: unknown;
  /** What it is about: `team Docs: `, `Kim Nguyễn <kim@acme.example>`, ` becomes owner`. The first may be empty. */
  readonly place: string;
  readonly who: string;
  readonly phrase: string;
}

const roleKinds: readonly string[] = ['member', 'collection', 'collection-teams', 'space-teams'];

/** Returns whom a step lets reach more, or do more. What is not known counts as more. */
export function opens({
  touched,
  kind,
  action,
  field = '',
  before,
  after,
  visibility,
}: PlanStep): Grade | undefined {
  if (action === 'unclear') return 'administrators';
  if (action === 'end') return undefined;
  if (touched.some(isOpening)) return 'other';
  const given = (action === 'make' ? after : { [field]: after }) as Readonly<Record<string, unknown>>;
  if (kind === 'site') {
    const seen = action === 'make' ? (given.visibility ?? 'public') : given.visibility;
    if (seen !== undefined && isWider(before, seen)) return seen === 'visitor-auth' ? 'other' : 'public';
    return field === 'adaptiveContent' ? 'other' : undefined;
  }
  if (kind === 'site-space' || kind === 'section') {
    const changesReaders = action === 'make' || field === 'condition';
    return changesReaders ? (visibility === 'visitor-auth' ? 'other' : 'public') : undefined;
  }
  if (kind === 'saml') {
    if (action === 'set' && field === 'label') return undefined;
    return given.defaultRole === 'admin' ? 'administrators' : 'other';
  }
  if (kind === 'team-members') return isRaised(before, after) ? 'other' : undefined;
  const isRole = action === 'set' && roleKinds.includes(kind) && isRoleField(kind, field);
  if (!isRole || !isRaised(before, after)) return undefined;
  return after === 'admin' ? 'administrators' : 'other';
}

/** Returns whether a step takes something away from somebody, or ends something. */
export function loses({ kind, action, field = '', before, after }: PlanStep): boolean {
  if (action === 'unclear' || action === 'end') return true;
  if (action !== 'set') return false;
  if (kind === 'site') return field === 'visibility' && isWider(after, before);
  if (kind === 'team-members') return isRaised(after, before);
  return roleKinds.includes(kind) && isRoleField(kind, field) && isRaised(after, before);
}

/** Tells whether a touch gives something to others without a field that says so. A space that gets content gives none away. */
function isOpening({ kind, change }: Touch, _: number, all: readonly Touch[]): boolean {
  if (kind === 'git') return all.every((one) => one.change !== 'content');
  return kind === 'integration' || (kind === 'collection' && change === 'place');
}

function isRoleField(kind: string, field: string): boolean {
  if (kind === 'member') return field === 'role';
  return kind === 'collection' ? field === 'defaultLevel' || field === 'parent' : true;
}

/** From the fewest readers to the most. */
const visibilities: readonly unknown[] = ['visitor-auth', 'share-link', 'unlisted', 'public'];

/** Returns whether more people can read a site with the visibility `to` than with `from`. An unknown one may be any. */
function isWider(from: unknown, to: unknown): boolean {
  if (from === to) return false;
  const [old, now] = [visibilities.indexOf(from), visibilities.indexOf(to)];
  return old < 0 || now < 0 || now > old;
}

/** Returns whether the role `to` gives more than `from`. An unknown one may give more. */
function isRaised(from: unknown, to: unknown): boolean {
  if (from === to || to === null) return false;
  if (from === undefined || to === undefined) return true;
  if (from === null) return true;
  const [old, now] = [roleOf(from), roleOf(to)];
  return isLowerRole(now, old) || !(isLowerRole(old, now) || old === now);
}

/** Returns a role of a team, or of a guest, as one of those that can be compared. */
function roleOf(role: unknown): string | null {
  const words: Readonly<Record<string, string | null>> = { owner: 'admin', member: 'read', guest: null };
  const text = String(role);
  return Object.hasOwn(words, text) ? (words[text] as string | null) : text;
}
