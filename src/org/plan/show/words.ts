import { firstNames } from '../../../domain/people.ts';
import type { Action } from '../../../model/effects/facts.ts';
import type { ResourceKind } from '../../../model/resources.ts';
import { counted } from '../../../text/words.ts';
import { planActions } from '../../../work/plan-document.ts';
import { fieldWord } from '../../sections/fields.ts';
import { factsOf } from '../../sections/kinds.ts';
import { isDifferent, type OrganizationDocument } from '../document.ts';

export function kindNoun(kind: ResourceKind): string {
  const { noun, words } = factsOf(kind);
  return noun ?? words[0];
}

/** Returns one sentence with the numbers of all changes. */
export function countsSentence(document: OrganizationDocument): string {
  const { counts, withheld, complete } = document;
  if (!isDifferent(document)) return `${complete ? 'the service' : 'what can be read'} is as the file says`;
  const parts = planActions.flatMap((action) =>
    counts[action] > 0 ? [`${counts[action]} to ${action}`] : [],
  );
  const held = planActions.flatMap((action) => {
    const count = withheld.filter((one) => one.action === action).length;
    return count > 0 ? [counted(count, nounsOfActions[action])] : [];
  });
  return [...parts, ...(held.length > 0 ? [`${firstNames(held, held.length)} withheld`] : [])].join(', ');
}

const nounsOfActions: Readonly<Record<Action, string>> = {
  create: 'creation',
  update: 'update',
  rename: 'rename',
  move: 'move',
  grant: 'grant',
  revoke: 'revocation',
  delete: 'deletion',
};

/** Returns one sentence that counts what is there but not in the file; `undefined` if there is nothing. */
export function unmanagedSentence({ unmanaged }: OrganizationDocument): string | undefined {
  const counts = Object.entries(unmanaged) as [ResourceKind, number][];
  const parts = counts.map(([kind, count]) => `${count} ${factsOf(kind).words[count === 1 ? 0 : 1]}`);
  const isOne = counts.length === 1 && counts[0]?.[1] === 1;
  return parts.length === 0
    ? undefined
    : `${firstNames(parts, parts.length)} ${isOne ? 'is' : 'are'} not in the file`;
}

/** Returns what allows a plan that a guard holds back. */
export function liftText(flag: string | undefined): string {
  return flag === undefined ? 'nothing allows it' : `allowed with ${flag}`;
}

type UnknownPart = Pick<OrganizationDocument['unknown'][number], 'part' | 'kind' | 'name'>;

/** Names a part that cannot be read: `members of team Docs`. */
export function partText({ part, kind, name }: UnknownPart): string {
  const { listed, words } = factsOf(part as ResourceKind);
  const several = listed ?? words[1];
  return `${several} of ${kind === 'organization' ? name : `${factsOf(kind as ResourceKind).words[0]} ${name}`}`;
}

/** Returns what is not known, and why: `members of team Docs: 403`. */
export function unknownText(unknown: OrganizationDocument['unknown'][number]): string {
  return `${partText(unknown)}: ${unknown.reason}`;
}

export const notComparedHeading = 'not compared, because the service does not show it';

/** Names a value that the service does not show: `specification petstore: file`. */
export function notComparedText({
  kind,
  name,
  field,
}: NonNullable<OrganizationDocument['notCompared']>[number]): string {
  return `${kindNoun(kind)} ${name}: ${fieldWord(factsOf(kind).fields, field)}`;
}
