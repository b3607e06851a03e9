import { type Change, changedFields, isPart } from '../../domain/change.ts';
import { membershipsOf } from '../../domain/memberships/changes.ts';
import { allNames, type PersonFacts } from '../../domain/people.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { changedTies } from '../../model/effects/nouns.ts';
import { isOrder, restoringOf } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { titledId } from '../../text/called.ts';
import { groupBy } from '../../text/group-by.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';
import { contrastTexts, fieldInWords } from '../change-words.ts';
import type { JudgedBlocks, PlanEffects, PlanLoss } from '../plan-document.ts';
import { effectsOf } from '../plan-effects.ts';
import { keyOf } from '../reach/steps.ts';
import type { Session } from '../run/session.ts';
import { looksOfActions, naming, type PlanLine, showInLines } from '../show-effects.ts';
import { changeLine } from '../show-plan.ts';
import { type NotRestored, stayingText } from './not-restored.ts';
import type { Restored } from './restore.ts';

/** What is known of the people and things of a run, by their ids. */
interface Names {
  /** People and teams by their ids. */
  readonly people: ReadonlyMap<string, PersonFacts>;
  readonly titles: Titles;
}

type Titles = ReadonlyMap<string, string>;

/** Prints on stderr what undo opens and loses, what it does, and what stays as it is. */
export async function showRestored(
  session: Session,
  { changes, stays, lost, planned, people, titles }: Restored & Names,
  effects: PlanEffects,
): Promise<void> {
  const lines = changes.flatMap((change) => linesOf(change, { people, titles }));
  const values = planned.map(
    ({ name, reason }) =>
      `${name} gets the value that the run was planned on: when the run began, it could not be read: ${reason}`,
  );
  const staying = stays.map(async ({ name, reason, hint, isEmptied }) => {
    const why = hint ? `${reason}; ${await session.inWords(hint)}` : reason;
    return `${isEmptied ? `${name} stays, without what the run has put into it` : stayingText(name)}: ${why}`;
  });
  await showInLines(session, {
    effects,
    lines: () => lines,
    count: lines.length,
    warnings: [...shortened(values), ...shortened(await Promise.all(staying))],
    sum: `plan: ${counted(changes.length, 'request')}; ${stays.length} left alone, ${lost.length} lost`,
  });
}

/** Returns the lines for a change. Making a thing again is one line, however many requests it takes. */
function linesOf(change: Change, { people, titles }: Names): PlanLine[] {
  const nameOf = (id: string) => titles.get(id) ?? people.get(id)?.name;
  const { action, kind, name, before, after } = change;
  if (isPart(change)) return [];
  const { sign, tone } = looksOfActions[action];
  const isSingle = !isOrder(kind) && !changedTies.has(kind);
  const isNew = isSingle && restoringOf(kind).keepsId !== true;
  const again = isNew ? ' (made again: its id is new)' : ' (made again)';
  const line = { text: `${sign} ${action} ${name}${before === null ? again : ''}`, tone };
  if (after && isOrder(kind)) return [line, { text: `    ${movedIn(after, titles)}` }];
  if (kind === 'team-members')
    return [line, ...membershipsOf(change).map((one) => changeLine(one, people.get(one.user), '    '))];
  const fields = changedFields(change).map(({ field, before: old, after: now }) => ({
    // A field of a tie is the id of a team or a person, or the name of a custom field.
    field: isSingle ? fieldInWords(field) : titledId(field, people.get(field)?.name),
    before: named(field, old, nameOf),
    after: named(field, now, nameOf),
  }));
  return [line, ...fields.flatMap(contrastTexts).map((text) => ({ text: `    ${text}` }))];
}

function movedIn({ move, before, after }: Fields, titles: Titles): string {
  const nameIn = (id: unknown) =>
    typeof id === 'string' ? titledId(id, titles.get(id)) : 'what is made again';
  const place = after === undefined ? `before ${nameIn(before)}` : `after ${nameIn(after)}`;
  return `${nameIn(move)} ${place}`;
}

/** Returns a value with the name of what it is the id of; for no level or role of a person the word that flags have for it. */
function named(field: string, value: unknown, nameOf: (id: string) => string | undefined): unknown {
  if (value === null && ['role', 'defaultRole', 'defaultLevel'].includes(field)) return 'guest';
  return typeof value === 'string' ? titledId(value, nameOf(value)) : value;
}

/**
 * Returns what an undo opens and takes away, with names: first what cannot come back, and what others have put into what is
 * deleted. Reads only what `reader` has not read.
 */
export async function effectsOfUndo(
  reader: ServiceReader,
  undone: Pick<Restored, 'changes' | 'lost' | 'contents'> & Names,
): Promise<PlanEffects & Pick<JudgedBlocks, 'between'>> {
  const { changes, lost, contents } = undone;
  const filled = new Set(contents.map(({ of }) => of.id));
  const named = new Set(contents.flatMap(({ held }) => held.map(keyOf)));
  const effects = await effectsOf(changes, reader, { nameOf: naming(undone), named });
  return {
    ...effects,
    loses: [
      ...notBack(lost),
      ...contents.map(({ name, held, of: { kind, id } }) => ({
        ...{ kind, name, id, count: held.length },
        text: `${name} is deleted with what others have added: ${allNames(held.map((one) => one.name))}`,
      })),
      ...effects.loses.filter(({ id }) => id === null || !filled.has(id)),
    ],
  };
}

/** So many things that are lost for the same reason have an entry each. */
const mostApart = 3;

/** Returns what cannot come back; of more things, those that are alike are one entry. */
function notBack(lost: readonly NotRestored[]): PlanLoss[] {
  const groups = groupBy(lost, ({ of, reason }) => JSON.stringify([of?.kind, reason]));
  return [...groups.values()].flatMap((all) => (all.length > mostApart ? together(all) : all.map(alone)));
}

const text = (name: string, reason: string) => `cannot be restored: ${name}: ${reason}`;

function alone({ name, reason, of }: NotRestored): PlanLoss {
  return { kind: of?.kind ?? 'address', name, id: of?.id ?? null, count: 1, text: text(name, reason) };
}

function together(all: readonly [NotRestored, ...NotRestored[]]): PlanLoss {
  const [{ reason, of }] = all;
  const names = allNames(all.map((one) => one.name));
  const { kind } = of ?? { kind: 'address' };
  const several = of ? resourceNamed(kind).several : 'addresses';
  const what = `${all.length} ${several} (${names})`;
  return { kind, name: names, id: null, count: all.length, text: text(what, reason) };
}
