import { asId } from '../api/contract/ids.ts';
import { UsageError } from '../errors.ts';
import type { Tone } from '../output/output.ts';
import { counted } from '../text/words.ts';
import type { PlanDocument } from '../work/plan-document.ts';
import { documentOf, plannedChanges } from '../work/plan-file.ts';
import type { Session } from '../work/run/session.ts';
import { type PlanLine, showInLines } from '../work/show-effects.ts';
import { planNames, renamedChanges } from './changes.ts';
import { guardReview, type ReviewPlan } from './plan.ts';
import type { PlannedAction, PlannedGrant } from './state.ts';
import { grantWords } from './words.ts';

/** A grant in `plan.json`: what was decided about it, and what becomes of it. */
interface StoredGrant {
  readonly grant: string;
  readonly decision: string;
  readonly to: string | null;
  readonly level: string;
  readonly action: PlannedAction;
}

/** The plan of a review as JSON: a plan like all others, with the grants that it is made of. */
export interface ReviewPlanDocument extends PlanDocument {
  /** The number of grants without a decision. */
  readonly open: number;
  readonly grants: readonly StoredGrant[];
}

/** Returns a plan as JSON. `objections` are those of the guards. */
export function reviewPlanDocument(
  organization: string,
  { naming, present, changes, effects, planned, open }: ReviewPlan,
  objections: readonly string[],
): ReviewPlanDocument {
  const names = planNames(present, naming);
  const document = documentOf(organization, plannedChanges(renamedChanges(changes, naming), names), effects);
  const isPerson = (id: string | null) => id !== null && names.people.has(asId<'user'>(id));
  const renamed = <One extends { readonly id: string | null }>(one: One): One =>
    isPerson(one.id) ? { ...one, id: naming.id(one.id ?? '') } : one;
  return {
    ...document,
    complete: present.unknown.length === 0,
    opens: effects.opens.map(renamed),
    loses: effects.loses.map(renamed),
    objections: objections.map((message) => ({ message })),
    open,
    grants: planned.filter(({ action }) => action !== 'keep').map(storedGrant),
  };
}

export function storedGrant({ id, decision: { decision, to, level }, action }: PlannedGrant): StoredGrant {
  return { grant: id, decision, to: to ?? null, level, action };
}

const looks: Readonly<Record<PlannedAction, readonly [sign: string, tone?: Tone]>> = {
  change: ['-', 'bad'],
  task: ['!', 'attention'],
  again: ['?', 'attention'],
  unknown: ['?', 'attention'],
  already: ['='],
  keep: [' '],
};

const endings: Readonly<Record<PlannedAction, string>> = {
  change: '',
  task: ': a task, because no request can do it',
  again: ': has changed, and is asked again',
  unknown: ': cannot be read',
  already: ': is so already',
  keep: '',
};

/** Prints a plan on stderr: what it opens and loses, each grant that is not kept, and their numbers. */
export async function showReview(session: Session, plan: ReviewPlan): Promise<void> {
  const shown = plan.planned.filter(({ action }) => action !== 'keep');
  const words = grantWords(plan.present, plan.naming);
  await showInLines(session, {
    effects: plan.effects,
    lines: () => shown.map((one) => grantLine(one, words)),
    count: shown.length,
    unit: '',
    sum: sumLine(plan),
  });
}

function grantLine(
  { reviewed, action, decision, now }: PlannedGrant,
  words: ReturnType<typeof grantWords>,
): PlanLine {
  const { to, level, decision: word } = decision;
  const [sign, tone] =
    to !== undefined && action === 'change' ? (['~', 'attention'] as const) : looks[action];
  const { person, place } = now ? words(now) : reviewed;
  const levels = to === undefined ? level : `${level} → ${to}`;
  const what = word === 'keep' ? `keep ${level}` : levels;
  const present = now && now.level !== level ? `, now ${now.level}` : '';
  return { text: `${sign} ${person} on ${place} (${what}${present})${endings[action]}`, tone };
}

/** Returns one line about all grants. */
function sumLine({ planned, open }: ReviewPlan): string {
  const count = (of: (one: PlannedGrant) => boolean) => planned.filter(of).length;
  const ofAction = (wanted: PlannedAction) => count(({ action }) => action === wanted);
  const lowered = count(({ action, decision: { to } }) => action === 'change' && to !== undefined);
  const parts = [
    `${ofAction('change') - lowered} to remove`,
    `${lowered} to lower`,
    counted(ofAction('task'), 'task'),
    `${ofAction('again') + ofAction('unknown')} asked again`,
    `${ofAction('already')} done already`,
    `${ofAction('keep')} kept`,
    `${open} open`,
  ];
  return `plan: ${parts.join(', ')}`;
}

/** Returns the objections of the guards to a plan, in words; none if it may be carried out. */
export async function objectionsTo(session: Session, plan: ReviewPlan): Promise<readonly string[]> {
  try {
    await guardReview(session, plan);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.details.length > 0 ? error.details : [error.message];
  }
}
