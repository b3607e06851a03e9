import type { Change } from '../domain/change.ts';
import { teamLabel } from '../domain/memberships/membership.ts';
import { firstOf, type People, personEntry } from '../domain/people.ts';
import { isHigher, mergedMemberships, type SharedPlace, type TeamMerge } from '../domain/team-merge.ts';
import { counted } from '../text/plural.ts';
import type { Session } from '../work/run/session.ts';
import { showEffects } from '../work/show-effects.ts';
import { changeLine } from '../work/show-plan.ts';

/** Prints a merge on stderr: what opens and what is lost, then each change. No line is left out. */
export async function showMerge(
  { out }: Session,
  merge: TeamMerge,
  changes: readonly Change[],
  people: People,
): Promise<void> {
  const { from, into, places, providers } = merge;
  const memberships = mergedMemberships(merge);
  const [fromLabel, intoLabel] = [from, into].map(({ title, id }) => teamLabel(title, id));
  await showEffects(out, {
    opens: opensOf(merge, people),
    loses: [
      `${fromLabel} ends, with its id: what names the team by it, such as a program, no longer finds it`,
    ],
  });
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
    await out.note(`  ${sign} ${placeName(place)} (${roles})`, tone);
  }
  for (const { label, id } of providers)
    await out.note(`  + new people of SAML provider ${JSON.stringify(label)} (${id}) join it`, 'good');
  await out.note(`${fromLabel}, deleted at the end`);
  for (const [user, role] of from.present) {
    const { text, tone } = changeLine({ user, from: role, to: null }, people.get(user));
    await out.note(text, tone);
  }
  for (const place of places.filter((one) => one.from !== null))
    await out.note(`  - ${placeName(place)} (${place.from})`, 'bad');
  await out.note(`plan: ${counted(changes.length, 'request')}; an undo makes the team again, with a new id`);
}

/** Says who gets what by the merge: people who join, members who are there, new owners, people who sign in first. */
function opensOf(merge: TeamMerge, people: People): string[] {
  const { from, into, places, providers } = merge;
  const label = teamLabel(into.title, into.id);
  const memberships = mergedMemberships(merge);
  const joining = memberships.filter((one) => one.from === null);
  const owning = memberships.filter(({ to }) => to === 'owner');
  const others = [...into.present.keys()].filter((user) => !from.present.has(user));
  const gained = places
    .filter((one) => isHigher(one.into, one.from))
    .map((one) => gain(one, one.into, one.from));
  const given = places
    .filter((one) => isHigher(one.from, one.into))
    .map((one) => gain(one, one.from, one.into));
  const roles = (all: readonly string[]) => (all.length > 0 ? `, with ${firstOf(all, all.length)}` : '');
  const join = joining.length === 1 ? '1 person joins' : `${joining.length} people join`;
  return [
    ...(joining.length > 0 ? [`${join} ${label}${roles(gained)}`] : []),
    ...(others.length > 0 && given.length > 0
      ? [
          `${counted(others.length, 'member')} of ${label} ${others.length === 1 ? 'gets' : 'get'} ${firstOf(given, given.length)}`,
        ]
      : []),
    ...(owning.length > 0
      ? [
          `new owners of ${label}: ${firstOf(
            owning.map(({ user }) => personEntry(user, people.get(user))),
            owning.length,
          )}`,
        ]
      : []),
    ...providers.map(
      (one) => `new people of SAML provider ${JSON.stringify(one.label)} (${one.id}) join ${label}`,
    ),
  ];
}

/** `edit (before read) on space "Handbook" (space_handbook)` */
function gain(place: SharedPlace, role: string | null, before: string | null): string {
  return `${role}${before === null ? '' : ` (before ${before})`} on ${placeName(place)}`;
}

function placeName({ kind, title, id }: SharedPlace): string {
  return `${kind} ${JSON.stringify(title)} (${id})`;
}
