import { asId, type IdOf } from '../../api/contract/ids.ts';
import { isDemotion } from '../../domain/memberships/membership.ts';
import { firstNames, personLine, personName } from '../../domain/people.ts';
import { valueAt } from '../../model/fields.ts';
import { labelFor } from '../../model/resource.ts';
import { counted } from '../../text/words.ts';
import type { GuardReads } from './guard-reads.ts';
import type { Judgement } from './judge-requests.ts';
import type { Ended } from './requests.ts';
import { byList, fromOf, knownThing, labelOf, thingName } from './things.ts';

/** Makes the question before one thing ends: it names the thing, and what is deleted with it. */
export function endingQuestion(ended: Ended, item: unknown, contents?: string): string {
  const { ending, op, resource } = ended;
  const teams = resource.kind === 'member' ? `${fromTeams(valueAt(item, 'teams'))}` : '';
  const question = `${ending.act} ${labelOf(ended, item, personLine)}${teams}?`;
  const consequence = contents ?? op.consequence;
  return consequence === undefined ? question : `${question} ${consequence}`;
}

function fromTeams(count: unknown): string {
  if (count === 0) return '';
  if (typeof count !== 'number') return ' and from all teams';
  return ` and from ${counted(count, 'team')}`;
}

/** Makes the parts of a question about several things: the first names, and the number of the others. */
export function endingPhrases(ended: readonly Ended[], known: GuardReads | undefined): string[] {
  return byList(ended).map((things) => {
    const [first] = things;
    const names = things.map((one) => {
      const { resource, id, params } = one;
      const person = resource.email && known?.members.get(params.org ?? '')?.get(asId<'user'>(id));
      return person ? personName(id, person) : thingName(resource, id, known && knownThing(known, one));
    });
    const { ending, resource } = first;
    if (things.length === 1) return `${ending.act} ${labelFor(resource)} ${names[0]}${fromOf(first)}`;
    return `${ending.act} ${things.length} ${resource.several}${fromOf(first)}: ${firstNames(names)}`;
  });
}

/**
 * Makes the parts of a question about the other losses of people: roles in the organization, roles and memberships in
 * teams.
 */
export function lossPhrases({ members, teams }: Judgement): string[] {
  const roles = members.flatMap(({ demotions, people }) =>
    demotions.map(({ user, from, to }) => ({
      who: personName(user, people?.get(user)),
      how: `from ${from ?? 'guest'} to ${to ?? 'guest'}`,
    })),
  );
  const lowered =
    roles.length === 1
      ? [`lower the role of ${roles[0]?.who} ${roles[0]?.how}`]
      : roles.length > 1
        ? [
            `lower the roles of ${roles.length} members: ${firstNames(roles.map(({ who, how }) => `${who} ${how}`))}`,
          ]
        : [];
  return [...lowered, ...teams.flatMap(teamPhrases)];
}

function teamPhrases({ label, changes, people }: Judgement['teams'][number]): string[] {
  const names = (users: readonly { user: IdOf<'user'> }[]) =>
    firstNames(users.map(({ user }) => personName(user, people.get(user))));
  const removed = changes.filter(({ from, to }) => from !== null && to === null);
  const demoted = changes.filter((change) => isDemotion(change) && change.to === 'member');
  const other = changes.filter((change) => isDemotion(change) && change.to !== 'member');
  return [
    ...(removed.length > 0 ? [`remove ${names(removed)} from ${label}`] : []),
    ...(demoted.length > 0 ? [`make ${names(demoted)} a member of ${label} and no longer an owner`] : []),
    ...(other.length > 0 ? [`let ${names(other)} no longer be an owner of ${label}`] : []),
  ];
}
