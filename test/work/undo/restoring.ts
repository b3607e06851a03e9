import { type Fields, type Ids, thingKey } from '../../../src/model/effects/facts.ts';
import type { ChangedThing } from '../../../src/work/undo/changed-things.ts';
import type { Present } from '../../../src/work/undo/present.ts';
import { restore } from '../../../src/work/undo/restore.ts';
import type { RestoreOptions } from '../../../src/work/undo/restore-plan.ts';

export const org = 'org_acme';
export const docs = { org, team: 'team_docs' };
export const guides = { collection: 'col_guides' };

export type More = Partial<Omit<ChangedThing, 'kind' | 'ids' | 'before' | 'after'>>;

export const thing = (
  kind: string,
  ids: Ids,
  [before, after]: readonly [Fields | null | undefined, Fields | null],
  more: More = {},
): ChangedThing => ({ kind, ids, before, after, isUnclear: false, ...more });

export type There = readonly [thing: Pick<ChangedThing, 'kind' | 'ids'>, present: Present];

/** Returns the requests of an undo, with what they require, and what does not come back. */
export function undo(
  things: readonly ChangedThing[],
  there: readonly There[] = [],
  options: RestoreOptions = {},
) {
  const present = new Map(there.map(([one, now]) => [thingKey(one), now]));
  const { changes, stays, lost, planned, contents } = restore(things, present, { org, ...options });
  const named = (all: typeof stays) => all.map(({ name, reason }) => `${name}: ${reason}`);
  return {
    requests: changes.map(({ operation, input: { params, body }, requires }) => ({
      operation,
      id: Object.values(params).at(-1),
      ...(body !== undefined && { body }),
      ...(requires.length > 0 && { requires }),
    })),
    stays: named(stays),
    lost: named(lost),
    planned: named(planned),
    contents,
    changes,
  };
}

export const nothing = { requests: [], stays: [], lost: [], planned: [] };
