import { paramNames } from '../api/client/request.ts';
import { personName } from '../domain/people.ts';
import { labelFor } from '../model/resource.ts';
import type { View } from '../output/view.ts';
import { titledId } from '../text/called.ts';
import { isObject } from '../text/fields.ts';
import { answerView } from '../views/requests.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import { endedBy } from '../work/guards/requests.ts';
import { endedTitle } from '../work/guards/things.ts';
import type { BulkFlags } from '../work/run/execute.ts';
import { firstOf } from '../work/run/read-each.ts';
import type { Results } from '../work/run/results.ts';
import type { Session } from '../work/run/session.ts';
import { runRows } from './carry-out.ts';
import { guardRows } from './guard-rows.ts';
import type { Lines, RowOutput } from './lines.ts';
import { createInputCheck } from './row-inputs.ts';
import { type CheckedRow, checkRows, type EarlierRows } from './rows.ts';

/** Runs the command of `words` for each of `ids`, and prints `limit` items at most. `earlier` is the run to resume. */
export async function runForIds(
  session: Session,
  lines: Lines,
  words: readonly string[],
  ids: readonly string[],
  flags: BulkFlags & { readonly undo?: boolean; readonly limit?: number | undefined } = {},
  earlier?: EarlierRows,
): Promise<void> {
  if (ids.length === 0) return session.out.note('no ids: nothing to do');
  const inputCheck = createInputCheck(session, earlier?.inputs);
  const rules = { stdin: 'shared', inputCheck, takesMissing: true } as const;
  const commands = ids.map((id) => ({ name: id, words: [...words, '--', id] }));
  const rows = await checkRows(session, lines.createRunner(rules), commands);
  const guarded = await guardRows(session, rows, rows, flags, earlier?.run);
  const printed = new Map<number, RowOutput>();
  await runRows(
    session,
    {
      ...{ rows, lines, rules, guarded, earlier, words },
      source: { from: 'ids', ids },
      ...(flags.undo === false && { facts: { noUndo: true } }),
      command: rows[0]?.preflight.command ?? '',
      onPrinted: (index, one) => void printed.set(index, one),
      what: '',
      listsErrors: true,
      print(results) {
        const all = inTurn(session, rows, results, printed, guarded.known);
        // The limit of a list is one of all lists together.
        return show(session, rows, firstOf(all, flags.limit), results);
      },
    },
    flags,
  );
}

/** Prints what the single commands would have printed, in the order of the ids. */
async function show(
  session: Session,
  rows: readonly CheckedRow[],
  shown: AsyncGenerator<RowOutput['items']>,
  results: Results,
): Promise<void> {
  // The format depends on what was printed.
  const first = await shown.next();
  const printsEmpty = rows[0]?.preflight.op.result !== undefined && results.count('done') > 0;
  if (first.done && !session.out.showsOutcomes && !printsEmpty) return;
  const pages = (async function* () {
    if (first.done) return;
    yield first.value.map(({ value }) => value);
    for await (const items of shown) yield items.map(({ value }) => value);
  })();
  const view = first.done ? answerView : (first.value[0]?.view ?? answerView);
  const samples = [...(view.samples ?? []), ...rows.map((row) => sampleOf(row, view))];
  await session.out.list(pages, { ...view, samples });
}

async function* inTurn(
  session: Session,
  rows: readonly CheckedRow[],
  results: Results,
  printed: Map<number, RowOutput>,
  known: GuardReads,
): AsyncGenerator<RowOutput['items']> {
  for (const [index, row] of rows.entries()) {
    await results.wait(index);
    const output = printed.get(index);
    printed.delete(index);
    if (!output) continue;
    const one = withTitle(row, output, known);
    if (one.items.length > 0) yield withParent(row, one.items);
    else for (const message of one.messages) await session.out.done(message);
  }
}

/** The parent of a row's things: `{ "kind": "team", "id": "team_docs" }`. */
interface Parent {
  readonly kind: string;
  readonly id: string;
}

/**
 * Returns what the command of a row has printed. Items of a list get a field and a first column `of` with their parent,
 * because several lists are shown as one.
 */
function withParent({ preflight }: CheckedRow, items: RowOutput['items']): RowOutput['items'] {
  const parent = parentOf(preflight);
  if (!parent) return items;
  const column = { field: 'of.id', label: parent.kind.toUpperCase(), as: 'id' as const };
  return items.map(({ value, view }) => ({
    value: isObject(value) ? Object.assign({ of: parent }, value, { of: parent }) : value,
    view: { ...view, columns: [column, ...view.columns] },
  }));
}

/** Returns the id that a table will show for a row. */
function sampleOf({ preflight }: CheckedRow, { id }: View): object {
  const parent = parentOf(preflight);
  return parent ? { of: parent } : { [id]: preflight.id };
}

function parentOf({ op, input }: CheckedRow['preflight']): Parent | undefined {
  const param = op.item && paramNames(op.path).at(-1);
  // Things of the organization as a whole need no parent.
  const id = param && param !== 'org' && input.params?.[param];
  return id ? { kind: param === 'user' ? 'member' : param, id } : undefined;
}

/** Returns what a row that ended something has printed, with the title that the guards have read. */
function withTitle({ preflight }: CheckedRow, { items, messages }: RowOutput, known: GuardReads): RowOutput {
  const [ended] = endedBy(preflight);
  const title = ended && endedTitle(known, ended);
  if (!ended || title === undefined) return { items, messages };
  const { resource, id } = ended;
  const label = labelFor(resource);
  const name = resource.email ? personName(id, { name: title }) : `${label} ${titledId(id, title)}`;
  return {
    items: items.map(({ value, view }) => ({ value: isObject(value) ? titled(value, title) : value, view })),
    messages: messages.map((text) => text.replace(`${label} ${id}`, () => name)),
  };
}

function titled(outcome: object, title: string): object {
  return Object.fromEntries(
    Object.entries(outcome).map(([how, what]) => [how, isObject(what) ? { ...what, title } : what]),
  );
}
