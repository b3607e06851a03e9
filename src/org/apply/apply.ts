import { LocalStateError, OutOfDate, UsageError } from '../../errors.ts';
import type { EarlierThings } from '../../model/effects/thing-reader.ts';
import { isEqual } from '../../text/equal.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';
import { aloneInPlace } from '../../work/alone.ts';
import { applyChanges } from '../../work/change-run.ts';
import { heldBack } from '../../work/guards/held-back.ts';
import { reviewedLimits } from '../../work/guards/judge.ts';
import type { RunFlags } from '../../work/run/execute.ts';
import type { Session } from '../../work/run/session.ts';
import { effectBlocks, effectLines, effectTexts } from '../../work/show-effects.ts';
import { assertComplete, warnOf } from '../plan/complete.ts';
import { type OrganizationDocument, planDocument } from '../plan/document.ts';
import { type PlanInput, type PlanOptions, planOrganization } from '../plan/make.ts';
import { planDifferences } from '../plan/show/difference.ts';
import { type LineOptions, planLines } from '../plan/show/lines.ts';
import { isDigest, keepPlan, type ReviewedPlan } from './reviewed.ts';
import { withoutSecretTexts } from './secret-texts.ts';

/** What an organization shall be. */
export interface ApplyJob extends PlanInput {
  /** The command, in words: `org apply --file organization.yaml`. */
  readonly command: string;
  /** How the plan is shown; with signs in ASCII if absent. */
  readonly look?: LineOptions;
  /** Another plan than this one is not carried out. Absent if no one has seen a plan before. */
  readonly reviewed?: ReviewedPlan | undefined;
}

/**
 * Makes the organization as a file says, in a new run. Shows the plan and asks first; then reads again, and throws
 * `OutOfDate` if something that matters to the plan has changed. Throws `LocalStateError` if the journal cannot be made,
 * `UsageError` if a guard refuses the plan, and `Unfinished` if something is left, or if a part of the organization cannot be read.
 */
export async function applyOrganization(session: Session, job: ApplyJob, flags: RunFlags): Promise<void> {
  const { journal } = flags;
  if (journal !== undefined && !session.dryRun) assertJournalCanBe(session, journal);
  await aloneInPlace(session, () => applyAlone(session, job, flags));
}

async function applyAlone(session: Session, job: ApplyJob, flags: RunFlags): Promise<void> {
  const { command, file, secrets, look = { plain: false }, reviewed } = job;
  const options = reviewed
    ? { ...job.options, limits: reviewedLimits(job.options.limits ?? session.limits) }
    : job.options;
  const makePlan = (more: Pick<PlanOptions, 'onRead'> = {}) =>
    planOrganization(session.api, session.scope.org(), file, { ...options, ...more });
  let earlier: EarlierThings | undefined;
  const plan = await makePlan();
  const document = await planDocument(plan, session.inWords);
  if (reviewed) await assertReviewed(session, reviewed, document, look);
  await showOrganizationPlan(session, document, look);
  await warnOf(session, plan);
  const held = heldBack(session, plan.objections);
  const count = plan.requests.length;
  if (count > 0) {
    await session.confirm(`carry out ${counted(count, 'request')}?`);
    if (!session.dryRun) {
      const now = await makePlan({
        onRead: (read) => {
          earlier = read;
        },
      });
      const again = await planDocument(now, session.inWords);
      if (again.digest !== document.digest) throw outOfDate(document, again);
    }
  }
  const changes = withoutSecretTexts(plan.requests, secrets);
  const { opens, loses, addresses } = document;
  await applyChanges(
    session,
    {
      command,
      effects: { opens, loses, addresses },
      held,
      changes,
      isRecorded: true,
      structure: plan.structure,
      openBetween: plan.between,
      // The plan counts over the whole organization: a part of what it may take is not more.
      limits: { ...(options.limits ?? session.limits), maxRemovals: { percent: 100 } },
      // They are large: only the one who reads the values before keeps them, and only meanwhile.
      takeEarlier() {
        const taken = earlier;
        earlier = undefined;
        return taken;
      },
    },
    flags,
  );
  assertComplete(plan);
}

/** Throws `LocalStateError` if a journal cannot be made at a path: the user learns it before the plan is made. */
function assertJournalCanBe({ system: { files } }: Session, path: string): void {
  // What is there already is refused when the journal is made.
  if (files.folder(path)) return;
  try {
    files.assertWritable(path);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new LocalStateError(`${error.message}; nothing was sent`);
  }
}

/** Throws `OutOfDate` if a plan is not the one that was reviewed, with what is different; without that one, shows the plan. */
async function assertReviewed(
  session: Session,
  reviewed: ReviewedPlan,
  now: OrganizationDocument,
  look: LineOptions,
): Promise<void> {
  const { digest, document, isStored } = reviewed;
  if (isDigest(digest, now.digest)) return document ? undefined : assertShownWhole(now);
  if (isStored && document) throw outOfDate(document, now);
  await keepPlan(session, now);
  if (!document) await showOrganizationPlan(session, now, look, Number.POSITIVE_INFINITY);
  const why = document ? '' : ', which is not known here: the plan is now as shown above';
  throw new OutOfDate(`the plan is not the one that was reviewed${why}; nothing was sent`, {
    details: document ? shortened(planDifferences(document, now)) : [],
    hint: { code: 'review-again', data: { digest: now.digest } },
  });
}

/** Throws `UsageError` if what a plan opens and takes away has no room in a comment: who knows its digest may not have seen it. */
async function assertShownWhole(plan: OrganizationDocument): Promise<void> {
  const { blocksMarkdown, defaultMaxChars } = await import('../../text/markdown.ts');
  if (blocksMarkdown(effectBlocks(effectTexts(plan))).length <= defaultMaxChars) return;
  throw new UsageError('what the plan opens and takes away is too long for a comment; nothing was sent', {
    hint: { code: 'give-whole-plan', data: {} },
  });
}

function outOfDate(earlier: OrganizationDocument, now: OrganizationDocument): OutOfDate {
  const why = isEqual(earlier.unknown, now.unknown)
    ? 'the organization has changed since it was made'
    : 'other parts of the organization can be read than when it was made';
  return new OutOfDate(`the plan is out of date: ${why}; nothing was sent`, {
    details: shortened(planDifferences(earlier, now)),
    hint: { code: 'renew-plan', data: {} },
  });
}

async function showOrganizationPlan(
  session: Session,
  document: OrganizationDocument,
  look: LineOptions,
  mostShown = 100,
): Promise<void> {
  const lines = planLines(document, look);
  const all = await session.inWords({ code: 'see-whole-plan', data: {} });
  await session.out.plan(async (out, isWhole) => {
    // What opens and what is lost is never cut.
    const most = effectLines(effectTexts(document)).length + mostShown;
    const more = isWhole ? 0 : lines.length - most;
    const shown =
      more > 0 ? [...lines.slice(0, most), { text: `... and ${more} lines more; ${all}` }] : lines;
    for (const { text, tone } of shown) await out.note(text, tone === 'heading' ? undefined : tone);
    const last = lines.at(-1);
    if (more > 0 && last) await out.note(last.text);
  });
}
