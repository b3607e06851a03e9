import { expect, test } from 'vitest';
import { updateMember } from '../../../src/api/contract/operations/members.ts';
import { describeError } from '../../../src/cli/report/report.ts';
import { Interrupted, LocalStateError, Unfinished, UsageError } from '../../../src/errors.ts';
import { createLastMoment } from '../../../src/work/guards/last-moment.ts';
import type { RunWork } from '../../../src/work/journal/journal-schema.ts';
import { journaledClient } from '../../../src/work/journal/journaled-client.ts';
import { readJournal } from '../../../src/work/journal/read-journal.ts';
import { executeRun, type Job } from '../../../src/work/run/execute.ts';
import { inOrder, type Results } from '../../../src/work/run/results.ts';
import { type Run, reopenRun, startRun } from '../../../src/work/run/run.ts';
import type { Work, WorkResult } from '../../../src/work/run/supervise.ts';
import { loadedWith } from '../../support/imports.ts';
import { type TestRunPorts, testRunPorts } from '../../support/run-ports.ts';

const work: RunWork = {
  kind: 'rows',
  template: [],
  isRedacted: false,
  surroundings: {},
  source: { from: 'ids', ids: ['user_pat', 'user_nobody', 'user_gil'] },
  total: 3,
};
const newRun = { command: 'roles', work, path: undefined };

function start(ports: TestRunPorts): Promise<Run> {
  return startRun(ports, newRun);
}

/** Gives people a role in the organization, one request each. */
function roles(run: Run, users: readonly string[], role = 'read'): Work[] {
  const lastMoment = createLastMoment([]);
  return users.map((user, task) => ({
    name: user,
    keys: [user],
    async run(client, pause) {
      const params = { org: 'org_acme', user };
      const own = journaledClient(client, run, { index: task, pause, lastMoment, isFollowed: () => false });
      const { id } = await own.call(updateMember, { params, body: { role } });
      return id;
    },
  }));
}

/** A job whose results are kept in `shown`, in the order of the work. */
function job(run: Run, pieces: readonly Work[], shown: (WorkResult | undefined)[] = []): Job {
  return {
    run,
    work: pieces,
    what: ' people',
    async print(results: Results) {
      const pages = inOrder(
        pieces.keys(),
        (index) => index,
        results,
        (_, result) => result,
      );
      for await (const page of pages) shown.push(...page);
    },
  };
}

test('work is carried out on ports, and its journal says so', async () => {
  const ports = testRunPorts();
  const run = await start(ports);
  const shown: (WorkResult | undefined)[] = [];
  await executeRun(ports, job(run, roles(run, ['user_pat', 'user_gil']), shown), {});
  expect(shown).toEqual([
    { state: 'done', exitCode: 0, id: 'user_pat' },
    { state: 'done', exitCode: 0, id: 'user_gil' },
  ]);
  expect(ports.requests).toEqual([
    'PATCH /v1/orgs/org_acme/members/user_pat',
    'PATCH /v1/orgs/org_acme/members/user_gil',
  ]);
  const lines = ports.journals.get(run.journal) ?? [];
  const { header, end, tasks } = readJournal(lines) ?? {};
  expect(header).toMatchObject({ command: 'roles', org: 'org_acme', profile: 'test' });
  expect(end).toMatchObject({ exitCode: 0 });
  expect([...(tasks?.values() ?? [])].map((task) => task.end?.state)).toEqual(['done', 'done']);
  expect(lines.join('\n')).not.toContain('token-of-the-test');
  expect(ports.counts.at(-1)).toEqual({ done: 2, failed: 0, total: 2 });
});

test('what fails is named at the end, what requires it is left out, and the rest is done', async () => {
  const ports = testRunPorts();
  const run = await start(ports);
  const [pat, nobody, gil] = roles(run, ['user_pat', 'user_nobody', 'user_gil']) as [Work, Work, Work];
  const pieces = [pat, nobody, { ...gil, requires: [nobody] }];
  const shown: (WorkResult | undefined)[] = [];
  const ended = executeRun(ports, { ...job(run, pieces, shown), listsErrors: true }, {});
  const error = await ended.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unfinished);
  expect(error).toMatchObject({
    exitCode: 9,
    message: '1 of 3 people done, 2 failed',
    hint: { code: 'resume-run', data: { run: run.id } },
    details: [
      expect.stringContaining('user_nobody: '),
      'user_gil: an earlier change that it needs has failed: user_nobody',
    ],
  });
  expect(shown.map((result) => result?.state)).toEqual(['done', 'failed', 'failed']);
  expect(ports.requests).not.toContain('PATCH /v1/orgs/org_acme/members/user_gil');
  expect(readJournal(ports.journals.get(run.journal) ?? [])?.end).toMatchObject({ exitCode: 9 });
});

test('a run that is opened again does what is left, and nothing twice', async () => {
  const ports = testRunPorts();
  const first = await start(ports);
  const failing = executeRun(ports, job(first, roles(first, ['user_pat', 'user_nobody', 'user_gil'])), {});
  await expect(failing).rejects.toBeInstanceOf(Unfinished);
  const { run } = await reopenRun(ports, first.id);
  const sent = ports.requests.length;
  const shown: (WorkResult | undefined)[] = [];
  await executeRun(ports, job(run, roles(run, ['user_pat', 'user_hana', 'user_gil']), shown), {});
  expect(ports.requests.slice(sent)).toEqual(['PATCH /v1/orgs/org_acme/members/user_hana']);
  expect(shown.map((result) => result?.id)).toEqual(['user_pat', 'user_hana', 'user_gil']);
});

