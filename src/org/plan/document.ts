import type { Hint } from '../../errors.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { withoutCredentialsIn } from '../../text/addresses.ts';
import { mapParts } from '../../text/map-parts.ts';
import {
  actionCounts,
  digestOf,
  type PlanChange,
  type PlanDocument,
  planFormat,
} from '../../work/plan-document.ts';
import type { Difference } from '../difference.ts';
import { factsOf } from '../sections/kinds.ts';
import { inGroups } from './compare.ts';
import type { OrganizationPlan, UnknownPart } from './plan.ts';

/** The plan of an organization file as JSON shows it. */
export type OrganizationDocument = PlanDocument<ResourceKind>;

export type OrganizationChange = PlanChange<ResourceKind>;

/** Returns a part that cannot be read as JSON shows it. */
export function unknownOf({ kind, name, part, reason: { status, message } }: UnknownPart) {
  return { kind, name, part, reason: status === undefined ? message : String(status) };
}

/** Returns a plan as JSON shows it. `inWords` puts what a user can do into words, such as the flag for a deletion. */
export async function planDocument(
  plan: OrganizationPlan,
  inWords: (hint: Hint) => Promise<string>,
): Promise<OrganizationDocument> {
  const { organization, notCompared, unmanaged } = plan;
  const changes = bySite(inGroups([...plan.differences, ...plan.along])).map(changeOf);
  const unknown = plan.unknown.map(unknownOf);
  const reasons = {
    delete: await inWords({ code: 'allow-withheld', data: {} }),
    reading: 'what ends with it cannot be read',
  };
  const withheld = plan.withheld.map(({ difference, needs }) => {
    const { fields, ...about } = changeOf(difference);
    return { ...about, ...(difference.action !== 'delete' && { fields }), reason: reasons[needs] };
  });
  return {
    format: planFormat,
    organization,
    digest: digestOf({ organization, changes, withheld, unknown, opens: plan.opens }),
    complete: unknown.length === 0,
    counts: actionCounts(changes),
    opens: plan.opens,
    loses: plan.loses,
    addresses: plan.addresses.changes,
    changes,
    withheld,
    objections: await Promise.all(
      plan.objections.map(async ({ message, lifts = [] }) => ({
        message,
        ...(lifts.length > 0 && { flag: await inWords({ code: 'lift-limits', data: { lifts } }) }),
      })),
    ),
    unknown,
    ...(notCompared.length > 0 && { notCompared }),
    ...(plan.warnings.length > 0 && {
      warnings: plan.warnings.map(({ message, file, place }) => ({ message, file, line: place?.line })),
    }),
    unmanaged,
    ...(plan.possibleRenames.length > 0 && { possibleRenames: plan.possibleRenames }),
  };
}

/** Returns whether the service differs from the file. Deletions that are withheld are differences as well. */
export function isDifferent({
  changes,
  withheld,
}: Pick<OrganizationDocument, 'changes' | 'withheld'>): boolean {
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

function changeOf({ action, kind, name, id, fields: changed }: Difference): OrganizationChange {
  const fields = changed.map(({ field, before, after }) => ({
    field,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  }));
  return { action, kind, name, ...(id !== undefined && { id }), fields };
}

/** Copies plain data without the credentials in its addresses. */
function withoutSecrets(value: unknown): unknown {
  return typeof value === 'string' ? withoutCredentialsIn(value) : mapParts(value, withoutSecrets);
}
