import type { Taken } from '../../api/contract/facts.ts';
import { UsageError } from '../../errors.ts';
import type { RemovalLimit } from '../../work/guards/mass.ts';
import { type Flag, flag, shown } from './flag.ts';

/** The flags that lift the guards. They do not go to the command's action. */
export const maxRemovalsFlag = flag('--max-removals <n>').with({ isShared: true }).argParser(removalLimit);
export const allowOwnerlessFlag = flag('--allow-ownerless').with({ isShared: true });

/** Returns the flags for a command that may take this away; `several` says that its line may name several things. */
export function guardFlags(taken: readonly Taken[], several: boolean): Flag[] {
  const many = taken.includes('several') || (several && taken.includes('one'));
  return [...(many ? [maxRemovalsFlag] : []), ...(taken.includes('owners') ? [allowOwnerlessFlag] : [])];
}

function removalLimit(value: string): RemovalLimit {
  const [, digits, sign] = /^(\d{1,7})(%?)$/.exec(value) ?? [];
  const amount = Number(digits);
  if (sign === '' && amount >= 0) return { count: amount };
  if (sign === '%' && amount <= 100) return { percent: amount };
  throw new UsageError(
    `invalid --max-removals${shown(value)}: must be a whole number such as 10, or a percentage such as 25%`,
  );
}
