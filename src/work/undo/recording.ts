import type { Redactor } from '../../api/redact/redact.ts';
import type { ChangingRequest, Fields } from '../../model/effects/facts.ts';
import { madeIds, partOfOperation, resourceNamed } from '../../model/effects/kinds.ts';
import { restoringOf, touchesBack } from '../../model/effects/restoring.ts';
import { fieldsOf } from '../../model/effects/thing-source.ts';
import { canonical } from '../../text/canonical.ts';
import { isObject } from '../../text/fields.ts';
import { withShortTexts } from '../../text/shortened.ts';
import type { State } from '../journal/journal-schema.ts';
import type { Recording } from '../journal/journaled-client.ts';
import { answeredId } from '../journal/outcomes.ts';
import type { ReadingFlags, RecordingPorts } from './states-before.ts';
import { byThing, valueLeft, withoutSecrets } from './values.ts';

export interface Recorded extends ChangingRequest {
  /** Whether an earlier process has recorded the values before together with a request. */
  readonly isRead: boolean;
  /** The values before, if an earlier process has recorded them before its first request. */
  readonly before?: readonly State[] | undefined;
}

/** The values before requests, by their index; `undefined` for a request that only makes something. */
type ValuesRead = readonly (readonly State[] | undefined)[];

/**
 * Reads the values that requests change, unless `undo` is false. Resolves with a function that returns the recording
 * for each index; `undefined` in `requests` stands for a command whose request is not known yet. If there is an `onRead`, it
 * gets the values before, by the index of their request, and records them before anything is sent.
 */
export async function recorder(
  session: RecordingPorts,
  requests: readonly (Recorded | undefined)[],
  {
    undo,
    onRead,
    ...flags
  }: ReadingFlags & { readonly undo: boolean; readonly onRead?: (values: ValuesRead) => void },
): Promise<(place: number) => Recording> {
  const { redactor } = session;
  const unread = requests.map((one) => (one?.isRead || one?.before ? undefined : one));
  /** Nothing is loaded to read what is only made. */
  const readBefore = async (wanted: readonly (ChangingRequest | undefined)[], more: ReadingFlags) => {
    if (!undo || !wanted.some((one) => one && hasValuesBefore(one))) return [];
    return (await import('./states-before.ts')).readStatesBefore(session, wanted, more);
  };
  const read = await readBefore(unread, { ...flags, asks: true });
  onRead?.(read);
  return (place) => {
    const known = requests[place];
    let before = known?.isRead ? undefined : (known?.before ?? read[place]);
    return {
      async intent(op, input) {
        const { body } = input;
        // If the first request of a command only reads, its change becomes known only now.
        const isLate = undo && requests[place]?.op.id !== op.id;
        if (isLate) [before] = await readBefore([{ op, input }], {});
        const sent = body === undefined ? undefined : withShortTexts(redactor.redactValue(body, op.body));
        const isNew = before !== undefined && (isLate || !onRead);
        return { ...(sent !== undefined && { sent }), ...(isNew && { before }) };
      },
      left: async (op, input, answer) =>
        undo ? statesLeft({ op, input }, answer, before, redactor) : undefined,
    };
  };
}

/** Returns whether there may be values before a request: it does not only make something. */
export function hasValuesBefore(request: ChangingRequest): boolean {
  return touchesBack(request).some(({ change }) => change !== 'make');
}

/** Returns the values that a request leaves, from its answer; `before` has the values before. */
export async function statesLeft(
  request: ChangingRequest,
  answer: unknown,
  before: readonly State[] | undefined,
  redactor: Redactor,
): Promise<readonly State[] | undefined> {
  const { op } = request;
  const touched = touchesBack(request, before);
  if (touched.length === 0) return undefined;
  const id = answeredId(answer);
  const earlier = byThing(before ?? []);
  const shownKind = op.result && isObject(answer) ? partOfOperation(op.id)?.resource.kind : undefined;
  const left = touched.flatMap((touch, place): (State & { readonly value: Fields | null })[] => {
    const { kind, change, sets = {} } = touch;
    // What is made in it is a part of what is made.
    if (change === 'place' && !touch.sets) return [];
    if (change === 'make' && place > 0) return [];
    if (change === 'end') return [{ kind, ids: touch.ids, value: null }];
    const { tie, holds } = restoringOf(kind);
    const resource = resourceNamed(kind);
    const shown = place === 0 && kind === shownKind && !tie ? fieldsOf(resource, answer) : {};
    const values =
      change === 'make' && place === 0 && kind === shownKind
        ? { ...withoutDefault(shown), ...holds?.(answer) }
        : { ...valueLeft(touch, id, earlier), ...only(shown, sets) };
    const ids = madeIds(touch, id);
    return [{ kind, ids, value: withoutSecrets(values, redactor) }];
  });
  return Promise.all(
    left.map(async (state) => ({ ...state, value: state.value && (await withoutLongValues(state.value)) })),
  );
}

/** Whether it is the default is no value of a thing that is made: another one can become that. */
function withoutDefault({ default: _, ...fields }: Fields): Fields {
  return fields;
}

function only(fields: Fields, names: Fields): Fields {
  const own = Object.entries(fields).filter(([name]) => name in names);
  return Object.fromEntries(own.map(([name, value]) => [name, value ?? null]));
}

/** Longer values are recorded by their hashes. */
const longest = 300;

/** Replaces long values by their hashes. What makes them is loaded where there is one. */
async function withoutLongValues(value: Fields): Promise<Fields> {
  const isLong = (field: unknown) => canonical(field).length > longest;
  if (!Object.values(value).some(isLong)) return value;
  const { hashOf } = await import('./drift.ts');
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isLong(field) ? { $sha256: hashOf(field) } : field]),
  );
}
