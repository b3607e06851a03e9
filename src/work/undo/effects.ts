import type { Change } from '../../domain/change.ts';
import type { PersonFacts } from '../../domain/people.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { groupBy } from '../../text/group-by.ts';
import type { JudgedBlocks, PlanEffects, PlanLoss } from '../plan-document.ts';
import { effectsOf } from '../plan-effects.ts';
import { naming } from '../show-effects.ts';
import type { NotRestored } from './not-restored.ts';
import type { Restored } from './restore.ts';

interface Undone extends Pick<Restored, 'changes' | 'lost' | 'contents'> {
  readonly people: ReadonlyMap<string, PersonFacts>;
  /** What things are called, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

/**
 * Returns what an undo opens and takes away, with names: first what cannot come back, and what others have put into what is
 * deleted. Reads only what `reader` has not read.
 */
export async function effectsOfUndo(
  reader: ServiceReader,
  undone: Undone,
): Promise<PlanEffects & Pick<JudgedBlocks, 'between'>> {
  const { changes, lost, contents, titles } = undone;
  const filled = new Set(contents.map(({ of }) => of.id));
  const requests = changes.map(named(titles));
  const effects = await effectsOf(requests, reader, { nameOf: naming(undone), following: [] });
  return {
    ...effects,
    loses: [
      ...notBack(lost),
      ...contents.map(({ name, held, of: { kind, id } }) => ({
        ...{ kind, name, id, count: held.length },
        text: `${name} is deleted with what others have added: ${held.map((one) => one.name).join(', ')}`,
      })),
      ...effects.loses.filter(({ id }) => id === null || !filled.has(id)),
    ],
  };
}

/** Calls the thing of a change by its title. */
const named =
  (titles: ReadonlyMap<string, string>) =>
  (change: Change): Change => {
    const { ref, before, after, name } = change;
    const title = titles.get(String(Object.values(ref).at(-1))) ?? before?.title ?? after?.title;
    return { ...change, name: typeof title === 'string' ? title : name };
  };

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
  const names = all.map((one) => one.name).join(', ');
  const { kind } = of ?? { kind: 'address' };
  const several = of ? resourceNamed(kind).several : 'addresses';
  const what = `${all.length} ${several} (${names})`;
  return { kind, name: names, id: null, count: all.length, text: text(what, reason) };
}
