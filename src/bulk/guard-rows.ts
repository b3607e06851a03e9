import type { App } from '../cli/app.ts';
import { assertNothingHeld } from '../losses/held-back.ts';
import { type Judgement, judge } from '../losses/judge.ts';
import { willAsk } from '../losses/known.ts';
import { endingPhrases, lossPhrases } from '../losses/questions.ts';
import { endedBy } from '../losses/wishes.ts';
import type { CheckedRow } from './rows.ts';

/**
 * Runs before the first request of rows: guards check all rows together, also those of other shards; then one question
 * covers the rows of this process. Throws `UsageError` if a guard refuses them, or the user does not agree.
 */
export async function guardRows(
  app: App,
  all: readonly CheckedRow[],
  own: readonly CheckedRow[],
): Promise<void> {
  const asks = willAsk(app);
  const changes = all
    .map(({ rehearsed }) => rehearsed)
    .filter(({ op, isGone }) => op.method !== 'GET' && !isGone);
  // Without a terminal for a required question, nothing is read.
  if (!asks) await confirmRows(app, own);
  if (!asks && !app.context.dryRun && changes.length > 0) await app.beforeChange();
  const judgement = await judge(app, changes, { inBulk: true });
  assertNothingHeld(judgement.held);
  if (asks) await confirmRows(app, own, judgement);
}

/** Asks one question for all rows that need one, and names what is lost, as far as it is known. */
async function confirmRows(app: App, rows: readonly CheckedRow[], judgement?: Judgement): Promise<void> {
  const asking = rows.map(({ rehearsed }) => rehearsed).filter(({ question }) => question !== undefined);
  // On a terminal, what teams lose is said team by team.
  const ended = asking
    .flatMap(endedBy)
    .filter(({ op }) => judgement === undefined || op.id !== 'teams.members.remove');
  const [other, ...others] = asking.filter((one) => endedBy(one).length === 0);
  const more = others.length > 0 ? ` And ${others.length} more` : '';
  const phrases = [
    ...endingPhrases(ended, judgement?.known),
    ...(judgement ? lossPhrases(judgement) : []),
    ...(other ? [`${other.question?.replace(/\?$/, '')}${more}`] : []),
  ];
  if (phrases.length > 0) await app.confirm(`${phrases.join('; ')}?`);
}
