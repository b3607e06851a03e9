import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** The test files that take long, with their CPU seconds. `npm run test:timed` writes it. */
export const listPath = 'test/support/seconds.json';
const entries = existsSync(listPath) ? JSON.parse(readFileSync(listPath, 'utf8')) : {};
export const listed: ReadonlyMap<string, number> = new Map(Object.entries<number>(entries));

/** Files that take less are not listed. */
export const leastListed = 0.25;

/** What a file is taken to need that is not listed, as a new one. */
const usual = 0.1;

/** How many CPU seconds `npm run test:quick` may take, without the start of vitest: below a minute on two cores. */
export const quickSeconds = 45;

/**
 * Where a fault costs the most: what is sent, sent again, guarded, planned, carried out and taken back. Of these files
 * the quick tests have those that take up to five times as long as of the others.
 */
export const riskiest: readonly string[] = [
  ...['api', 'work', 'model', 'domain', 'org'].map((folder) => `test/${folder}/`),
  ...['batch', 'bulk', 'guard', 'membership', 'offboard', 'sync'],
  ...['org-apply', 'org-plan', 'org-resume', 'org-undo', 'resume', 'run', 'undo'],
].map((place) => (place.endsWith('/') ? place : `test/commands/${place}`));

/** Returns the paths of all test files of the source. */
export function testFiles(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('e2e'))
    .map((file) => join('test', file.replaceAll('\\', '/')))
    .sort();
}

/** Returns what a test file takes, in CPU seconds. */
export function secondsOf(path: string): number {
  return listed.get(path) ?? usual;
}

/** Returns the test files that `npm run test:quick` leaves out: those that take longest, for what is at risk. */
export function slowTests(): string[] {
  const isRisky = (path: string) => riskiest.some((place) => path.startsWith(place));
  const cost = (path: string) => secondsOf(path) / (isRisky(path) ? 5 : 1);
  let left = quickSeconds;
  return testFiles()
    .sort((one, other) => cost(one) - cost(other))
    .filter((path) => {
      left -= secondsOf(path);
      return left < 0;
    });
}
