import { flag, list, number, summaryFlag } from './flag.ts';
import { guardFlags } from './removal-flags.ts';

/** The flags of bulk work; every command that does some has the same. */
export const concurrencyFlag = number('--concurrency <n>', 1, 16);
export const deadlineFlag = number('--deadline <seconds>', 1, 604_800);
export const shardFlag = flag('--shard <i/n>');
const withContentsFlag = flag(
  '--with-contents',
  'delete what the run has made even if others have put something into it',
);
export const journalFlag = flag('--journal <file>').with({ writesFile: true });
export const runFlags = [concurrencyFlag, deadlineFlag, journalFlag] as const;

/** The largest requests of a command that sends several things in one. */
export const batchSizeFlag = (things: string) =>
  number('--batch-size <n>', 1, 10_000, `maximum number of ${things} in one request (default: 500)`);

/** For commands that can store what they would do. */
export const storedPlanFlag = () =>
  flag('--out <file>', 'store the plan for `docs-admin apply-plan`, and change nothing').with({
    writesFile: true,
  });

export const rosterColumnFlags = [
  flag('--team-column <name>', 'column with the id or the exact title of the team (default: team)').with({
    needs: ['--file'],
  }),
  flag('--user-column <name>', 'column with the id or the e-mail of the user (default: user)').with({
    needs: ['--file'],
  }),
  flag('--role-column <name>', 'column with the role in the team: owner or member (default: role)').with({
    needs: ['--file'],
  }),
] as const;

/** The sections of an organization file whose deletions need a flag of their own. */
export const deletable = ['collections', 'sites'] as const;
export const allowDeleteFlag = list('--allow-delete <section>').with({ known: deletable });

/** The sections of an organization file with values that the service does not show. */
export const refreshable = ['openapi', 'saml'] as const;
export const refreshFlag = list(
  '--refresh <section>',
  'send again what the service does not show, such as the text of openapi',
).with({ known: refreshable });

export const undoFlags = [
  ...runFlags,
  summaryFlag,
  ...guardFlags,
  allowDeleteFlag,
  withContentsFlag,
] as const;
