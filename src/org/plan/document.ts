import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Hint } from '../../errors.ts';
import { withoutCredentialsIn } from '../../text/addresses.ts';
import { isObject } from '../../text/fields.ts';
import { type Difference, inGroups, type PlanAction, planActions } from './compare.ts';
import { type FileKind, factsOf, fileKinds } from './kinds.ts';
import { type OrganizationPlan, planFormat, type UnknownPart } from './plan.ts';

const Action = z.enum(planActions);
const Kind = z.enum(fileKinds as [FileKind, ...FileKind[]]);
const count = z.int().check(z.gte(0));

const Change = z.object({
  action: Action,
  kind: Kind,
  name: z.string(),
  id: z.optional(z.string()),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** A plan as JSON shows it, and as a stored plan holds it. */
export const PlanDocument = z.object({
  format: z.literal(planFormat),
  organization: z.string(),
  /** Equal for equal changes, whatever the order of keys in the file. */
  digest: z.string(),
  complete: z.boolean(),
  counts: z.record(Action, count),
  changes: z.array(Change),
  withheld: z.array(
    z.object({
      action: Action,
      kind: Kind,
      name: z.string(),
      id: z.optional(z.string()),
      /** Absent for a deletion. */
      fields: z.optional(Change.shape.fields),
      reason: z.string(),
    }),
  ),
  objections: z.array(
    z.object({
      message: z.string(),
      /** The flags that allow it; absent if nothing allows it. */
      flag: z.optional(z.string()),
    }),
  ),
  unknown: z.array(
    z.object({
      /** The kind and the name of the thing whose part is not known; the organization for a list of it. */
      kind: z.string(),
      name: z.string(),
      /** The kind of the things that are not known. */
      part: z.string(),
      reason: z.string(),
    }),
  ),
  /** Values of the file that the service does not show; absent if there are none. */
  notCompared: z.optional(z.array(z.object({ kind: Kind, name: z.string(), field: z.string() }))),
  /** What the plan leaves out, patterns that mean nothing, and keys of the file without an effect; absent if there is nothing. */
  warnings: z.optional(
    z.array(z.object({ message: z.string(), file: z.string(), line: z.optional(z.int()) })),
  ),
  unmanaged: z.partialRecord(Kind, count),
  /** Things to be made that may be others under a new name; absent if there are none. */
  possibleRenames: z.optional(z.array(z.object({ kind: Kind, from: z.string(), to: z.string() }))),
});
export type PlanDocument = z.output<typeof PlanDocument>;

/** One change of a {@link PlanDocument}. */
export type PlanChange = PlanDocument['changes'][number];

/** Returns a part that cannot be read as JSON shows it. */
export function unknownOf({ kind, name, part, reason: { status, message } }: UnknownPart) {
  return { kind, name, part, reason: status === undefined ? message : String(status) };
}

/** Returns a plan as JSON shows it. `inWords` puts what a user can do into words, such as the flag for a deletion. */
export async function planDocument(
  plan: OrganizationPlan,
  inWords: (hint: Hint) => Promise<string>,
): Promise<PlanDocument> {
  const { organization, notCompared, unmanaged } = plan;
  const changes = bySite(inGroups([...plan.differences, ...plan.along])).map(changeOf);
  const unknown = plan.unknown.map(unknownOf);
  const reasons = {
    delete: await inWords({ code: 'allow-withheld', data: {} }),
    reading: 'what ends with it cannot be read',
  };
  const withheld = plan.withheld.map(({ difference, needs }) => {
    const { fields, ...about } = changeOf(difference);
    return { ...about, ...(difference.action !== 'delete' && { fields }), needs };
  });
  return {
    format: planFormat,
    organization,
    digest: digestOf({ organization, changes, withheld, unknown }),
    complete: unknown.length === 0,
    counts: countsOf(changes),
    changes,
    withheld: withheld.map(({ needs, ...about }) => ({ ...about, reason: reasons[needs] })),
    objections: await Promise.all(
      plan.objections.map(async ({ message, lifts = [] }) => ({
        message,
        ...(lifts.length > 0 && { flag: await inWords({ code: 'lift-limits', data: { lifts } }) }),
      })),
    ),
    unknown,
    ...(notCompared.length > 0 && { notCompared: notCompared.map((one) => ({ ...one })) }),
    ...(plan.warnings.length > 0 && {
      warnings: plan.warnings.map(({ message, file, place }) => ({ message, file, line: place?.line })),
    }),
    unmanaged,
    ...(plan.possibleRenames.length > 0 && {
      possibleRenames: plan.possibleRenames.map((one) => ({ ...one })),
    }),
  };
}

/** Returns whether the service differs from the file. Deletions that are withheld are differences as well. */
export function isDifferent({ changes, withheld }: Pick<PlanDocument, 'changes' | 'withheld'>): boolean {
  return changes.length + withheld.length > 0;
}

/** Puts the changes of a site together, and what is made in it into the order of the file. */
function bySite(differences: readonly Difference[]): readonly Difference[] {
  const sites = differences.filter(({ kind }) => factsOf(kind).section === 'sites');
  if (sites.length < 2) return differences;
  const start = differences.indexOf(sites[0] as Difference);
  const order = sites.toSorted((one, other) => {
    const [site = '', otherSite = ''] = [one.key[0], other.key[0]];
    if (site !== otherSite) return site < otherSite ? -1 : 1;
    const isOfOneList = one.kind === other.kind && one.action === 'create' && other.action === 'create';
    return isOfOneList ? placeInFile(one) - placeInFile(other) : 0;
  });
  return [...differences.slice(0, start), ...order, ...differences.slice(start + order.length)];
}

/** Returns a number that grows with the place of a thing in the lists of its site. */
function placeInFile({ declared }: Difference): number {
  const [outer = 0, inner = 0] = (declared?.path ?? []).filter((step) => typeof step === 'number');
  return outer * 1_000_000 + inner;
}

function aboutOf({ action, kind, name, id }: Difference): Omit<PlanChange, 'fields'> {
  return { action, kind, name, ...(id !== undefined && { id }) };
}

function changeOf(difference: Difference): PlanChange {
  const fields = difference.fields.map(({ field, before, after }) => ({
    field,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  }));
  return { ...aboutOf(difference), fields };
}

/** Copies plain data without the credentials in its addresses. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentialsIn(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSecrets(field)]));
}

function countsOf(changes: readonly PlanChange[]): Record<PlanAction, number> {
  const counts = Object.fromEntries(planActions.map((action) => [action, 0])) as Record<PlanAction, number>;
  for (const { action } of changes) counts[action]++;
  return counts;
}

/** Returns a digest of plain data. The order of keys does not matter, nor that of the fields of a change. */
function digestOf(content: { readonly changes: readonly PlanChange[] } & Readonly<Record<string, unknown>>) {
  const changes = content.changes.map(({ fields, ...change }) => ({
    ...change,
    fields: fields.toSorted((one, other) => (one.field < other.field ? -1 : 1)),
  }));
  const text = JSON.stringify({ ...content, changes }, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
