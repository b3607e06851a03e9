import { type AccessDifference, accessDifference, stateOfFacts } from '../access/difference.ts';
import { snapshotAccess } from '../access/facts.ts';
import { realNames } from '../access/pseudonyms.ts';
import type { AuditDifferences } from '../audit/diff.ts';
import type { Fix } from '../audit/fixes.ts';
import { ruleSetText } from '../domain/access/rule-sets.ts';
import { Unfinished } from '../errors.ts';
import type { Snapshot, SnapshotOptions } from '../model/read/snapshot.ts';
import {
  type AddressDifference,
  addressDifference,
  type PublishedSites,
  publishedIn,
} from '../model/structure/addresses.ts';
import type { Exported } from '../org/organization.ts';
import { type OrganizationDocument, planDocument } from '../org/plan/document.ts';
import { exportedOf, readOrganization } from '../org/read.ts';
import { withOwnEmails } from '../org/sections/own-emails.ts';
import { type Copy, copyOf, readForCopy } from '../org/snapshot/copy.ts';
import type { SandboxCopy } from '../ports.ts';
import { shortened } from '../text/shortened.ts';
import { counted } from '../text/words.ts';
import { type OpenedCopy, usingCopy } from '../work/journal/copy.ts';
import type { Session } from '../work/run/session.ts';
import { attemptLine, type RehearsedEnd, type Rehearsing } from './attempt.ts';
import {
  auditDifference,
  differencePlan,
  differingPaths,
  lookAt,
  renamedIn,
  withUnread,
} from './compared.ts';
import { type BadDay, type RequestCounts, refusingUnread, showingAddresses } from './wire.ts';

/** The result of a rehearsal as programs get it; a section that was not computed is null. */
export interface RehearsalReport {
  /** What became different. */
  readonly plan: OrganizationDocument | null;
  readonly access: AccessDifference | null;
  readonly audit: AuditDifferences | null;
  readonly requests: RequestCounts;
  /** What a copy cannot tell, in sentences. */
  readonly limits: readonly string[];
}

/** A rehearsal, and how its change has ended. */
export interface Rehearsed {
  readonly report: RehearsalReport;
  readonly ended: Pick<RehearsedEnd, 'exitCode' | 'stderr'>;
  /** What happened on the bad day; `undefined` if none was rehearsed. */
  readonly badDay: string | undefined;
  /** The public addresses that it changes; `undefined` if nothing was carried out. */
  readonly addresses: AddressDifference | undefined;
}

export interface RehearsalOptions extends SnapshotOptions {
  /** The line that carries out the change. */
  readonly change: readonly string[];
  /** The line that prints the plan of the change as JSON; without it, the plan is what became different. */
  readonly plan?: readonly string[] | undefined;
  readonly badDay: BadDay;
  /** The file in which the changed copy is kept. */
  readonly keep?: string | undefined;
  /** Makes the command line of a fix. */
  readonly fixInWords: (fix: Fix) => string;
}

type Ports = Pick<Session, 'api' | 'scope' | 'system' | 'inWords' | 'progress' | 'accessRules'>;

/**
 * Carries out a change in a private copy of the organization, and tells what became different. Only reads from the
 * service. Throws `Unfinished` if the copy is not like the organization, or if a bad day leads to another end.
 */
export async function rehearse(
  session: Ports,
  outside: Omit<Rehearsing, 'stdin'>,
  { change: line, plan, badDay, keep, fixInWords: inWords, ...options }: RehearsalOptions,
): Promise<Rehearsed> {
  const rehearsing = { ...outside, stdin: () => session.system.stdin.read() };
  const isBadDay = Object.values(badDay).some((value) => value !== undefined);

  return inCopies(session, options, async (copy, unchanged, taken) => {
    const before = await lookAt(copy);
    await assertSame(before, taken);
    const { sites } = taken;
    const known = [
      ...taken.gaps.map((gap) => `not in the copy: ${gap}`),
      ...taken.limits,
      ...decidedBySandbox,
      `who can do what is predicted; ${ruleSetText(session.accessRules)}`,
    ];
    const showing = { ...copy, transport: showingAddresses(copy.transport, sites) };
    const planned = plan && (await attemptLine(rehearsing, showing, plan));
    const expected = planned && isPlan(planned) ? (JSON.parse(planned.stdout) as OrganizationDocument) : null;
    const nothingDone = (ended: RehearsedEnd): Rehearsed => ({
      report: { plan: expected, access: null, audit: null, requests: ended.requests, limits: known },
      ended,
      badDay: undefined,
      addresses: undefined,
    });
    if (planned && !expected) return nothingDone(planned);

    const change = () => attemptLine(rehearsing, copy, line);
    const work = { before, sites, change, inWords };
    const { ended, after, named, moved, ...effects } = await changing(session, copy, work);
    if (!after || !moved) return nothingDone(ended);
    if (keep !== undefined) await copy.keep(keep);
    const report = {
      plan: expected ?? {
        ...(await planDocument(
          await differencePlan(unchanged.client, before, named ?? after),
          session.inWords,
        )),
        addresses: moved.changes,
      },
      ...effects,
      requests: ended.requests,
      limits: known,
    };
    const told = isBadDay ? await onBadDay(rehearsing, unchanged, line, badDay, after) : undefined;
    return { report, ended, badDay: told, addresses: addressesIn(report.plan, moved) };
  });
}

