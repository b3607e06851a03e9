import { checkedRuleSet } from '../../domain/access/checked-rules.ts';
import { usualRuleSet } from '../../domain/access/rule-sets.ts';
import type { Session } from '../../work/run/session.ts';
import { describeError } from '../report/report.ts';
import { addressIn } from '../settings/settings.ts';
import type { LineParts } from './line-parts.ts';
import type { Guard } from './questions.ts';

type Parts = Pick<
  LineParts,
  | 'system'
  | 'context'
  | 'api'
  | 'reading'
  | 'scope'
  | 'names'
  | 'out'
  | 'summary'
  | 'progress'
  | 'redactor'
  | 'line'
> &
  Pick<LineParts, 'canAsk' | 'asksFirst' | 'hasAgreed' | 'confirm' | 'confirmReading' | 'askToReplace'>;

/** Makes the session of a command line, for work of many requests. */
export function createSession(
  { context, line, ...parts }: Parts,
  { beforeChange, connectForBulk, readingTime }: Guard & Pick<Session, 'connectForBulk' | 'readingTime'>,
): Session {
  return {
    ...parts,
    async inWords(hint) {
      const { inWords } = await import('../report/hints.ts');
      return inWords(hint, { shower: undefined, tokenSource: line.tokenSource });
    },
    beforeChange,
    connectForBulk,
    readingTime,
    place() {
      const baseUrl = context.baseUrl();
      return { baseUrl, org: context.find('org')?.value ?? null };
    },
    dataId: async () => (context.isSandbox ? parts.system.sandbox.dataId() : undefined),
    get accessRules() {
      const found = context.find('access-rules');
      const rules = found ? checkedRuleSet(`access-rules of ${found.source}`, found.value) : usualRuleSet;
      const calibration = context.find('access-rules-calibrated')?.value;
      // The rules of another service than that of the profile were not compared.
      return calibration && found && isOwnService(context) ? { ...rules, calibration } : rules;
    },
    get profile() {
      return context.profile.value;
    },
    get isQuiet() {
      return line.flags.quiet ?? false;
    },
    get printsIds() {
      return context.format() === 'id';
    },
    get limits() {
      const { maxRemovals, allowOwnerless = false, allowOpening = [] } = line.flags;
      return { maxRemovals, allowOwnerless, allowOpening };
    },
    get isRecorded() {
      return line.flags.undo !== false && context.keepsHistory();
    },
    isRow: line.isRow,
    get dryRun() {
      return context.dryRun;
    },
    // The rows have flags of their own, so their errors are described without a command.
    describe: (error) => describeError(error, { running: undefined, tokenSource: line.tokenSource }),
  };
}

/** Returns whether a line works with the service of its profile, wherever the address of it is given. */
export function isOwnService({ isSandbox, stored, baseUrl }: LineParts['context']): boolean {
  const own = addressIn(stored);
  return isSandbox || (own !== undefined && own === baseUrl());
}
