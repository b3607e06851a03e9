import { createHash } from 'node:crypto';
import type { Change, FieldDifference } from '../domain/change.ts';
import { type Grade, isHeld } from '../domain/reach/grades.ts';
import type { Action, Tie } from '../model/effects/facts.ts';
import { tieValue } from '../model/effects/nouns.ts';
import type { AddressChange } from '../model/structure/addresses.ts';
import { isObject } from '../text/fields.ts';
import { differenceLines } from './change-words.ts';
import type { OpenBetween } from './journal/journal-schema.ts';
import type { ShownSpace } from './reach/places.ts';

/** The format of a plan as JSON, and its version. */
export const planFormat = 'docs-admin-plan/1';

/** All actions, in the order in which plans show and count them. */
export const planActions = [
  'create',
  'update',
  'rename',
  'move',
  'grant',
  'revoke',
  'delete',
] as const satisfies readonly Action[];

/** One change of a {@link PlanDocument}. */
export interface PlanChange<Kind extends string = string> {
  readonly action: Action;
  /** The kind of the thing: `team-member`. */
  readonly kind: Kind;
  readonly name: string;
  /** Absent for a thing to be made; the id of the tied thing for a tie, such as a membership. */
  readonly id?: string;
  /**
   * The fields that change, by their names in the API; all that are known of a thing that ends. Null is no value, and for a role or
   * a level the one of a guest. Other things are named, because a plan may make them.
   */
  readonly fields: readonly FieldDifference[];
}

/** Something that changes take away, as JSON shows it. */
export interface PlanLoss {
  /** The kind of the thing: `team-member`. */
  readonly kind: string;
  /** What it is called; of several alike, the names. */
  readonly name: string;
  /** The id of the thing, or of what a tie ties; null for one that is not made yet, and for several. */
  readonly id: string | null;
  /** How many changes are alike. */
  readonly count: number;
  /** All of it in words: `site Docs: deleted`. */
  readonly text: string;
}

/** What people can reach, or with which rights, that they could not before; as JSON shows it. */
export interface PlanOpening extends PlanLoss {
  readonly grade: Grade;
  /** The value before, by the name that the API has for it; null for none. */
  readonly before: unknown;
  readonly after: unknown;
  /** What is in a site or a section that opens, as far as it was read. */
  readonly spaces?: readonly ShownSpace[];
}

/** What changes open and take away, the strongest first: the blocks that every text of changes begins with. */
export interface Blocks {
  readonly opens: readonly PlanOpening[];
  readonly loses: readonly PlanLoss[];
}

/** The blocks of changes, and what is open only until a later one of them. */
export interface JudgedBlocks extends Blocks {
  readonly between: readonly OpenBetween[];
}

/** What changes do to people, before anything else about them: the keys that JSON of changes always has. */
export type PlanEffects = Pick<PlanDocument, 'opens' | 'loses' | 'addresses'>;

/** A plan as JSON shows it, and as a stored plan holds it. */
export interface PlanDocument<Kind extends string = string> extends Blocks {
  readonly format: typeof planFormat;
  readonly organization: string;
  /** Equal for equal changes, whatever the order of keys. */
  readonly digest: string;
  readonly complete: boolean;
  readonly counts: Readonly<Record<Action, number>>;
  /** The public addresses that become others; `to` is null for one that ends, or whose new one only the service knows. */
  readonly addresses: readonly AddressChange[];
  readonly changes: readonly PlanChange<Kind>[];
  readonly withheld: readonly (Omit<PlanChange<Kind>, 'fields'> & {
    /** Absent for a deletion. */
    readonly fields?: PlanChange['fields'];
    readonly reason: string;
  })[];
  readonly objections: readonly {
    readonly message: string;
    /** The flags that allow it; absent if nothing allows it. */
    readonly flag?: string;
  }[];
  readonly unknown: readonly {
    /** The kind and the name of the thing whose part is not known; the organization for a list of it. */
    readonly kind: string;
    readonly name: string;
    readonly part: string;
    readonly reason: string;
  }[];
  /** Values of the file that the service does not show; absent if there are none. */
  readonly notCompared?: readonly { readonly kind: Kind; readonly name: string; readonly field: string }[];
  /** What the plan leaves out, patterns that mean nothing, and keys of the file without an effect; absent if there is nothing. */
  readonly warnings?: readonly {
    readonly message: string;
    readonly file: string;
    readonly line?: number | undefined;
  }[];
  readonly unmanaged: Readonly<Partial<Record<Kind, number>>>;
  /** Things to be made that may be others under a new name; absent if there are none. */
  readonly possibleRenames?: readonly { readonly kind: Kind; readonly from: string; readonly to: string }[];
}

