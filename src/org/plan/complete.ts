import { Unfinished } from '../../errors.ts';
import { shortened } from '../../text/shortened.ts';
import type { Session } from '../../work/run/session.ts';
import { problemLine } from '../file/problems.ts';
import type { OrganizationPlan } from './plan.ts';
import { partText } from './show/words.ts';

/** Throws `Unfinished` if the plan lacks parts of the organization that cannot be read. */
export function assertComplete({ unknown }: Pick<OrganizationPlan, 'unknown'>): void {
  if (unknown.length === 0) return;
  throw new Unfinished('the plan is incomplete: not everything can be read', {
    kind: 'incomplete',
    details: shortened(unknown.map((one) => `${partText(one)}: ${one.reason.message}`)),
  });
}

export async function warnOf({ out }: Pick<Session, 'out'>, { warnings }: OrganizationPlan): Promise<void> {
  for (const line of shortened(warnings.map(problemLine))) await out.warn(line);
}
