import { compareLevels } from '../domain/access/levels.ts';
import type { Target } from '../domain/access/places.ts';
import { type RuleSet, ruleSets } from '../domain/access/rule-sets.ts';
import type { SpaceLevels } from './access.ts';
import { certainLevel, type KnownAccess, type KnownMember } from './facts.ts';

/** A level that the service reports, and those that the rule sets predict, in the order of `ruleSets`; null for none. */
export interface ComparedLevel {
  readonly service: string | null;
  readonly predicted: readonly (string | null)[];
}

/**
 * Compares the service's answer for a space with what each rule set predicts; `undefined` where that is not possible: for
 * collections and disabled members, and where the service leaves out the level, or a list could not be read.
 */
export function compared(
  facts: KnownAccess,
  member: KnownMember,
  target: Target,
  answer: SpaceLevels | 'unread' | undefined,
): ComparedLevel | undefined {
  if (!answer || answer === 'unread' || target.place.kind !== 'space' || member.disabled) return undefined;
  const service = answer.get(target.place.id);
  if (service === null) return undefined;
  const all = ruleSets.map((rules) => certainLevel({ ...facts, rules }, member, target));
  if (all.some(({ mayBeHigher }) => mayBeHigher)) return undefined;
  return { service: service ?? null, predicted: all.map(({ level }) => level) };
}

/** Returns whether the service gives more than every rule set: something was granted to the person directly. */
export function isDirect({ service, predicted }: ComparedLevel): boolean {
  return service !== null && predicted.every((level) => level === null || compareLevels(service, level) > 0);
}

/** On how many answers of the service each rule set agrees. Direct grants are not counted. */
export class Fit {
  readonly counts = ruleSets.map((rules: RuleSet) => ({ rules, compared: 0, agreed: 0 }));

  add(comparison: ComparedLevel | undefined): void {
    if (!comparison || isDirect(comparison)) return;
    for (const [at, count] of this.counts.entries()) {
      count.compared += 1;
      if (comparison.predicted[at] === comparison.service) count.agreed += 1;
    }
  }

  /** Returns the counts of the rules that are used, and of those that agree more often; `undefined` if none do. */
  better(used: RuleSet) {
    const own = this.counts.find(({ rules }) => rules.name === used.name);
    const [best] = this.counts.toSorted((one, other) => other.agreed - one.agreed);
    return own && best && best.agreed > own.agreed ? { own, best } : undefined;
  }
}
