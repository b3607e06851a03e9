import { paramNames } from '../api/client/request.ts';
import type { View } from '../output/view.ts';
import { isObject } from '../text/fields.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import { endedBy } from '../work/guards/requests.ts';
import { endedTitle } from '../work/guards/things.ts';
import type { RowOutput } from './lines.ts';
import type { CheckedRow } from './rows.ts';

/** The parent of a row's things: `{ "kind": "team", "id": "team_docs" }`. */
interface Parent {
  readonly kind: string;
  readonly id: string;
}

/**
 * Returns what the command of a row has printed. Items of a list get a field and a first column `of` with their parent,
 * because several lists are shown as one.
 */
export function withParent({ preflight }: CheckedRow, items: RowOutput['items']): RowOutput['items'] {
  const parent = parentOf(preflight);
  if (!parent) return items;
  const column = { field: 'of.id', label: parent.kind.toUpperCase(), as: 'id' as const };
  return items.map(({ value, view }) => ({
    value: isObject(value) ? Object.assign({ of: parent }, value, { of: parent }) : value,
    view: { ...view, columns: [column, ...view.columns] },
  }));
}

/** Returns the id that a table will show for a row. */
export function sampleOf({ preflight }: CheckedRow, { id }: View): object {
  const parent = parentOf(preflight);
  return parent ? { of: parent } : { [id]: preflight.id };
}

function parentOf({ op, input }: CheckedRow['preflight']): Parent | undefined {
  const param = op.item && paramNames(op.path).at(-1);
  // Things of the organization as a whole need no parent.
  const id = param && param !== 'org' && input.params?.[param];
  return id ? { kind: param === 'user' ? 'member' : param, id } : undefined;
}

/** Returns the outcome of a row that ended something, with the title that the guards have read. */
export function withTitle(
  { preflight }: CheckedRow,
  items: RowOutput['items'],
  known: GuardReads,
): RowOutput['items'] {
  const [ended] = endedBy(preflight);
  const title = ended && endedTitle(known, ended);
  if (title === undefined) return items;
  return items.map(({ value, view }) => ({ value: isObject(value) ? titled(value, title) : value, view }));
}

function titled(outcome: object, title: string): object {
  return Object.fromEntries(
    Object.entries(outcome).map(([how, what]) => [how, isObject(what) ? { ...what, title } : what]),
  );
}
