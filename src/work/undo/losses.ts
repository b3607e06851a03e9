import type { ChangingRequest } from '../../model/effects/facts.ts';
import type { State } from '../journal/journal.ts';
import { changedThings } from './changed-things.ts';
import { thingKey } from './recording.ts';
import { restore } from './restore.ts';

/**
 * Returns what stays lost when a request is undone that ends something, as far as it is known from the values before. Pure: it
 * can be said before the request is sent.
 */
export function lossesOf(request: ChangingRequest, before: readonly State[]): readonly string[] {
  const things = changedThings([{ ...request, before, isDone: true }], '');
  const ended = things.filter(({ after, before }) => after === null && before != null);
  const present = new Map(ended.map((thing) => [thingKey(thing), { value: null }]));
  return restore(ended, present).lost.map(({ reason }) => reason);
}
