import type { SandboxCopy, System } from '../ports.ts';
import type { JournalLines } from './journals.ts';
import { type RehearsedOutput, rehearsedSystem } from './rehearsed-system.ts';
import { type BadDay, counting, failing, killing, type RequestCounts } from './wire.ts';

/** How a rehearsed line runs. */
export interface Rehearsing {
  readonly system: System;
  /** The address and the profile that the line finds. */
  readonly baseUrl: string;
  readonly profile: string;
  /** Returns all of standard input, also a second time. */
  readonly stdin: () => Promise<string>;
  /** Runs a command line on a system, and resolves with its exit code. */
  readonly runLine: (words: readonly string[], system: System) => Promise<number>;
  /** Returns the words of a line that resumes the run of a journal. */
  readonly resume: (journal: string) => readonly string[];
}

type Copy = Pick<SandboxCopy, 'transport' | 'token' | 'organization'>;

export interface RehearsedEnd extends RehearsedOutput {
  readonly exitCode: number;
  readonly requests: RequestCounts;
  /** How often it was resumed, or started again because it has no journal. */
  readonly resumed: number;
  readonly startedAgain: number;
}

/** The largest number of times that a change is resumed on a bad day. */
const mostResumed = 100;

/** The exit codes of work that can be resumed: unreachable, rate limited, rows failed, outcome unknown. */
const resumable = [7, 8, 9, 10];

/** Carries out a line in a copy. On a bad day, it is resumed until it has ended or gets no further. */
export async function attemptLine(
  rehearsing: Rehearsing,
  copy: Copy,
  words: readonly string[],
  badDay: BadDay = {},
): Promise<RehearsedEnd> {
  const journals: JournalLines = new Map();
  const requests = { read: 0, written: 0 };
  const { killAfter, ...faults } = badDay;
  const run = (line: readonly string[], kills?: number) =>
    attempt(rehearsing, copy, { line, journals, requests, faults, kills });

  let end = await run(words, killAfter);
  let [resumed, startedAgain] = [0, 0];
  const isBad = Object.values(badDay).some((value) => value !== undefined);
  while (isBad && resumed + startedAgain < mostResumed) {
    const [journal] = journals.keys();
    if (end.exitCode !== 'killed' && (!resumable.includes(end.exitCode) || journal === undefined)) break;
    const before = journal && journals.get(journal)?.length;
    const wasKilled = end.exitCode === 'killed';
    end = await run(journal === undefined ? words : rehearsing.resume(journal));
    if (journal === undefined) startedAgain += 1;
    else resumed += 1;
    // Nothing new in the journal: it gets no further.
    if (!wasKilled && journal !== undefined && journals.get(journal)?.length === before) break;
  }
  const exitCode = end.exitCode === 'killed' ? 1 : end.exitCode;
  const stderr = exitCode === 0 ? end.stderr : await withoutRuns(end.stderr, journals);
  return { ...end, exitCode, stderr, requests, resumed, startedAgain };
}

/** Returns messages with what has failed in place of hints at runs: these exist in the copy only, and are gone with it. */
async function withoutRuns(stderr: string, journals: JournalLines): Promise<string> {
  const { readJournal } = await import('../work/journal/read-journal.ts');
  const contents = [...journals.values()].flatMap((lines) => readJournal(lines) ?? []);
  const ids = [...journals.keys(), ...contents.map(({ header }) => header.id)];
  const failed = contents
    .flatMap(({ tasks }) => [...tasks.values()])
    .flatMap(({ end }) => (end?.error === undefined ? [] : `${end.name}: ${end.error}\n`));
  const kept = errorLines(stderr)
    .split('\n')
    .filter((line) => !line.startsWith('hint: ') || !ids.some((id) => line.includes(id)));
  return `${kept.join('\n')}${failed.join('')}`;
}

interface Attempt {
  readonly line: readonly string[];
  readonly journals: JournalLines;
  readonly requests: RequestCounts;
  readonly faults: BadDay;
  /** The number of changes after which the process is killed. */
  readonly kills: number | undefined;
}

/** Runs one process. A killed one gets no answer any more, and can no longer write to the journals. */
async function attempt(
  { system, baseUrl, profile, stdin, runLine }: Rehearsing,
  { transport, token, organization }: Copy,
  { line, journals, requests, faults, kills }: Attempt,
): Promise<RehearsedOutput & { readonly exitCode: number | 'killed' }> {
  const printed: RehearsedOutput = { stdout: '', stderr: '' };
  let kill = () => {};
  const killed = new Promise<'killed'>((resolve) => {
    kill = () => resolve('killed');
  });
  const counted = counting(transport, requests);
  const wired = failing(counted, faults, system.clock.random);
  const own =
    kills === undefined ? journals : new Map([...journals].map(([path, lines]) => [path, [...lines]]));
  const ports = {
    ...{ baseUrl, profile, token, organization, stdin },
    transport: kills === undefined ? wired : killing(wired, kills, kill),
    journals: own,
  };
  const exitCode = await Promise.race([runLine(line, rehearsedSystem(system, ports, printed)), killed]);
  for (const [path, lines] of own) journals.set(path, own === journals ? lines : [...lines]);
  return { ...printed, exitCode };
}

/** Returns the messages of a line that prints JSON as a person sees them. */
function errorLines(stderr: string): string {
  const line = (text: string) => {
    if (!text.startsWith('{"error":')) return [text];
    const { message, details, hint } = JSON.parse(text).error as ErrorOfLine;
    const more = (details ?? []).map((detail) => `  ${detail}`);
    return [`error: ${message}`, ...more, ...(hint === undefined ? [] : [`hint: ${hint}`])];
  };
  return stderr.split('\n').flatMap(line).join('\n');
}

interface ErrorOfLine {
  readonly message: string;
  readonly details?: readonly string[];
  readonly hint?: string;
}
