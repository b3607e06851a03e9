import { moments } from './history.ts';
import type { Played } from './play.ts';
import type { Ran } from './stage.ts';

/** What histories have met, counted. */
export interface Statistics {
  add(history: readonly Played[]): void;
  /** Returns tables for people. */
  text(seconds: number): string;
}

/** Where a process died: in the work itself, by the moment, or in what came after it. */
function placeOf({ role, died }: Ran): string | undefined {
  if (died === undefined) return undefined;
  if (role === 'line') return died;
  return role === 'resume' ? 'in a resume' : 'in an undo';
}

export function createStatistics(): Statistics {
  let histories = 0;
  let lines = 0;
  const deaths = new Map<string, number>();
  const troubles = new Map<string, number>();
  const commands = new Map<string, number>();
  const ends = new Map<string, number>();
  const count = (table: Map<string, number>, key: string) => table.set(key, (table.get(key) ?? 0) + 1);
  for (const place of [...moments, 'in an undo', 'in a resume']) deaths.set(place, 0);

  return {
    add(history) {
      histories += 1;
      for (const { act, ran, met } of history) {
        for (const { command } of act.lines) count(commands, command);
        for (const { what } of met) count(troubles, what);
        for (const one of ran) {
          lines += 1;
          const place = placeOf(one);
          if (place !== undefined) count(deaths, place);
          count(ends, one.code === undefined ? 'died' : `exit ${one.code}`);
          if (one.role !== 'line') count(commands, `runs ${one.words[1]}`);
        }
      }
    },
    text: (seconds) =>
      [
        `${histories} histories, ${lines} lines; ${(histories / seconds).toFixed(1)} histories a second`,
        table('Where processes died', deaths),
        table('What went wrong', troubles),
        table('Commands', commands),
        table('Ends', ends),
      ].join('\n\n'),
  };
}

/** Returns a table with the numbers and their parts of the whole. */
function table(title: string, counts: ReadonlyMap<string, number>): string {
  const sum = Math.max(
    1,
    [...counts.values()].reduce((total, count) => total + count, 0),
  );
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  const lines = rows.map(
    ([name, count]) =>
      `  ${String(count).padStart(7)}  ${((100 * count) / sum).toFixed(1).padStart(5)} %  ${name}`,
  );
  return [title, ...lines].join('\n');
}
