import { Session } from 'node:inspector/promises';
import { runInThisContext } from 'node:vm';
import { transformSync } from 'rolldown/utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addCoverage, asRanges, type Coverage, linesRun, percentage } from '../support/coverage.ts';

const source = `interface Left { out: true }
/** A comment. */
function half(yes: boolean): string {
  if (yes) {
    return 'yes';
  }
  return 'no';
}

function never() {
  return half(
    false,
  );
}

half(true);
`;

/** Runs the source after some characters. Returns its lines that have code, and whether it has run. */
async function measured(before: string) {
  const { code, map } = transformSync('half.ts', source, { sourcemap: true });
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  const module = `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
  const { functions } = await coverageOf(`${before}${module}`);
  return linesRun(functions, module, before.length);
}

async function coverageOf(code: string) {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  const filename = `/half-${Math.random()}.js`;
  runInThisContext(code, { filename });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.find(({ url }) => url.includes(filename)) as (typeof result)[number];
}

describe('the lines that have run', () => {
  test.each(['', '/* before */ '])('are told by their numbers in the source, after %j', async (before) => {
    const lines = await measured(before);
    expect([...lines].filter(([, run]) => run).map(([line]) => line)).toEqual([3, 4, 5, 16]);
    expect([...lines].filter(([, run]) => !run).map(([line]) => line)).toEqual([7, 10, 11]);
  });

  test('are none without a source map', () => {
    expect(linesRun([], 'half(true);', 0).size).toBe(0);
  });

  test('have run if they have run in one worker', () => {
    const sum: Coverage = new Map();
    addCoverage(sum, 'a', [
      [1, true],
      [2, false],
    ]);
    addCoverage(sum, 'a', [
      [1, false],
      [3, false],
    ]);
    expect([...(sum.get('a') ?? [])]).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });
});

test('a share is 100 only of all lines', () => {
  expect([[], [true], [...Array(999).fill(true), false]].map(percentage)).toEqual([100, 100, 99]);
});

test('line numbers are told as ranges', () => {
  expect([[], [3], [9, 3, 8, 7]].map(asRanges)).toEqual(['', '3', '3, 7-9']);
});
