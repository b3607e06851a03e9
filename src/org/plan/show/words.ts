import { firstOf } from '../../../domain/people.ts';
import type { Action } from '../../../model/effects/facts.ts';
import { counted } from '../../../text/plural.ts';
import { planActions } from '../../../work/plan-document.ts';
import { isDifferent, type OrganizationDocument } from '../document.ts';
import { type FileKind, factsOf } from '../kinds.ts';

/** Short nouns for things whose name begins with the thing that holds them: `member Docs: kim@acme.example`. */
const nouns: Readonly<Partial<Record<FileKind, string>>> = {
  'team-member': 'member',
  'collection-team': 'access',
  'space-team': 'access',
  'space-field': 'field',
  'adaptive-schema': 'adaptive schema of',
  'section-group': 'group',
  'site-space': 'space',
  translation: 'translation',
};

/** Returns the noun for a thing in front of its name. */
export function nounOf(kind: FileKind): string {
  return nouns[kind] ?? factsOf(kind).words[0];
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
  return [...parts, ...(held.length > 0 ? [`${firstOf(held, held.length)} withheld`] : [])].join(', ');
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
  const counts = Object.entries(unmanaged) as [FileKind, number][];
  const parts = counts.map(([kind, count]) => `${count} ${factsOf(kind).words[count === 1 ? 0 : 1]}`);
  const isOne = counts.length === 1 && counts[0]?.[1] === 1;
  return parts.length === 0
    ? undefined
    : `${firstOf(parts, parts.length)} ${isOne ? 'is' : 'are'} not in the file`;
}

/** Returns what allows a plan that a guard holds back. */
export function liftText(flag: string | undefined): string {
  return flag === undefined ? 'nothing allows it' : `allowed with ${flag}`;
}

/** What is in a list, where other words than those of the kind stand before the thing that holds it. */
const partWords: Readonly<Partial<Record<string, string>>> = {
  'team-member': 'members',
  'collection-team': 'roles of teams',
  'space-team': 'roles of teams',
  'adaptive-schema': 'adaptive schema',
};

type UnknownPart = Pick<OrganizationDocument['unknown'][number], 'part' | 'kind' | 'name'>;

/** Names a part that cannot be read: `members of team Docs`. */
export function partText({ part, kind, name }: UnknownPart): string {
  const several = partWords[part] ?? factsOf(part as FileKind).words[1];
  return `${several} of ${kind === 'organization' ? name : `${factsOf(kind as FileKind).words[0]} ${name}`}`;
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
  return `${nounOf(kind)} ${name}: ${field}`;
}
