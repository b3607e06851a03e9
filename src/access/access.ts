import { compareLevels } from '../domain/access/levels.ts';
import type { AccessPlace, PlaceId, Target } from '../domain/access/places.ts';
import { waysTo } from '../domain/access/rules.ts';
import { certainLevel, hasUnknownBase, type KnownAccess, type KnownMember } from './facts.ts';
import type { Access, ReportedPlace, ReportedWay } from './report.ts';

/**
 * The service's own answer for one person: the level in each space that the person can reach, by the id of the space.
 * Null: the service lists the space, and leaves out the level.
 */
export type SpaceLevels = ReadonlyMap<PlaceId, string | null>;

/**
 * Returns what a person has in a place. The answer of the service decides if it is known: the service answers for
 * spaces. Without it, the rules decide. If the service was asked in vain (`unread`), there may be grants that the rules
 * do not know.
 */
export function accessOf(
  facts: KnownAccess,
  member: KnownMember,
  target: Target,
  answer?: SpaceLevels | 'unread',
): Access {
  const { level, mayBeHigher } = certainLevel(facts, member, target);
  const known = hasUnknownBase(target) ? withoutBase(member, target) : member;
  const found: ReportedWay[] = waysTo(facts.rules, known, target, facts.organization);
  // What could not be read may be nearer than the way that would decide.
  const ways = level === (found[0]?.level ?? null) ? found : undecided(found);
  const byRules: Access = { level, ways, ...(mayBeHigher && { unknown: true }) };
  if (!answer || target.place.kind !== 'space') return byRules;
  const service = answer === 'unread' ? null : answer.get(target.place.id);
  if (service === null) return level === 'admin' ? byRules : { ...byRules, unknown: true };
  if (!member.disabled) return answered(byRules, service ?? null, target.place);
  if (service === undefined) return byRules;
  const shown = decidedBy(byRules, service, target.place);
  return { level: service, ways: shown, disagreement: { rules: null, service } };
}

/** Without the settings of a collection above, it is unknown what everyone has there. */
function withoutBase(member: KnownMember, { defaultPlace }: Target): KnownMember {
  return defaultPlace || member.role === 'admin' ? member : { ...member, role: null };
}

function answered(byRules: Access, service: string | null, place: AccessPlace): Access {
  const { level, ways, unknown } = byRules;
  if (service === level) return { level, ways };
  const isLess = service === null || (level !== null && compareLevels(service, level) < 0);
  // A grant that is known, and would not count by these rules.
  const isOther = !unknown && ways.some((way) => way.level === service);
  return {
    level: service,
    ways: service === null ? undecided(ways) : decidedBy(byRules, service, place),
    ...((isLess || isOther) && { disagreement: { rules: level, service } }),
  };
}

/** Marks the way of this level, or adds one that the interface does not show, if all lists were read. */
function decidedBy({ ways, unknown }: Access, level: string, place: AccessPlace): ReportedWay[] {
  const at = ways.findIndex((way) => way.level === level);
  if (at >= 0) return ways.map((way, index) => ({ ...way, deciding: index === at }));
  if (unknown) return undecided(ways);
  const hidden: ReportedWay = { kind: 'not-shown', level, deciding: true, path: [placeOf(place)] };
  // The known ways keep their order: the first one decides by the rules.
  const weaker = ways.findIndex((way) => compareLevels(way.level, level) < 0);
  return undecided(ways).toSpliced(weaker < 0 ? ways.length : weaker, 0, hidden);
}

function undecided(ways: readonly ReportedWay[]): ReportedWay[] {
  return ways.map((way) => ({ ...way, deciding: false }));
}

/** Returns a collection or space as the answers show one. */
export function placeOf({ kind, id, title }: Pick<AccessPlace, 'kind' | 'id' | 'title'>): ReportedPlace {
  return { kind, id, ...(title !== undefined && { title }) };
}
