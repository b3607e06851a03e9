// Each way to open something of a guarded grade, through each source of changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kept } from '../../src/text/kept.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { assistant } from '../support/inner-assistant.ts';
import { type OpeningWay, openingWays } from '../support/opening-ways.ts';

/** A change that opens nothing, so that there are several. */
const harmless = 'collections update col_empty --description Other';

/** Prepares changes of a way, and returns the line that carries them out; its flags come at its end. */
type Source = (docs: CliInFolder, way: OpeningWay) => Promise<string> | string;

function put(docs: CliInFolder, name: string, text: string): void {
  writeFileSync(join(docs.folder, name), text);
}

async function done(docs: CliInFolder, ...lines: readonly string[]): Promise<Run | undefined> {
  let run: Run | undefined;
  for (const line of lines) {
    run = await docs(`${line} --yes`);
    expect(run, `${line}: ${run.stderr}`).toMatchObject({ code: 0 });
  }
  return run;
}

/** Writes what concerns a way of the organization as it is after it into a file. */
async function wantedFile(docs: CliInFolder, way: OpeningWay): Promise<string> {
  put(docs, 'organization.yaml', await kept(wanted, way, () => wantedBy(way)));
  return 'organization.yaml';
}

const wanted = new Map<OpeningWay, Promise<string>>();

async function wantedBy({ before = [], line, previously }: OpeningWay): Promise<string> {
  const other = await sandboxCli({});
  await done(other, ...before, line, harmless);
  const [noun = ''] = line.split(' ');
  const section = /^(site|section)/.test(noun) ? 'sites' : noun;
  const { stdout } = await other(`org export --only collections,${section}`);
  const key = new RegExp(`^( +)${previously}:\n`, 'm');
  return stdout.replace(key, `$&$1  previously: [ ${previously} ]\n`);
}

function rows(docs: CliInFolder, ...lines: readonly string[]): string {
  put(docs, 'rows.txt', lines.map((line) => `${line}\n`).join(''));
  return 'batch --file rows.txt';
}

/** Sources of which a run of several changes is refused without the flag. */
const sources: Readonly<Record<string, Source>> = {
  'several ids': (_, { several = '' }) => several,
  batch: (docs, { line }) => rows(docs, harmless, line),
  'an organization file': async (docs, way) => `org apply --file ${await wantedFile(docs, way)}`,
  async undo(docs, { grade, line, closes }) {
    await done(docs, line);
    await done(docs, `${rows(docs, harmless, closes)} --journal run.jsonl --allow-opening ${grade}`);
    return 'runs undo run.jsonl';
  },
  async 'a resumed run'(docs, { line, closes, hides, shows }) {
    // It opens nothing when it begins, and fails: others have it as it wants it.
    await done(docs, hides ?? line);
    const batch = rows(docs, harmless, line);
    // Who may not change it cannot.
    failing.add(docs);
    expect(await docs(`${batch} --yes --journal run.jsonl`)).toMatchObject({ code: 9 });
    failing.delete(docs);
    await done(docs, shows ?? closes);
    return 'runs resume run.jsonl';
  },
  roster(docs, { roster }) {
    put(docs, 'roster.csv', `team,user,role\n${roster}`);
    return 'teams members sync --file roster.csv';
  },
  onboarding: (_, { onboard = '' }) => onboard,
};

const failing = new Set<CliInFolder>();

/** The combinations that cannot be, with the reason. */
const without: Readonly<Record<string, (way: OpeningWay) => string | undefined>> = {
  'several ids': ({ several, line }) =>
    several ? undefined : line.includes(' create ') ? 'it makes one thing' : 'it names a place and a team',
  'a resumed run': ({ line, hides }) =>
    line.startsWith('sites create') && !hides ? 'a new site opens the same whenever it is made' : undefined,
  roster: ({ roster }) => (roster ? undefined : 'a roster has memberships only'),
  onboarding: ({ onboard }) => (onboard ? undefined : 'it gives a role and memberships only'),
};

const ways = Object.entries(openingWays);
const pairs = Object.entries(sources).flatMap(([name, source]) =>
  ways.map(([what, way]) => ({ name, what, source, way, not: without[name]?.(way) })),
);

