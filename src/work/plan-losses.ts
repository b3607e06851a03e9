import { firstNames } from '../domain/people.ts';
import { isLowerRole } from '../domain/roles.ts';
import { groupBy } from '../text/group-by.ts';
import type { PlanChange, PlanLoss } from './plan-document.ts';

/** The words for a kind of things: in front of a name, and for several. */
export type KindWords = (kind: string) => { readonly one: string; readonly several: string };

/** So many of those that are alike are named. */
const mostNamed = 3;

/**
 * Returns what changes take away: what ends, and roles and levels that become lower. What is alike is one entry. First come things
 * that end as a whole, then people, then roles and memberships, then what becomes lower.
 */
export function lossesIn(changes: readonly PlanChange[], words: KindWords): PlanLoss[] {
  const found = changes.flatMap((change) => lossIn(change) ?? []);
  const groups = [
    ...groupBy(found, ({ change, within, what }) => JSON.stringify([change.kind, within, what])).values(),
  ];
  return groups
    .map((all) => ({ rank: all[0].rank, loss: entryOf(all, words) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ loss }) => loss);
}

interface Found {
  readonly change: PlanChange;
  readonly rank: number;
  /** What becomes of it: `deleted`, `edit → none`. */
  readonly what: string;
  /** The name of the thing whose tie it is, if it is a tie. */
  readonly within: string | undefined;
  readonly own: string;
}

function lossIn(change: PlanChange): Found | undefined {
  const { action, kind, fields } = change;
  const role = fields.find(({ field }) => field === 'role' || field === 'defaultLevel');
  const value = fields.find(({ field }) => field === 'value');
  const parts = partsOf(change, (role ?? value) !== undefined && kind !== 'member');
  if (action === 'delete')
    return {
      change,
      rank: kind === 'member' ? 1 : 0,
      what: kind === 'member' ? 'removed' : 'deleted',
      ...parts,
    };
  if (action === 'revoke') return { change, rank: 2, what: `${textOf(role?.before)} → none`, ...parts };
  if (action === 'update' && value?.after === null) return { change, rank: 2, what: 'cleared', ...parts };
  if (action !== 'update' || !role || !isLower(kind, role)) return undefined;
  return { change, rank: 3, what: `${textOf(role.before)} → ${textOf(role.after)}`, ...parts };
}

function isLower(kind: string, { before, after }: PlanChange['fields'][number]): boolean {
  if (kind === 'team-member') return before === 'owner' && after !== 'owner';
  return isLowerRole(before as string | null, after as string | null);
}

/** Splits the name of a tie: `Docs: ada@acme.example` is a membership of Docs. */
function partsOf({ kind, name }: PlanChange, isTie: boolean): Pick<Found, 'within' | 'own'> {
  const at = isTie && kind !== 'collection' ? name.lastIndexOf(': ') : -1;
  return at < 0 ? { within: undefined, own: name } : { within: name.slice(0, at), own: name.slice(at + 2) };
}

function entryOf(all: readonly [Found, ...Found[]], words: KindWords): PlanLoss {
  const [{ change, what, within }] = all;
  const { kind } = change;
  const { one, several } = words(kind);
  const names = firstNames(
    all.map(({ own }) => own),
    mostNamed,
  );
  const count = all.length;
  if (count === 1) {
    const { name, id = null } = change;
    return { kind, name, id, count, text: `${one} ${name}: ${what}` };
  }
  const where = within === undefined ? '' : ` of ${within}`;
  return { kind, name: names, id: null, count, text: `${count} ${several}${where}: ${what} (${names})` };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'guest';
}
