import { takenBy } from '../../api/contract/facts.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { type HeldGrade, heldGrades, isHeld } from '../../domain/reach/grades.ts';
import { UsageError } from '../../errors.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';
import type { RemovalLimit } from '../../work/guards/rules.ts';
import { type Flag, flag, shownValue } from './flag.ts';

/** The flags that lift the guards. They do not go to the command's action. */
export const maxRemovalsFlag = flag('--max-removals <n>').with({ isShared: true }).argParser(removalLimit);
export const allowOwnerlessFlag = flag('--allow-ownerless').with({ isShared: true });

export const allowOpeningFlag = flag('--allow-opening <grades>')
  .with({ isShared: true, isRepeatable: true, known: heldGrades })
  .argParser(openingGrades);

export const guardFlags = [maxRemovalsFlag, allowOwnerlessFlag, allowOpeningFlag] as const;

/** Returns those of them that a command of such operations takes; `several` says that its line may name several things. */
export function guardFlagsOf(
  operations: readonly Pick<Operation, 'method' | 'takes' | 'opens'>[],
  several: boolean,
): Flag[] {
  const taken = operations.flatMap(takenBy);
  const many = taken.includes('several') || (several && taken.includes('one'));
  const mayOpen = operations.some(({ opens }) => opens) && (several || taken.includes('several'));
  return [
    ...(many ? [maxRemovalsFlag] : []),
    ...(taken.includes('owners') ? [allowOwnerlessFlag] : []),
    ...(mayOpen ? [allowOpeningFlag] : []),
  ];
}

function openingGrades(value: string, previous: readonly HeldGrade[] = []): readonly HeldGrade[] {
  const grades = value.split(',').map((part) => part.trim());
  const wrong = grades.find((one) => !isHeld(one));
  if (wrong === undefined) return [...new Set([...previous, ...grades.filter(isHeld)])];
  throw new UsageError(
    `invalid --allow-opening${quotedIfPlain(wrong)}: must be ${heldGrades.join(' or ')}, or both`,
  );
}

function removalLimit(value: string): RemovalLimit {
  const [, digits, sign] = /^(\d{1,7})(%?)$/.exec(value) ?? [];
  const amount = Number(digits);
  if (sign === '' && amount >= 0) return { count: amount };
  if (sign === '%' && amount <= 100) return { percent: amount };
  throw new UsageError(
    `invalid --max-removals${shownValue(value)}: must be a whole number such as 10, or a percentage such as 25%`,
  );
}