test('every way has every source but these', () => {
  const none = pairs.filter(({ not }) => not !== undefined);
  expect(none.map(({ name, what, not }) => `${name}: ${what}: ${not}`)).toMatchInlineSnapshot(`
    [
      "several ids: a site is made public with a space: it makes one thing",
      "several ids: a space joins a public site: it makes one thing",
      "several ids: a section joins a public site: it makes one thing",
      "several ids: a team gets admin on a collection: it names a place and a team",
      "several ids: a team gets admin on a space: it names a place and a team",
      "several ids: a role ends that hid a higher one: it names a place and a team",
      "several ids: a role on a space ends that hid a higher one: it names a place and a team",
      "a resumed run: a site is made public with a space: a new site opens the same whenever it is made",
      "roster: a site becomes public: a roster has memberships only",
      "roster: a site becomes unlisted: a roster has memberships only",
      "roster: a site becomes shared by link: a roster has memberships only",
      "roster: a site is made public with a space: a roster has memberships only",
      "roster: a space joins a public site: a roster has memberships only",
      "roster: a section joins a public site: a roster has memberships only",
      "roster: a section loses its condition: a roster has memberships only",
      "roster: a section gets another condition: a roster has memberships only",
      "roster: a space of a site loses its condition: a roster has memberships only",
      "roster: a space of a site gets another condition: a roster has memberships only",
      "roster: the conditions of a site are turned off: a roster has memberships only",
      "roster: a person becomes an administrator: a roster has memberships only",
      "roster: a team gets admin on a collection: a roster has memberships only",
      "roster: a team gets admin on a space: a roster has memberships only",
      "roster: a role ends that hid a higher one: a roster has memberships only",
      "roster: a role on a space ends that hid a higher one: a roster has memberships only",
      "roster: a default level becomes admin: a roster has memberships only",
      "roster: a collection moves to where a team has admin: a roster has memberships only",
      "roster: the default role of a provider becomes admin: a roster has memberships only",
      "roster: the default team of a provider becomes one that has admin: a roster has memberships only",
      "onboarding: a site becomes public: it gives a role and memberships only",
      "onboarding: a site becomes unlisted: it gives a role and memberships only",
      "onboarding: a site becomes shared by link: it gives a role and memberships only",
      "onboarding: a site is made public with a space: it gives a role and memberships only",
      "onboarding: a space joins a public site: it gives a role and memberships only",
      "onboarding: a section joins a public site: it gives a role and memberships only",
      "onboarding: a section loses its condition: it gives a role and memberships only",
      "onboarding: a section gets another condition: it gives a role and memberships only",
      "onboarding: a space of a site loses its condition: it gives a role and memberships only",
      "onboarding: a space of a site gets another condition: it gives a role and memberships only",
      "onboarding: the conditions of a site are turned off: it gives a role and memberships only",
      "onboarding: a team gets admin on a collection: it gives a role and memberships only",
      "onboarding: a team gets admin on a space: it gives a role and memberships only",
      "onboarding: a role ends that hid a higher one: it gives a role and memberships only",
      "onboarding: a role on a space ends that hid a higher one: it gives a role and memberships only",
      "onboarding: a default level becomes admin: it gives a role and memberships only",
      "onboarding: a collection moves to where a team has admin: it gives a role and memberships only",
      "onboarding: the default role of a provider becomes admin: it gives a role and memberships only",
      "onboarding: the default team of a provider becomes one that has admin: it gives a role and memberships only",
    ]
  `);
});

async function prepared({ before = [] }: OpeningWay): Promise<CliInFolder> {
  const docs: CliInFolder = await sandboxCli({}, (sandbox) => async (request, signal) => {
    const isIt = request.method !== 'GET' && !request.url.endsWith('/collections/col_empty');
    if (failing.has(docs) && isIt) return { status: 403, headers: {}, body: new Uint8Array() };
    return sandbox(request, signal);
  });
  await done(docs, ...before);
  return docs;
}

const acts = { public: 'open to the public: ', administrators: 'give the rights of administrators: ' };
const others = { public: 'administrators', administrators: 'public' };

