import type { Effect } from '../../model/effects/effects.ts';
import { resourceNamed } from '../../model/effects/kinds.ts';
import type { StateReader } from '../../model/effects/thing-reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { Session } from '../run/session.ts';

type ReadingPorts = Pick<Session, 'confirmReading' | 'readingTime' | 'progress' | 'system' | 'out'>;

/**
 * Asks whether undo shall be able to bring back what ends with a change, where that takes many requests, and reads it then with
 * `read`. Resolves with `undefined` if there is none, or it shall not be read. Throws as `Questions.confirmReading` does; an
 * interrupt says that nothing was sent.
 */
export async function readIfWanted(
  session: ReadingPorts,
  found: readonly Effect[],
  { states, atOnce }: { readonly states: StateReader; readonly atOnce: number },
  read: () => Promise<readonly Effect[]>,
): Promise<readonly Effect[] | undefined> {
  const byKind = new Map<string, number>();
  for (const { kind, before } of found)
    if (isUnknown(before) && before.requests) byKind.set(kind, before.requests);
  if (byKind.size === 0) return undefined;
  const total = [...byKind.values()].reduce((sum, requests) => sum + requests);
  const what = kindsInWords([...byKind.keys()]);
  const time = timeInWords(session.readingTime(total, atOnce));
  const asked = `to read which ${what} end with it takes ${total.toLocaleString('en')} requests${time}`;
  if (!(await session.confirmReading(asked))) return undefined;
  let done = 0;
  states.onRead(() => session.progress.update({ done: ++done, total }));
  session.progress.start('requests', { logged: true });
  try {
    return await read();
  } catch (error) {
    if (session.system.interrupt.aborted) await session.out.note('nothing was sent');
    throw error;
  } finally {
    session.progress.stop();
  }
}

/** Names things of some kinds: `roles and custom field values`. */
export function kindsInWords(kinds: readonly string[]): string {
  const words = kinds.map((kind) => resourceNamed(kind).several.replace(/ of .*/, ''));
  return [...new Set(words)].join(' and ');
}

function timeInWords(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `, about ${seconds} s` : `, about ${Math.round(seconds / 60)} min`;
}
