import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageParts } from '../src/build/page-parts.js';
import { testsOfOtherSystems } from './support/by-system.ts';
import CoverageReporter from './support/coverage-reporter.ts';
import { nodeFlags } from './support/node-flags.ts';
import Sequencer from './support/sequencer.ts';
import { slowTests } from './support/test-times.ts';

// Far more than any test takes: a busy machine makes nothing fail.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Returns a folder for the files of tests, which wait much for a disk: in memory, where there is much, and programs may run. */
function fastFolder(): string {
  const inMemory = '/dev/shm';
  const least = 2 ** 31;
  if (!existsSync(inMemory) || / \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8')))
    return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < least) return tmpdir();
  const folder = mkdtempSync(`${inMemory}/docs-admin-tests-`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const others = testsOfOtherSystems(process.platform);

// The compiler of TypeScript is written in Go. A quarter of its CPU time goes away if it collects garbage less often.
const compiler = { GOGC: '400' };

// A worker loads each module once, for all of its files: that takes longer than most tests. What a test changes, it puts
// back (`onTestFinished`).
const shared = { isolate: false, execArgv: nodeFlags, env: { TMPDIR: fastFolder(), ...compiler } };

// Before vite resolves the paths itself.
const parts = { ...pageParts, enforce: 'pre' as const };

/** Tests of the package itself, and those that change what Node loads: an executable ignores `NODE_OPTIONS`. */
const ofPackage = [
  'executable',
  'faults/crashes',
  'library',
  'packaging',
  'published',
  'release',
  'start-up',
];
const leftOut = process.env.DOCS_ADMIN_TEST_EXECUTABLE ? [`test/e2e/{${ofPackage}}.test.ts`] : [];

/** What differs between systems and versions of Node: files, processes, networks, the database, and the installed tool. */
const differing = ['test/{disk,formats,output,sandbox,system,work}/**/*.test.ts'];

// The tests of the installed tool use shells and terminals of Unix.
const withoutUnix = process.platform === 'win32' ? ['**'] : [];

// `npm run test:quick` has the mode `quick`, `npm run test:coverage` the mode `coverage`,
// `npm run test:systems` the mode `systems`, `npm run test:timed` the mode `timed`.
export default defineConfig(({ mode }) => ({
  test: {
    // Two more than usual machines have cores: many tests wait for processes.
    maxWorkers: 4,
    sequence: { sequencer: Sequencer },
    reporters: [
      'default',
      ...(mode === 'coverage' ? [new CoverageReporter('coverage.txt')] : []),
      ...(mode === 'timed' ? ['./test/support/seconds-reporter.ts'] : []),
      './test/support/summary-reporter.ts',
    ],
    projects: [
      {
        plugins: [parts],
        test: {
          name: 'source',
          include: mode === 'systems' ? differing : ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...others, ...(mode === 'quick' ? slowTests() : [])],
          setupFiles: ['test/support/setup.ts', ...(mode === 'timed' ? ['test/support/cpu-seconds.ts'] : [])],
          ...(mode === 'coverage' ? { runner: './test/support/coverage-runner.ts' } : {}),
          ...shared,
          ...timeouts,
        },
      },
      {
        plugins: [parts],
        test: {
          name: 'installed',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...others, ...leftOut, ...(mode === 'systems' ? withoutUnix : [])],
          globalSetup: 'test/support/install.ts',
          ...shared,
          ...timeouts,
        },
      },
    ],
  },
}));