describe('several changes are refused, and carried out where it is allowed', () => {
  test.each(pairs.filter(({ not }) => not === undefined))('by $name: $what', async ({ way, source }) => {
    const { grade } = way;
    const docs = await prepared(way);
    const line = await source(docs, way);
    for (const flags of ['--yes', `--yes --allow-opening ${others[grade]}`]) {
      const refused = await docs(`${line} ${flags}`);
      expect(refused, `${line}: ${refused.stderr}`).toMatchObject({ code: 2, writes: [] });
      expect(refused.stderr).toContain(`it would ${acts[grade]}`);
      expect(refused.stderr).toContain(`allow it with --allow-opening ${grade}`);
    }
    const run = await docs(`${line} --yes --allow-opening ${grade}`);
    expect(run, `${line}: ${run.stderr}`).toMatchObject({ code: 0 });
    expect(run.writes).not.toEqual([]);
  });
});

describe('one change is asked for', () => {
  /** Returns the same request as a line of `api`. */
  async function asAddress(docs: CliInFolder, { line }: OpeningWay): Promise<string> {
    const { stdout } = await docs(`${line} --dry-run -o jsonl --yes`);
    const { method, url, body } = JSON.parse(stdout);
    put(docs, 'body.json', JSON.stringify(body ?? {}));
    return `api ${method} ${new URL(url).pathname}${body === undefined ? '' : ' --input body.json'}`;
  }
  test.each(
    ways.flatMap(([what, way]) => [
      { what, way, by: 'a command' },
      { what, way, by: 'api' },
    ]),
  )('by $by: $what', async ({ way, by }) => {
    const docs = await prepared(way);
    const line = by === 'api' ? await asAddress(docs, way) : way.line;
    const refused = await docs(line);
    expect(refused, refused.stderr).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('this needs a confirmation: ');
    const person = { terminal: true, columns: 200, env: { NO_COLOR: '1' } };
    const no = await docs(line, { ...person, answers: [false, false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    const yes = await docs(line, { ...person, answers: [true, true] });
    expect(yes, yes.stderr).toMatchObject({ code: 0 });
    expect(yes.questions.join('\n').toLowerCase()).toContain(acts[way.grade]);
    expect(yes.writes).toHaveLength(1);
  });
});

describe('what was reviewed is carried out', () => {
  test.each(ways)('by a stored plan, which says it first: %s', async (_, way) => {
    const docs = await prepared(way);
    await docs(`org plan --file ${await wantedFile(docs, way)} --out plan.json`);
    const { opens } = JSON.parse(readFileSync(join(docs.folder, 'plan.json'), 'utf8'));
    expect(opens[0]).toMatchObject({ grade: way.grade });
    expect(await docs('apply-plan plan.json')).toMatchObject({ code: 2, writes: [] });
    const run = await docs('apply-plan plan.json --yes');
    expect(run, run.stderr).toMatchObject({ code: 0 });
    expect(run.writes.length).toBeGreaterThan(1);
  });

  test.each(ways)('by an assistant after consent, whose form says it first: %s', async (_, way) => {
    const client = { capabilities: { elicitation: { form: {} } } };
    const made = await assistant({ line: '--allow all', client });
    const forms: string[] = [];
    let action = 'accept';
    made.client.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push(params.message);
      return { action, content: { agree: true } } as never;
    });
    const carryOut = async (...commands: string[]) => {
      const { structured, text } = await made.call('plan_change', { commands });
      expect(structured.plan, text).toBeDefined();
      return (await made.call('apply_plan', { plan: structured.plan })).structured;
    };
    const writes = () => made.requests.filter(({ method }) => method !== 'GET').length;
    for (const line of way.before ?? []) await carryOut(line);
    const earlier = writes();
    action = 'decline';
    const { commandLines } = await carryOut(harmless, way.line);
    expect(writes()).toBe(earlier);
    expect(commandLines).toHaveLength(2);
    expect(forms.at(-1)?.split('\n\n')[1]).toMatch(/^opens \(\d\)\n {2}/);
    action = 'accept';
    expect(await carryOut(harmless, way.line)).toMatchObject({ applied: true, exitCode: 0 });
    expect(writes()).toBe(earlier + 2);
  });
});
