import type { Change } from '../domain/change.ts';
import type { People } from '../domain/people.ts';
import { isHigher, mergedMemberships, type TeamMerge } from '../domain/team-merge.ts';
import { titled } from '../text/called.ts';
import { counted } from '../text/plural.ts';
import type { PlanEffects } from '../work/plan-document.ts';
import { changeEffects } from '../work/plan-effects.ts';
import type { Report, Session } from '../work/run/session.ts';
import { showPlanEffects } from '../work/show-effects.ts';
import { changeLine } from '../work/show-plan.ts';

/** A merge with what is shown of it. */
interface ShownMerge {
  readonly merge: TeamMerge;
  readonly changes: readonly Change[];
  readonly people: People;
  readonly effects: PlanEffects;
}

/** Prints a merge on stderr: what opens and what is lost, then each change. No line is left out. */
export async function showMerge(
  out: Pick<Report, 'note'>,
  { merge, changes, people, effects }: ShownMerge,
): Promise<void> {
  const { from, into, places, providers } = merge;
  const memberships = mergedMemberships(merge);
  const [fromLabel, intoLabel] = [from, into].map(({ title, id }) => titled('team', title, id));
  await showPlanEffects(out, effects);
  await out.note(
    `${intoLabel}, ${into.present.size - memberships.filter((one) => one.from).length} unchanged`,
  );
  for (const one of memberships) {
    const { text, tone } = changeLine(one, people.get(one.user));
    await out.note(text, tone);
  }
  for (const place of places.filter((one) => isHigher(one.from, one.into))) {
    const [sign, tone, roles] =
      place.into === null
        ? (['+', 'good', place.from] as const)
        : (['~', 'attention', `${place.into} -> ${place.from}`] as const);
    await out.note(`  ${sign} ${titled(place.kind, place.title, place.id)} (${roles})`, tone);
  }
  for (const { label, id } of providers)
    await out.note(`  + new people of ${titled('SAML provider', label, id)} join it`, 'good');
  await out.note(`${fromLabel}, deleted at the end`);
  for (const [user, role] of from.present) {
    const { text, tone } = changeLine({ user, from: role, to: null }, people.get(user));
    await out.note(text, tone);
  }
  for (const place of places.filter((one) => one.from !== null))
    await out.note(`  - ${titled(place.kind, place.title, place.id)} (${place.from})`, 'bad');
  await out.note(`plan: ${counted(changes.length, 'request')}; an undo makes the team again, with a new id`);
}

/**
 * Returns what a merge opens and takes away. No one loses anything: everyone has the higher of both roles. Reads only what the session has not read.
 */
export async function mergeEffects(
  session: Session,
  merge: TeamMerge,
  changes: readonly Change[],
  people: People,
): Promise<PlanEffects> {
  const { from, into, places, providers } = merge;
  const titles = new Map([
    ...[from, into, ...places].map(({ id, title }): [string, string] => [id, title]),
    ...providers.map(({ id, label }): [string, string] => [id, label]),
  ]);
  const effects = await changeEffects(session, changes, { titles, people }, []);
  return {
    ...effects,
    loses: [
      {
        ...{ kind: 'team', name: from.title, id: from.id, count: 1 },
        text: `${titled('team', from.title, from.id)} ends, with its id: what names the team by it, such as a program, no longer finds it`,
      },
    ],
  };
}
