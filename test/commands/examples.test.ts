import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { expectRequests } from '../support/request-counts.ts';

/** The examples of the commands that call the service or only read; the others are run where they are tested. */
const examples = describeProgram(await wholeProgram()).flatMap(({ effect, operations, flags, examples }) => {
  const callsService = operations.length > 0;
  const isChecked = callsService || effect === 'read';
  const filesToWrite = flags.filter((flag) => flag.writesFile).map(({ name }) => name);
  return isChecked ? examples.map((example) => ({ example, effect, callsService, filesToWrite })) : [];
});

/** What changes this machine only may read the service. */
const readsOnly = ({ effect }: { readonly effect: string }) => ['read', 'local'].includes(effect);
const reading = examples.filter(readsOnly);
const changing = examples.filter((example) => !readsOnly(example));

const secret = { GUIDE_KEY: 'value-of-the-variable' };

/** A command line on fresh demo data, with the snapshot, the plan or the journal that the example names. */
async function cliFor(example: string): Promise<CliInFolder> {
  const docs = await sandboxCli(exampleFiles);
  if (/ acme\.json/.test(example)) await docs('org snapshot --out acme.json');
  if (/ plan\.json/.test(example)) await docs('org plan --file organization.yaml --out plan.json');
  if (example.includes('20260601T120000-3f9a1c')) {
    await docs('teams members sync --file roster.csv --yes --journal run.jsonl');
    mkdirSync(join(docs.folder, 'runs'), { recursive: true });
    renameSync(join(docs.folder, 'run.jsonl'), join(docs.folder, 'runs', '20260601T120000-3f9a1c.jsonl'));
  }
  return docs;
}

/** What is read twice before anything is changed: all else that was read is known. */
const readAgain: readonly (readonly [example: RegExp, path: RegExp])[] = [
  // A stored plan is compared with the present, and then guarded and recorded anew.
  [/^docs-admin apply-plan /, /\/teams(\/team_docs\/members)?\?/],
  // The values before are as they are after the question.
  [/^docs-admin site-spaces transfer /, /\/site-spaces\?/],
  // What a level opens is judged by the collection, which the record reads anew.
  [/^docs-admin collections update /, /^\/v1\/collections\/col_product$/],
  // What a merge opens is found out beside the merge itself, which keeps only roles of the two teams.
  [/^docs-admin teams merge /, /^\/v1\/(orgs\/org_acme\/)?(collections|members\/user_grace\/spaces)/],
  // The spaces of this administrator are all spaces, and are not kept.
  [/^docs-admin access /, /\/members\/user_grace\/spaces\?/],
];

/** Returns the addresses that a command has read twice without a change in between. */
function readTwice(example: string, { requests }: Run): string[] {
  const known = new Set<string>();
  return requests.flatMap(({ method, path }) => {
    if (method !== 'GET') {
      known.clear();
      return [];
    }
    const isAgain = known.has(path);
    known.add(path);
    const isRight = readAgain.some(([line, address]) => line.test(example) && address.test(path));
    return isAgain && !isRight ? [path] : [];
  });
}

/** Everything of this machine that a command may change. */
function machine({ home, folder }: CliInFolder): string {
  const files = readdirSync(folder, { recursive: true }).sort();
  return JSON.stringify({ files, settings: home.settings, tokens: [...home.tokens] });
}

/** Returns the line of an example, without what its shell does with the output. */
function lineOf(example: string): string {
  return example.replace('docs-admin ', '').replace(/ > .*/, '');
}

describe('a command that says it reads only sends GETs, and leaves this machine as it is', () => {
  test.for(reading)('$example', async ({ example, effect, callsService, filesToWrite }) => {
    const docs = await cliFor(example);
    const before = machine(docs);
    const run = await docs(lineOf(example));
    expect(run).toMatchObject({ writes: [], opened: [] });
    expectRequests(example, run);
    expect(readTwice(example, run)).toEqual([]);
    expect(example.endsWith(' --check') ? [0, 11] : [0]).toContain(run.code);
    if (run.code === 0) expect(run.stderr).not.toMatch(/^(warning|error|hint):/m);
    if (callsService) expect(run.requests).not.toEqual([]);
    const names = example.split(' ');
    if (effect === 'read' && !filesToWrite.some((name) => names.includes(name)))
      expect(machine(docs)).toBe(before);
  });
});

describe('a command that changes something sends it, but not where only reading is allowed', () => {
  test.for(changing)('$example', async ({ example }) => {
    const docs = await cliFor(example);
    const readOnly = { ...secret, DOCS_ADMIN_READ_ONLY: '1', DOCS_ADMIN_YES: '1' };
    const refused = await docs(lineOf(example), { env: readOnly });
    expect(refused.writes).toEqual([]);
    if (refused.code !== 0)
      expect(refused.stderr).toContain('only reading is allowed (from DOCS_ADMIN_READ_ONLY)');
    const run = await docs(lineOf(example), { env: secret });
    expect(run).toMatchObject({ code: 0 });
    expectRequests(example, run);
    expect(readTwice(example, run)).toEqual([]);
    expect(run.stderr).not.toMatch(/^(warning|error|hint):/m);
    expect(run.requests).not.toEqual([]);
  });
});

describe('what needs --yes asks on a terminal, is refused without one, and sends nothing then', () => {
  test.for(changing.filter(({ example }) => / --yes\b/.test(example)))('$example', async ({ example }) => {
    const line = lineOf(example).replace(/ --yes\b/, '');
    const asked = await (await cliFor(example))(line, { env: secret, terminal: true, answers: [false] });
    expect(asked).toMatchObject({ code: 2, writes: [], questions: [expect.any(String)] });
    expect(asked.stderr).toContain('cancelled; nothing was sent');
    const piped = await (await cliFor(example))(line, { env: secret });
    expect(piped).toMatchObject({ code: 2, writes: [] });
    expect(piped.stderr).toContain('this needs a confirmation: ');
  });
});

describe('a command that changes something leaves a record of each request, without secrets', () => {
  test.for(changing)('$example', async ({ example }) => {
    const docs = await cliFor(example);
    const earlier = recordsIn(docs);
    const run = await docs(lineOf(example), { env: { ...secret, DOCS_ADMIN_HISTORY: 'on' } });
    expect(run).toMatchObject({ code: 0 });
    const records = recordsIn(docs);
    const count = (type: string, all = records) => all.filter((record) => record.type === type).length;
    for (const type of ['intent', 'outcome'])
      expect(count(type) - count(type, earlier), type).toBe(run.writes.length);
    expect(JSON.stringify(records)).not.toContain(secret.GUIDE_KEY);
  });
});

/** The records of single commands, and those in the journals of runs: in the folder of journals, and in this one. */
function recordsIn({ folder }: CliInFolder): { readonly type: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  return files.sort().flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
    return lines.flatMap((line) => JSON.parse(line).records ?? JSON.parse(line));
  });
}

test('what is sent without --yes where no one can be asked asks for no confirmation on a terminal', async () => {
  const asking: string[] = [];
  for (const { example } of changing.filter(({ example }) => !example.includes(' --yes'))) {
    const docs = await cliFor(example);
    const { questions } = await docs(lineOf(example), { terminal: true, answers: [false], env: secret });
    if (questions.some((question) => question.endsWith('(profile sandbox, http://sandbox.localhost)')))
      asking.push(example);
  }
  expect(asking).toEqual([]);
});
