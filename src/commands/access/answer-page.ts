import type { Access } from '../../access/report.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import type { AnswerDocument, AnswerRow } from '../../documents/access/answer.ts';
import { type RuleSet, ruleSetText } from '../../domain/access/rule-sets.ts';
import { wayWords } from './columns.ts';

/** Prints the answer to a question of access as a page of HTML. */
export async function printAnswerPage(
  { out, system }: Pick<LineParts, 'out' | 'system'>,
  {
    predictedBy,
    ...answer
  }: Omit<AnswerDocument, 'taken' | 'notes'> & { readonly predictedBy: RuleSet | undefined },
): Promise<void> {
  const { answerPage } = await import('../../documents/access/answer.ts');
  const taken = new Date(system.clock.now()).toISOString();
  const notes = predictedBy ? [ruleSetText(predictedBy)] : [];
  await out.raw([...answerPage({ ...answer, taken, notes })].join(''));
}

/** Returns the level of a row with its ways in words, the deciding one first. */
export function levelAndWays(
  { level, ways }: Access,
  isDisabled: boolean | undefined,
): Pick<AnswerRow, 'level' | 'ways'> {
  const decidingFirst = ways.toSorted((one, other) => Number(other.deciding) - Number(one.deciding));
  return {
    level: isDisabled ? `disabled (would have ${level})` : `${level}`,
    ways: decidingFirst.map((way) => `${way.level}: ${wayWords(way)}`),
  };
}
