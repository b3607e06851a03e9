import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { type Violation, violations } from './checks.ts';
import { anyFileHistory, anyHistory, described, type History } from './history.ts';
import { isKnown } from './known.ts';
import { type Played, play } from './play.ts';
import { Dead } from './process.ts';
import { createStatistics } from './statistics.ts';

const help = `Usage: npm run simulate -- [flags]

Plays histories: command lines of the tool on a simulated machine, with the sandbox as the service, while things go wrong.
The histories of the corpus come first.

  --seed S      the seed of the first history (default: 1)
  --runs N      number of histories (default: 1000)
  --seconds N   end after this time, however many histories were played
  --path P      play only the history of a failure: its path, with its seed
  --first       end with the first failure, without looking for a shorter one
  --files       only histories with an organization file
  --digest      print a digest of all requests, exit codes, outputs and files
  --keep NAME   store the shortest history of a failure in the corpus
  --show        print what each command line of the last history has printed`;

const options = {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '1000' },
  seconds: { type: 'string' },
  path: { type: 'string' },
  first: { type: 'boolean', default: false },
  files: { type: 'boolean', default: false },
  digest: { type: 'boolean', default: false },
  keep: { type: 'string' },
  show: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The form of each value. A wrong one would play nothing, or always the same. */
const forms: Readonly<Record<string, RegExp>> = {
  ...{ seed: /^\d+$/, runs: /^[1-9]\d*$/, seconds: /^[1-9]\d*$/ },
  ...{ path: /^\d+(:\d+)*$/, keep: /^[\w-]+$/ },
};

/** Reads the flags. Throws an `Error` for people. */
function readFlags() {
  const { values } = parseArgs({ options });
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && !forms[name]?.test(value))
      throw new Error(`invalid --${name} "${value}"`);
  return values;
}

let flags: ReturnType<typeof readFlags>;
try {
  flags = readFlags();
} catch (error) {
  console.error(`error: ${(error as Error).message}\n\n${help}`);
  process.exit(2);
}

/** A history that has shown a fault. */
interface Kept {
  /** What it has shown. */
  readonly shows: string;
  /** Why it is expected to show it still; absent where it was fixed. */
  readonly expected?: string;
  readonly history: History;
}

const corpus = join(process.cwd(), 'test/simulate/corpus');
// What lines print must not depend on the folder of the project.
process.chdir('/');
/** Errors that nothing has waited for, but those of processes that have died. */
let unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => {
  if (!isOfDead(reason)) unhandled.push(reason);
});

function isOfDead(error: unknown): boolean {
  return error instanceof Dead || (error instanceof Error && isOfDead(error.cause));
}

const statistics = createStatistics();
const digest = createHash('sha256');
let last: readonly Played[] = [];

/** Plays a history. Returns what does not hold and is not known. */
async function found(history: History, { counts = true } = {}): Promise<Violation[]> {
  try {
    last = await play(history);
  } catch (error) {
    return [{ rule: 'a history ends', text: (error as Error).stack ?? '' }];
  }
  if (counts) statistics.add(last);
  if (flags.digest)
    for (const { ran, served, files } of last) digest.update(JSON.stringify([ran, served, [...files]]));
  const lost = unhandled.map((error) => ({
    rule: 'every error is handled',
    text: String((error as Error)?.stack),
  }));
  unhandled = [];
  return [...violations(last), ...lost];
}

const textOf = (list: readonly Violation[]) => list.map(({ rule, text }) => `${rule}:\n  ${text}`).join('\n');

async function playCorpus(): Promise<boolean> {
  let isWell = true;
  for (const name of readdirSync(corpus).sort()) {
    const { shows, expected, history }: Kept = JSON.parse(readFileSync(join(corpus, name), 'utf8'));
    const list = await found(history);
    const isThere = list.length > 0;
    if (isThere === (expected !== undefined)) continue;
    isWell = false;
    console.log(
      isThere ? `${name}: ${shows}\n${described(history)}\n${textOf(list)}` : `${name} holds now: ${shows}`,
    );
  }
  return isWell;
}

async function playSeed(): Promise<boolean> {
  const [seed, numRuns] = [Number(flags.seed), Number(flags.runs)];
  let hasFailed = false;
  const property = fc.asyncProperty(flags.files ? anyFileHistory : anyHistory, async (history) => {
    const list = (await found(history, { counts: !hasFailed })).filter((one) => !isKnown(one, last));
    hasFailed ||= list.length > 0;
    if (list.length > 0) throw new Error(textOf(list));
  });
  const result = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure: flags.first,
    ...(flags.path !== undefined && { path: flags.path, numRuns: 1, endOnFailure: true }),
    ...(flags.seconds !== undefined && { interruptAfterTimeLimit: Number(flags.seconds) * 1000 }),
  });
  if (!result.failed || !result.counterexample) return true;
  const [history] = result.counterexample;
  const list = await found(history, { counts: false });
  console.log(`seed ${result.seed}, path ${result.counterexamplePath}, after ${result.numRuns} histories\n`);
  console.log(`${described(history)}\n\n${textOf(list)}\n`);
  if (flags.keep !== undefined) {
    const kept: Kept = { shows: list[0]?.rule ?? '', history };
    writeFileSync(join(corpus, `${flags.keep}.json`), `${JSON.stringify(kept, null, 1)}\n`);
  }
  return false;
}

if (flags.help) {
  console.log(help);
} else {
  const begun = performance.now();
  const isCorpusWell = flags.path !== undefined || (await playCorpus());
  const isWell = (await playSeed()) && isCorpusWell;
  if (flags.show)
    for (const { ran, served, files } of last)
      console.log(
        ran,
        served.filter(({ method }) => method !== 'GET'),
        files,
      );
  console.log(statistics.text((performance.now() - begun) / 1000));
  if (flags.digest) console.log(`digest ${digest.digest('hex')}`);
  process.exitCode = isWell ? 0 : 1;
}
