import { createHash } from 'node:crypto';
import type { Difference, PlanAction } from './compare.ts';
import { type OrganizationPlan, type PlanChange, planFormat } from './plan.ts';

const actions: readonly PlanAction[] = ['create', 'update', 'rename', 'move', 'grant', 'revoke', 'delete'];

/** Returns a plan as JSON shows it. */
export function planDocument(plan: OrganizationPlan) {
  const { organization, differences, withheld, objections, unknown, unmanaged } = plan;
  const changes = differences.map(changeOf);
  const counts = Object.fromEntries(
    actions.map((action) => [action, changes.filter((change) => change.action === action).length]),
  );
  const content = {
    organization,
    complete: unknown.length === 0,
    counts,
    changes,
    withheld: withheld.map(({ difference: { action, kind, name, id }, needs }) => ({
      action,
      kind,
      name,
      ...(id !== undefined && { id }),
      reason: needs,
    })),
    objections: objections.map(({ message }) => ({ message })),
    unknown: unknown.map(({ kind, name, part, reason: { status, message } }) => ({
      kind,
      name,
      part,
      reason: status === undefined ? message : String(status),
    })),
    unmanaged,
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { format: planFormat, digest: `sha256:${digest}`, ...content };
}

function changeOf({ action, kind, name, id, fields }: Difference): PlanChange {
  return { action, kind, name, ...(id !== undefined && { id }), fields };
}
