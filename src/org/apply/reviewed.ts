import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import { InvalidOption, UsageError } from '../../errors.ts';
import { isNewerFormat, madeByNewer } from '../../formats/newer.ts';
import { inputName, readInput } from '../../inputs.ts';
import { isObject } from '../../text/fields.ts';
import { parsedJson } from '../../text/json.ts';
import { digestOf, planActions, planFormat } from '../../work/plan-document.ts';
import type { Session } from '../../work/run/session.ts';
import { maxPartBytes } from '../file/size.ts';
import type { OrganizationDocument } from '../plan/document.ts';
import { fileKinds } from '../sections/kinds.ts';

/** A plan that a person has seen and agreed to: nothing else is carried out. */
export interface ReviewedPlan {
  /** `sha256:` and at least 12 hex digits. */
  readonly digest: string;
  /** Absent if only its digest is known. */
  readonly document?: OrganizationDocument | undefined;
  /** Whether the plan is stored in a file, so that a new one replaces it. */
  readonly isStored?: true;
}

const prefix = 'sha256:';

/** Returns a digest that a user has given, with its prefix. Throws `UsageError`. */
function givenDigest(text: string): string {
  const digits = text.trim().toLowerCase().replace(prefix, '');
  if (/^[0-9a-f]{12,64}$/.test(digits)) return `${prefix}${digits}`;
  const problem = /^[0-9a-f]{1,11}$/.test(digits)
    ? `it has ${digits.length} of at least 12 hex digits`
    : 'it is no digest of a plan: 64 hex digits, or at least the first 12 of them';
  throw new InvalidOption('digest', problem, { hint: { code: 'find-digest', data: {} } });
}

/** Returns whether a digest is the given one, which may lack its end. */
export function isDigest(given: string, digest: string): boolean {
  return digest.startsWith(given);
}

/** The parts of a plan that are read again; the others may be anything. */
const Change = z.looseObject({
  action: z.enum(planActions),
  kind: z.enum(fileKinds),
  name: z.string(),
  id: z.optional(z.string()),
});
const Fields = z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }));
const Text = z.string();
const Kind = z.enum([...fileKinds, 'organization']);
const Plan = z.looseObject({
  format: z.literal(planFormat),
  organization: Text,
  digest: Text,
  changes: z.array(z.extend(Change, { fields: Fields })),
  opens: z.array(z.looseObject({ grade: Text, kind: Text, name: Text, text: Text })),
  withheld: z.array(z.extend(Change, { fields: z.optional(Fields), reason: Text })),
  objections: z.array(z.looseObject({ message: Text, flag: z.optional(Text) })),
  unknown: z.array(z.looseObject({ kind: Kind, name: Text, part: Kind, reason: Text })),
});

/** Keeps a plan that is shown, so that a later plan can be compared with it. */
export async function keepPlan(
  { system }: Pick<Session, 'system'>,
  document: OrganizationDocument,
): Promise<void> {
  await system.printedPlans.keep(document.digest.slice(prefix.length), JSON.stringify(document));
}

/**
 * Finds the plan of a digest: in a file with the Markdown or the JSON that was reviewed, else among the plans that were
 * shown on this machine. Throws `UsageError` if the file holds no plan, or another one.
 */
export async function reviewedPlan(
  session: Pick<Session, 'system' | 'scope'>,
  given: string,
  file: string | undefined,
): Promise<ReviewedPlan> {
  const digest = givenDigest(given);
  if (file !== undefined) return planOfFile(session, digest, file);
  const kept = session.system.printedPlans.find(digest.slice(prefix.length));
  const document = kept === undefined ? undefined : planOf(parsedJson(kept));
  return document && isDigest(digest, digestOf(document)) ? { digest, document } : { digest };
}

async function planOfFile(
  { system, scope }: Pick<Session, 'system' | 'scope'>,
  digest: string,
  file: string,
): Promise<ReviewedPlan> {
  const name = inputName(file);
  const text = await readInput(system, file, maxPartBytes);
  const json = parsedJson(text);
  const { planInMarkdown } = await import('../plan/show/markdown.ts');
  const markdown = json === undefined ? planInMarkdown(text) : undefined;
  const content = markdown ? markdown.plan : json;
  if (isObject(content) && isNewerFormat(content.format, planFormat)) throw madeByNewer(name);
  const plan = planOf(content);
  if (!plan && (!markdown || 'plan' in markdown)) {
    if (markdown) throw edited(name);
    throw new UsageError(`${name} is neither the Markdown nor the JSON of a plan; nothing was sent`, {
      hint: { code: 'find-digest', data: {} },
    });
  }
  const found = markdown?.digest ?? plan?.digest ?? '';
  if (plan && plan.organization !== scope.org())
    throw new UsageError(`${name} is a plan of organization ${plan.organization}, not of ${scope.org()}`);
  if (plan && digestOf(plan) !== found) throw edited(name);
  if (!isDigest(digest, found)) {
    throw new UsageError(`${name} is the plan ${found}, not ${digest}; nothing was sent`, {
      hint: { code: 'give-reviewed', data: {} },
    });
  }
  return { digest, document: plan };
}

function planOf(content: unknown): OrganizationDocument | undefined {
  return check(Plan, content).problems.length > 0 ? undefined : (content as OrganizationDocument);
}

function edited(name: string): UsageError {
  return new UsageError(`${name} has been changed since the plan was made; nothing was sent`, {
    hint: { code: 'give-reviewed', data: {} },
  });
}