export function actionCounts(changes: readonly PlanChange[]): Record<Action, number> {
  const counts = Object.fromEntries(planActions.map((action) => [action, 0])) as Record<Action, number>;
  for (const { action } of changes) counts[action]++;
  return counts;
}

/** Returns what a plan opens that needs a review: the same changes may open more once others have changed something. */
function heldOpenings({ opens }: Pick<Blocks, 'opens'>): readonly PlanOpening[] {
  return opens.filter(({ grade }) => isHeld(grade));
}

/** Says what is different between what two plans open, as far as it needs a review. */
export function openingDifferences(earlier: Pick<Blocks, 'opens'>, now: Pick<Blocks, 'opens'>): string[] {
  return differenceLines(heldOpenings(earlier), heldOpenings(now), {
    text: ({ text }) => text,
    key: openingKey,
    changed: () => [],
    being: ' opens',
  });
}

/** Returns whether a plan opens something that needs a review, and that the earlier one did not. */
export function opensMore(earlier: Pick<Blocks, 'opens'>, now: Pick<Blocks, 'opens'>): boolean {
  const known = new Set(heldOpenings(earlier).map(openingKey));
  return heldOpenings(now).some((one) => !known.has(openingKey(one)));
}

function openingKey({ grade, kind, id, name, before, after, spaces }: PlanOpening): string {
  return JSON.stringify([grade, kind, id ?? name, before, after, spaces]);
}

/**
 * Returns the digest of what a plan would do. The order of keys does not matter, nor that of the fields of a change, nor the
 * words of reasons.
 */
export function digestOf({
  organization,
  changes,
  withheld,
  unknown,
  opens,
}: Pick<PlanDocument, 'organization' | 'changes' | 'withheld' | 'unknown' | 'opens'>): string {
  const held = heldOpenings({ opens }).map(openingKey).sort();
  const content = {
    organization,
    changes: changes.map(({ fields, ...change }) => ({
      ...change,
      fields: fields.toSorted((one, other) => (one.field < other.field ? -1 : 1)),
    })),
    withheld: withheld.map(({ reason: _, ...one }) => one),
    unknown,
    ...(held.length > 0 && { opens: held }),
  };
  const text = JSON.stringify(content, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Returns the changes of ties that change together, each by itself. `nameOf` returns the name of one by its id. */
export function plannedTies(
  tie: Tie & { readonly kind: string },
  { before, after }: Pick<Change, 'before' | 'after'>,
  nameOf: (id: string) => string,
): (PlanChange & { readonly id: string })[] {
  return Object.keys(after ?? {}).map((id) => {
    const [was, is] = [before?.[id] ?? null, after?.[id] ?? null];
    const values = [tieValue(tie, was), tieValue(tie, is)] as const;
    return plannedTie(tie, nameOf(id), id, values, tieAction(tie, was, is));
  });
}

/** Returns the change of one tie: a membership, the role of a team on a place, a value of a space. */
export function plannedTie(
  { kind, field }: { readonly kind: string; readonly field: string },
  name: string,
  id: string,
  [before, after]: readonly [before: unknown, after: unknown],
  action = tieAction({ field }, before, after),
): PlanChange & { readonly id: string } {
  return { action, kind, name, id, fields: [{ field, before, after }] };
}

/** Returns what a change of a tie is called. A space has a value of every field. */
export function tieAction({ field }: Pick<Tie, 'field'>, before: unknown, after: unknown): Action {
  if (field === 'value') return 'update';
  return after == null ? 'revoke' : before == null ? 'grant' : 'update';
}
