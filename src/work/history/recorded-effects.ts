import type { Client } from '../../api/client/client.ts';
import { ServiceError } from '../../api/client/errors.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { innermostId } from '../../model/effects/facts.ts';
import { createReader, type ServiceReader } from '../../model/read/reader.ts';
import { type JournalContent, stateOfTask } from '../journal/journal.ts';
import type { State } from '../journal/journal-schema.ts';
import type { Blocks, PlanEffects } from '../plan-document.ts';
import { blocksOf } from '../reach/blocks.ts';
import type { KnownName } from '../reach/names.ts';
import { isToBeMade, namedAs } from '../reach/steps.ts';
import { recordedRequests, statesIn } from '../undo/recorded-requests.ts';

/**
 * Returns what a run has opened and taken away: what its plan said, if all of it was done; else what follows from the values that its
 * requests have recorded; and the public addresses that it was going to change. Asks the service nothing: what the records do not have counts as the strictest, and is said to be unknown.
 */
export async function recordedEffects(content: JournalContent): Promise<PlanEffects> {
  const { addresses } = content;
  if (content.effects && isAllDone(content)) return { ...(content.effects as Blocks), addresses };
  const done = recordedRequests(content).filter(({ isDone }) => isDone);
  const requests = done.map(({ op, input, before = [] }) => ({ operation: op.id, input, states: before }));
  const following = done.flatMap(({ before = [] }, of) =>
    before.filter(({ follows }) => follows === 'ends').map((state) => endOf(state, of)),
  );
  const nameOf = recordedNames(statesIn(content));
  const reader = readingNothing(content);
  const { opens, loses } = await blocksOf(requests, reader, { nameOf, following, spaces: new Map() });
  return { opens, loses, addresses };
}

function isAllDone({ header: { work }, tasks }: JournalContent): boolean {
  if (work.kind !== 'changes') return false;
  return work.changes.every((_, place) => {
    const history = tasks.get(place);
    return history && ['done', 'unchanged'].includes(stateOfTask(history));
  });
}

/** Returns what becomes of a thing that has ended with another one. */
function endOf({ kind, ids, value = null, unknown }: State, of: number): Effect {
  const before = unknown === undefined ? value : { unknown };
  return { kind, ids, change: 'end', before, after: null, of, basis: 'assumed' };
}

/** Returns the names that records have of things; others are called by their ids. */
function recordedNames(states: readonly State[]): KnownName {
  const names = new Map(
    states.flatMap(({ kind, ids, name, value }) => {
      if (name === undefined || namedAs(kind) !== kind) return [];
      // A space of a site is called as the space is.
      const key = kind === 'site-space' ? `space ${value?.spaceId}` : `${kind} ${innermostId(ids)}`;
      return [[key, name] as const];
    }),
  );
  return (kind, id) => names.get(`${kind} ${id}`) ?? (isToBeMade(id) ? undefined : id);
}

/** Makes a reader for which the service answers nothing. */
function readingNothing({ header }: JournalContent): ServiceReader {
  const refuse = () => {
    throw new ServiceError('the record does not say it', {
      status: 403,
      request: { method: 'GET', url: header.baseUrl },
    });
  };
  const client: Client = {
    assertValid: () => [],
    call: async () => refuse(),
    // biome-ignore lint/correctness/useYield: there are no pages
    async *pages() {
      refuse();
    },
  };
  return createReader({ client, org: header.org ?? undefined });
}
