import type { LossGroup } from '../../domain/losses/mass.ts';
import { isDemotion } from '../../domain/memberships/diff.ts';
import { isLowerRole, roleOrNull } from '../../domain/roles.ts';
import type { Thing } from '../thing.ts';
import type { Difference } from './compare.ts';
import { groupBy } from './group-by.ts';
import { type FileKind, factsOf, nameOf, pathTo, placeText } from './kinds.ts';

/** Something that a plan takes away, or whose role or level it makes lower. */
export interface Loss {
  readonly kind: FileKind;
  readonly name: string;
  readonly how: 'end' | 'lower';
  /** The thing as the service has it. */
  readonly thing: Thing;
  /** The deletion of a thing around it, if that takes it away. */
  readonly with?: Difference;
}

/** Returns what the differences take away, with everything in the deleted things that is among `present`. */
export function lossesOf(differences: readonly Difference[], present: readonly Thing[]): Loss[] {
  const own = differences.flatMap((difference): Loss[] => {
    const { kind, name, present: thing } = difference;
    if (!thing) return [];
    if (isEnding(difference)) return [{ kind, name, how: 'end', thing }];
    return isLowering(difference) ? [{ kind, name, how: 'lower', thing }] : [];
  });
  return [...own, ...lostWithin(differences, present)];
}

/** Returns the things inside deleted ones for which there is no difference of their own. */
function lostWithin(differences: readonly Difference[], present: readonly Thing[]): Loss[] {
  const deleted = new Map(
    differences.flatMap((one) =>
      one.action === 'delete' && one.present ? [[placeText(one.present), one]] : [],
    ),
  );
  if (deleted.size === 0) return [];
  const handled = new Set(differences.map((one) => one.present));
  return present.flatMap((thing): Loss[] => {
    if (handled.has(thing)) return [];
    const around = pathTo(thing).find((place) => deleted.has(placeText(place)));
    if (!around) return [];
    const kind = thing.kind as FileKind;
    return [
      { kind, name: nameOf(thing), how: 'end', thing, with: deleted.get(placeText(around)) as Difference },
    ];
  });
}

/** Returns whether a difference ends a thing. */
export function isEnding({ action, declared }: Difference): boolean {
  return action === 'delete' || action === 'revoke' || (action === 'update' && !declared);
}

/** Returns whether a difference gives somebody a lower role, or everybody a lower level. */
function isLowering({ action, kind, fields }: Difference): boolean {
  if (action !== 'update') return false;
  return fields.some(({ field, before, after }) => {
    if (kind === 'team-member')
      return field === 'role' && isDemotion({ from: text(before), to: text(after) });
    const isRole = field === 'default-level' || (field === 'role' && kind !== 'saml');
    return isRole && isLowerRole(text(before), text(after));
  });
}

/** Returns a role; `null` for none. */
function text(role: unknown): string | null {
  return roleOrNull(role as string) ?? null;
}

export interface Totals {
  readonly organization: string;
  /** The number of things of a kind that were read. */
  readonly total: (kind: FileKind) => number;
  /** Memberships that end with deleted teams whose members were not read. */
  readonly unread: number;
}

/** Groups losses by kind, for the limits. */
export function lossGroups(losses: readonly Loss[], { organization, total, unread }: Totals): LossGroup[] {
  const kinds = new Map<string, readonly Loss[]>(groupBy(losses, ({ kind }) => kind));
  if (unread > 0 && !kinds.has('team-member')) kinds.set('team-member', []);
  return ([...kinds] as [FileKind, readonly Loss[]][]).map(([kind, own]): LossGroup => {
    const [word, words] = factsOf(kind).words;
    const names = [...new Set(own.map(({ name }) => name))];
    const more = kind === 'team-member' ? unread : 0;
    return {
      act: actOf(kind, own, more),
      word,
      words,
      where: ` of ${organization}`,
      lost: names.length + more,
      names,
      total: total(kind) + more,
    };
  });
}

const endings: Readonly<Partial<Record<FileKind, string>>> = {
  member: 'remove',
  'team-member': 'end',
  'collection-team': 'end',
  'space-team': 'end',
  'space-field': 'clear',
};

function actOf(kind: FileKind, losses: readonly Loss[], unread: number): string {
  const ends = unread > 0 || losses.some(({ how }) => how === 'end');
  const lowers = losses.some(({ how }) => how === 'lower');
  return [...(ends ? [endings[kind] ?? 'delete'] : []), ...(lowers ? ['lower'] : [])].join(' or ');
}
