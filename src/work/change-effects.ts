import { asId } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { personEntry } from '../domain/people.ts';
import type { Resource } from '../model/resource.ts';
import { isResourceKind, resourceCalled } from '../model/resources.ts';
import type { Opening } from './opening/opening.ts';
import type { PlanChange, PlanDocument, PlanLoss } from './plan-document.ts';
import { type PlanNames, plannedChanges } from './plan-file.ts';
import { lossesIn } from './plan-losses.ts';
import { sessionReader } from './run/readers.ts';
import type { Session } from './run/session.ts';

/** Returns what changes open and take away, with names. Reads what the session has not read yet. */
export async function changeEffects(
  session: Session,
  changes: readonly Change[],
  names: PlanNames,
): Promise<Pick<PlanDocument, 'opens' | 'loses'>> {
  return {
    opens: await opensOf(session, changes, names),
    loses: await losesOf(plannedChanges(changes, names), names),
  };
}

async function opensOf(
  session: Session,
  changes: readonly Change[],
  { titles, people }: PlanNames,
): Promise<readonly Opening[]> {
  const { isOneChange, openingsOf } = await import('./opening/openings.ts');
  // Nothing is read for one change that is agreed to.
  if (!session.asksFirst() && (await isOneChange(changes))) return [];
  const nameOf = (kind: string, id: string) => {
    const person = kind === 'member' ? people.get(asId<'user'>(id)) : undefined;
    return person ? personEntry(id, person) : titles.get(id);
  };
  return openingsOf(changes, sessionReader(session), { nameOf });
}

/** Returns what planned changes take away, in the words of the model. */
export async function losesOf(
  planned: readonly PlanChange[],
  { people }: Pick<PlanNames, 'people'>,
): Promise<readonly PlanLoss[]> {
  const things = planned
    .filter(({ kind }) => isResourceKind(kind))
    .map((one) => {
      const { kind, id = '' } = one;
      return kind === 'member' ? { ...one, name: people.get(asId<'user'>(id))?.email ?? id } : one;
    });
  const kinds = [...new Set(things.map(({ kind }) => kind))];
  const words = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await resourceCalled(kind)] as const)),
  );
  return lossesIn(things, (kind) => words.get(kind) as Resource);
}