test('an interrupt ends the work: what has not begun is not attempted', async () => {
  const ports = testRunPorts();
  const run = await start(ports);
  const [pat, ...others] = roles(run, ['user_pat', 'user_hana', 'user_gil']) as [Work, ...Work[]];
  const interrupting: Work = {
    ...pat,
    run(...given) {
      ports.interrupt(new Interrupted('SIGINT'));
      return pat.run(...given);
    },
  };
  const shown: (WorkResult | undefined)[] = [];
  const ended = executeRun(ports, job(run, [interrupting, ...others], shown), { concurrency: 1 });
  await expect(ended).rejects.toThrow('interrupted by SIGINT; 0 of 3 people done, 3 not attempted');
  expect(shown.map((result) => result?.state)).toEqual(['not-attempted', 'not-attempted', 'not-attempted']);
  expect(ports.requests).toEqual([]);
  expect(ports.notes).toEqual(['stopping: 0 done, 1 in flight; interrupt again to end at once']);
});

test('a failure to print is thrown when the work has ended', async () => {
  const ports = testRunPorts();
  const run = await start(ports);
  const print = () => Promise.reject(new Error('no paper'));
  const ended = executeRun(ports, { ...job(run, roles(run, ['user_pat'])), print }, {});
  await expect(ended).rejects.toThrow('no paper');
  expect(ports.requests).toHaveLength(1);
  expect(readJournal(ports.journals.get(run.journal) ?? [])?.end).toMatchObject({ exitCode: 0 });
});

test('nothing is written where a change is refused beforehand', async () => {
  const ports = testRunPorts();
  const refusing = { ...ports, beforeChange: () => Promise.reject(new UsageError('protected')) };
  await expect(startRun(refusing, newRun)).rejects.toThrow('protected');
  expect(ports.journals.size).toBe(0);
});

test('a journal whose first line cannot be written is not left behind', async () => {
  const ports = testRunPorts();
  const { journals } = ports.system;
  const full = new LocalStateError('no space left on device');
  const create = async (path: string) => ({
    ...(await journals.create(path)),
    add: () => Promise.reject(full),
  });
  const system = { ...ports.system, journals: { ...journals, create } };
  await expect(startRun({ ...ports, system }, newRun)).rejects.toBe(full);
  expect(ports.journals.size).toBe(0);
});

/** Ports whose journals add a line after `before` only. */
function portsAdding(before: (line: string, ports: TestRunPorts) => Promise<void>): TestRunPorts {
  const ports = testRunPorts();
  const { journals } = ports.system;
  const create = async (path: string) => {
    const file = await journals.create(path);
    return { ...file, add: async (line: string) => before(line, ports).then(() => file.add(line)) };
  };
  return { ...ports, system: { ...ports.system, journals: { ...journals, create } } };
}

const isIntent = (line: string) => JSON.parse(line).type === 'intent';

test('a change leaves when its intent is written, and not before', async () => {
  const sent: number[] = [];
  const ports = portsAdding(async (line, { requests }) => {
    if (!isIntent(line)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.push(requests.length);
  });
  const run = await start(ports);
  await executeRun(ports, job(run, roles(run, ['user_pat'])), {});
  expect(sent).toEqual([0]);
  expect(ports.requests).toEqual(['PATCH /v1/orgs/org_acme/members/user_pat']);
});

test('a change whose intent cannot be written is not sent', async () => {
  const full = new LocalStateError('no space left on device');
  const ports = portsAdding((line) => (isIntent(line) ? Promise.reject(full) : Promise.resolve()));
  const run = await start(ports);
  await expect(executeRun(ports, job(run, roles(run, ['user_pat'])), {})).rejects.toThrow();
  expect(ports.requests).toEqual([]);
});

test('a disk that is full in the middle of work: no further request is sent', async () => {
  let intents = 0;
  const disk = portsAdding(async (line) => {
    if (isIntent(line)) intents++;
    if (intents > 1) throw new LocalStateError('cannot write monday.jsonl: no space left on device (ENOSPC)');
  });
  const ports = {
    ...disk,
    describe: (error: unknown) => describeError(error, { running: undefined, tokenSource: undefined }),
  };
  const run = await start(ports);
  const shown: (WorkResult | undefined)[] = [];
  const pieces = roles(run, ['user_pat', 'user_gil', 'user_kim', 'user_ben']);
  await expect(executeRun(ports, job(run, pieces, shown), { concurrency: 1 })).rejects.toMatchObject({
    kind: 'local-state',
    exitCode: 3,
  });
  expect(ports.requests).toEqual(['PATCH /v1/orgs/org_acme/members/user_pat']);
  expect(shown.map((result) => result?.state)).toEqual(['done', 'failed', 'not-attempted', 'not-attempted']);
});

test('what is no journal cannot be opened again', async () => {
  const ports = testRunPorts();
  await expect(reopenRun(ports, 'monday')).rejects.toBeInstanceOf(UsageError);
  await expect(reopenRun(ports, './monday.jsonl')).rejects.toBeInstanceOf(LocalStateError);
});

test('runs load nothing of the command line', () => {
  for (const file of ['run/run', 'run/execute', 'run/results', 'journal/journaled-client']) {
    const loaded = [...loadedWith(`src/work/${file}.ts`).keys()];
    expect(loaded.filter((path) => /^src\/(cli|commands|output|rows|rosters)\//.test(path))).toEqual([]);
  }
});
