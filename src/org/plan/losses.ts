import { isDemotion } from '../../domain/memberships/membership.ts';
import { isLowerRole } from '../../domain/roles.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import type { LossGroup } from '../../work/guards/rules.ts';
import type { Difference } from '../difference.ts';
import { factsOf } from '../sections/kinds.ts';
import type { DesiredState } from '../thing.ts';

/** Something that a plan takes away, or whose role or level it makes lower. */
export interface Loss {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly how: 'end' | 'lower';
  /** The thing as the service has it. */
  readonly thing: DesiredState;
}

/** Returns what the differences take away. */
export function lossesOfDifferences(differences: readonly Difference[]): Loss[] {
  return differences.flatMap((difference): Loss[] => {
    const { kind, name, present: thing } = difference;
    if (!thing) return [];
    if (isEnding(difference)) return [{ kind, name, how: 'end', thing }];
    return isLowering(difference) ? [{ kind, name, how: 'lower', thing }] : [];
  });
}

function isEnding({ action, declared }: Difference): boolean {
  return action === 'delete' || action === 'revoke' || (action === 'update' && !declared);
}

/** Returns whether a difference gives a person a lower role, or everyone a lower level. */
function isLowering({ action, kind, fields }: Difference): boolean {
  if (action !== 'update') return false;
  return fields.some(({ field, before, after }) => {
    if (field !== 'role' && field !== 'defaultLevel') return false;
    const [from, to] = [before, after] as [string | null, string | null];
    return kind === 'team-member' ? isDemotion({ from, to }) : isLowerRole(from, to);
  });
}

export interface Totals {
  readonly organization: string;
  /** The number of things of a kind that were read. */
  readonly total: (kind: ResourceKind) => number;
}

/** Groups losses by kind, for the limits. */
export function lossGroups(losses: readonly Loss[], { organization, total }: Totals): LossGroup[] {
  return [...groupBy(losses, ({ kind }) => kind).values()].map((own): LossGroup => {
    const [{ kind }] = own;
    const [word, words] = factsOf(kind).words;
    const names = [...new Set(own.map(({ name }) => name))];
    return {
      act: actOf(kind, own),
      word,
      words,
      where: ` of ${organization}`,
      lost: names.length,
      names,
      total: total(kind),
    };
  });
}

function actOf(kind: ResourceKind, losses: readonly Loss[]): string {
  const ends = losses.some(({ how }) => how === 'end');
  const lowers = losses.some(({ how }) => how === 'lower');
  return [...(ends ? [factsOf(kind).ending ?? 'delete'] : []), ...(lowers ? ['lower'] : [])].join(' or ');
}
