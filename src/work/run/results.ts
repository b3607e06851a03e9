import { type Hint, Unfinished } from '../../errors.ts';
import type { Run } from './run.ts';
import { type Stop, stopOf, type WorkResult } from './supervise.ts';

/** Results that come in any order, and are read in the order of the work. */
export interface Results {
  add(index: number, result: WorkResult): void;
  get(index: number): WorkResult | undefined;
  wait(index: number): Promise<void>;
  finish(result: WorkResult): void;
  readonly total: number;
  count(state: WorkResult['state']): number;
  /** Returns how many outcomes are unknown, and stay so in a resumed run. */
  countLasting(): number;
}

export function createResults(total: number): Results {
  const results: (WorkResult | undefined)[] = new Array(total);
  const waiting = new Map<number, () => void>();
  function add(index: number, result: WorkResult): void {
    results[index] = result;
    waiting.get(index)?.();
    waiting.delete(index);
  }
  return {
    add,
    get: (index) => results[index],
    wait: (index) =>
      results[index] ? Promise.resolve() : new Promise((resolve) => waiting.set(index, resolve)),
    finish(result) {
      for (let index = 0; index < total; index++) if (!results[index]) add(index, result);
    },
    total,
    count: (state) => results.filter((result) => result?.state === state).length,
    countLasting: () => results.filter((result) => result?.isLasting).length,
  };
}

const pageSize = 500;

/**
 * Yields pages of rows in order, each as soon as the work of all its rows has ended; `undefined` is a row without work.
 */
export async function* inOrder<Row, Shown>(
  rows: Iterable<Row>,
  workOf: (row: Row) => number | undefined,
  results: Results,
  show: (row: Row, result: WorkResult | undefined) => Shown,
): AsyncGenerator<Shown[]> {
  let page: Shown[] = [];
  for (const row of rows) {
    const work = workOf(row);
    if (page.length > 0 && (page.length === pageSize || (work !== undefined && !results.get(work)))) {
      yield page;
      page = [];
    }
    if (work !== undefined) await results.wait(work);
    page.push(show(row, work === undefined ? undefined : results.get(work)));
  }
  if (page.length > 0) yield page;
}

/**
 * Returns the error for unfinished work, which says how to continue; `undefined` if everything is done. `isOutOfDate` says
 * that work failed only because another user has changed something.
 */
export function unfinished(
  results: Results,
  stop: Stop | undefined,
  run: Run | undefined,
  what: string,
  details?: readonly string[],
  isOutOfDate = false,
): Unfinished | undefined {
  const { count, total } = results;
  const [failed, unknown, untried] = [count('failed'), count('unknown'), count('not-attempted')];
  if (failed + unknown + untried === 0) return undefined;
  const parts = [
    `${count('done')} of ${total}${what} done`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} with unknown outcome`,
    untried > 0 && `${untried} not attempted`,
  ].filter(Boolean);
  const usual = unknown > 0 ? 'outcome-unknown' : isOutOfDate ? 'out-of-date' : 'rows-failed';
  const { kind, exitCode, message } = stop ?? stopOf(usual, '');
  return new Unfinished([message, parts.join(', ')].filter(Boolean).join('; '), {
    kind,
    exitCode,
    hint: run && goingOn(run, failed + untried === 0 && results.countLasting() === unknown),
    ...(details && { details }),
  });
}

/** Returns how to go on with a run; resuming it does not help if all that is left stays unknown. */
function goingOn({ id, isResumable }: Run, staysUnknown: boolean): Hint {
  if (staysUnknown) return { code: 'check-outcomes', data: { run: id } };
  return { code: isResumable ? 'resume-run' : 'run-again', data: { run: id } };
}

/** Returns what went wrong, each behind the name of its work. */
export function errorsOf(work: readonly { readonly name: string }[], { get }: Results): string[] {
  return work.flatMap(({ name }, index) => {
    const error = get(index)?.error;
    return error === undefined ? [] : [`${name}: ${error}`];
  });
}