/** Returns the addresses of a plan, with those that can be redirected in the copy that was changed. */
function addressesIn(
  { addresses: changes }: OrganizationDocument,
  { redirects }: AddressDifference,
): AddressDifference {
  const free = new Set(redirects.map(({ from }) => from));
  return { changes, redirects: changes.filter(({ from }) => free.has(from)) };
}

/** Returns whether a line has printed a plan: also one without what cannot be read. */
function isPlan({ exitCode, stdout }: RehearsedEnd): boolean {
  return exitCode === 0 || (exitCode === 12 && stdout !== '');
}

/** What the sandbox decides by itself. */
const decidedBySandbox = [
  'the sandbox gives its own ids, times, addresses and host names to what the change makes',
  'the service may refuse what the sandbox accepts: its rules are known as far as its reference describes them',
];

/** What is known of the organization. */
interface Taken extends Pick<Copy, 'gaps' | 'limits'> {
  readonly sites: PublishedSites;
  /** Its export. It is large, and only there until it is compared. */
  here?: Exported | undefined;
}

/** Copies the organization: into a copy to change, and one that stays as it is. */
async function inCopies<Result>(
  session: Ports,
  options: SnapshotOptions,
  work: (copy: OpenedCopy, unchanged: OpenedCopy, taken: Taken) => Promise<Result>,
): Promise<Result> {
  const refusing = async ({ transport, ...copy }: OpenedCopy) => ({
    ...copy,
    transport: await refusingUnread(transport, copy.organization, copy.unread),
  });
  const { opened, ...taken } = await take(session, options);
  return usingCopy(session.system, opened, (copy) =>
    copy.inAnother(async (unchanged) => work(await refusing(copy), await refusing(unchanged), taken)),
  );
}

async function take(
  { api, scope, system, progress, accessRules }: Ports,
  options: SnapshotOptions,
): Promise<Taken & { readonly opened: SandboxCopy }> {
  progress.start('things read');
  const snapshot = await readForCopy(api, scope.org(), options);
  progress.stop();
  const { fixture, ...known } = await copyOf(snapshot, { accessRules });
  const here = await exportedOf(withOwnEmails(snapshot as Snapshot));
  const opened = await system.sandbox.openCopy({ text: fixture });
  return { ...known, here, opened, sites: publishedIn(snapshot) };
}

/** Throws `Unfinished` where the export of the copy is not the export of the organization, which it then forgets. */
async function assertSame(copied: Snapshot, taken: Taken): Promise<void> {
  const { organization: here } = taken.here as Exported;
  taken.here = undefined;
  const there = await exportedOf(copied);
  const differences = differingPaths(here, there.organization);
  const missing = there.gaps
    .filter(({ section }) => here[section] !== undefined)
    .flatMap(({ section, reasons }) => reasons.map((reason) => `${section}: ${reason}`));
  if (differences.length + missing.length === 0) return;
  throw new Unfinished('the copy is not like the organization; nothing was rehearsed', {
    kind: 'incomplete',
    details: shortened([...differences, ...missing]),
  });
}

interface Changing {
  readonly before: Snapshot;
  readonly sites: PublishedSites;
  readonly change: () => Promise<RehearsedEnd>;
  readonly inWords: (fix: Fix) => string;
}

/** Returns how a change has ended and what it does; null for one that has not begun. What was read for this is forgotten. */
async function changing(session: Ports, copy: OpenedCopy, { before, sites, change, inWords }: Changing) {
  const ended = await change();
  session.system.interrupt.throwIfAborted();
  if (ended.exitCode !== 0 && ended.requests.written === 0) return { ended, access: null, audit: null };
  const now = await lookAt(copy, before);
  const renamed = renamedIn(before, now);
  const [was, is] = [await withUnread(before, copy.unread), await withUnread(now, copy.unread)];
  const state = (snapshot: Snapshot) =>
    stateOfFacts(snapshotAccess(snapshot, session.accessRules), realNames);
  return {
    ended,
    moved: addressDifference(sites, publishedIn(is).structure),
    access: await accessDifference(state(was), state(is), session.system),
    audit: await auditDifference(was, is, session, inWords),
    // It is large, and the audit needs much memory.
    after: await exportedOf(now),
    // A thing with another title is no other thing.
    named: renamed.size > 0 ? await exportedOf(now, undefined, renamed) : undefined,
  };
}

/** Carries out the change on a bad day, which ends with `after` on a good one. Resolves with what is to say about it. */
async function onBadDay(
  rehearsing: Rehearsing,
  copy: OpenedCopy,
  line: readonly string[],
  badDay: BadDay,
  after: Exported,
): Promise<string> {
  const { exitCode, resumed, startedAgain, stderr } = await attemptLine(rehearsing, copy, line, badDay);
  const there = await readOrganization(copy.client, copy.organization);
  const differences = differingPaths(after.organization, there.organization);
  if (differences.length > 0) {
    throw new Unfinished(
      `on a bad day the change ends with exit code ${exitCode}, and not as on a good day`,
      {
        kind: 'rows-failed',
        exitCode: exitCode === 0 ? undefined : exitCode,
        details: [
          ...shortened(differences.map((place) => `after a good day: ${place}`)),
          ...stderr.split('\n').filter(Boolean).slice(-5),
        ],
      },
    );
  }
  const ways = [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]),
    ...(resumed > 0 ? [`resumed ${counted(resumed, 'time')}`] : []),
    ...(startedAgain > 0 ? [`started again ${counted(startedAgain, 'time')}: it keeps no journal`] : []),
  ];
  return `on a bad day the end is the same${ways.length > 0 ? ` (${ways.join(', ')})` : ''}`;
}
