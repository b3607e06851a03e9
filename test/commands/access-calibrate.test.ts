import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Calibration } from '../../src/access/calibrate.ts';
import { compareLevels } from '../../src/domain/access/levels.ts';
import { type RuleSet, ruleSets } from '../../src/domain/access/rule-sets.ts';
import type { Transport } from '../../src/ports.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { askedOnWire } from '../../src/sandbox/http/exchange.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { routesOf } from '../../src/sandbox/open.ts';
import { granting } from '../support/access.ts';
import { type CliInFolder, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';
import {
  anyOrganization,
  type GeneratedOrganization,
  generatedOrg,
  withOrganization,
} from '../support/organizations.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { spelledOut } from '../support/spelled-out.ts';
import { testNow } from '../support/test-system.ts';

const calibrationOf = (run: Run) => JSON.parse(run.stdout) as Calibration & { saved: boolean };
const today = new Date(testNow).toISOString().slice(0, 10);

/** Calls `use` for generated organizations, served by these rules, or by those of the organization. */
async function everyOrganization(
  numRuns: number,
  served: fc.Arbitrary<RuleSet | undefined>,
  use: (docs: CliInFolder, organization: GeneratedOrganization) => Promise<void>,
): Promise<void> {
  let service: Transport = () => Promise.reject(new Error('no organization'));
  const docs = await sandboxCli({}, () => (request, signal) => service(request, signal));
  await fc.assert(
    fc.asyncProperty(anyOrganization, served, (organization, accessRules) =>
      withOrganization(organization, async (store) => {
        const own = accessRules ? { ...store, accessRules } : store;
        const exchange = createService({ store: own, token: sandboxToken, now: () => testNow, routesOf });
        service = (request) => exchange(askedOnWire(request));
        await use(docs, organization);
      }),
    ),
    { numRuns },
  );
}

const env = { DOCS_ADMIN_ORG: generatedOrg };

/** The levels of the enabled people in the spaces by a rule set, spelled out: `user_0 space_1`. */
function levelsBy(rules: string, { people, collections, spaces }: GeneratedOrganization) {
  const levels = new Map<string, string | null>();
  for (const [at, person] of people.entries())
    for (const space of person.disabled ? [] : spaces)
      levels.set(`user_${at} ${space.id}`, spelledOut(rules, person, space, collections));
  return levels;
}

test('finds the rules that the service follows, wherever the rule sets differ', async () => {
  const found = { right: 0, undecided: 0 };
  await everyOrganization(40, fc.constant(undefined), async (docs, organization) => {
    const own = organization.rules?.name ?? 'highest';
    const [one, other] = ruleSets.map(({ name }) => levelsBy(name, organization));
    const run = await docs('access calibrate --json', { env });
    const { fits, saved, notShown, rules } = calibrationOf(run);
    // A level above all rules is one of a direct grant, and says nothing about them.
    const differs = [...(one ?? [])].some(([key, level]) => other?.get(key) !== level);
    expect(notShown).toEqual([]);
    expect([fits, saved, run.code]).toEqual(differs ? [own, true, 0] : [null, false, 12]);
    const followed = rules.find(({ name }) => name === own);
    expect(followed?.agreed).toBe(followed?.compared);
    found[differs ? 'right' : 'undecided'] += 1;
  });
  expect(found.right).toBeGreaterThan(10);
  expect(found.undecided).toBeGreaterThan(3);
});

/** Rule sets that the tool does not know. */
const strange: RuleSet[] = [
  { name: 'default first', groups: [{ among: ['default', 'team', 'role'], counts: 'nearest' }] },
  { name: 'roles only', groups: [{ among: ['role'], counts: 'nearest' }] },
  { name: 'teams only', groups: [{ among: ['team'], counts: 'nearest' }] },
];

test('says that no rule set fits where the service follows another one', async () => {
  let none = 0;
  await everyOrganization(50, fc.constantFrom(...strange), async (docs, organization) => {
    const answers = new Map<string, string>();
    for (const at of organization.people.keys()) {
      const listed = JSON.parse((await docs(`members spaces user_${at} --json`, { env })).stdout);
      for (const { space, permission } of listed) answers.set(`user_${at} ${space.id}`, permission);
    }
    const predicted = ruleSets.map(({ name }) => levelsBy(name, organization));
    const isAbove = (level: string | null, than: string | null | undefined) =>
      level !== null && (than === null || than === undefined || compareLevels(level, than) > 0);
    const wrong = ruleSets.map(() => 0);
    let direct = 0;
    for (const key of predicted[0]?.keys() ?? []) {
      const level = answers.get(key) ?? null;
      if (predicted.every((by) => isAbove(level, by.get(key)))) direct += 1;
      else
        for (const [at, by] of predicted.entries())
          if (by.get(key) !== level) wrong[at] = (wrong[at] ?? 0) + 1;
    }
    const run = await docs('access calibrate --json', { env });
    const { fits, rules, notShown, unexplained } = calibrationOf(run);
    expect(notShown).toHaveLength(direct);
    expect(rules.map(({ compared, agreed }) => compared - agreed)).toEqual(wrong);
    const fitting = ruleSets.filter((_, at) => wrong[at] === 0).map(({ name }) => name);
    expect(run.code).toBe(fitting.length === 0 ? 11 : fitting.length === 1 ? 0 : 12);
    expect(fits).toBe(fitting.length === 1 ? fitting[0] : null);
    expect(unexplained.places.length > 0).toBe(fitting.length === 0);
    if (fitting.length === 0) none += 1;
  });
  expect(none).toBeGreaterThan(10);
});

test('stores the rules with the date and the number of answers, and every prediction names them', async () => {
  const docs = await sandboxCli({});
  const run = await docs('access calibrate -o csv');
  expect(run).toMatchObject({
    code: 0,
    writes: [],
    stdout: 'name,compared,agreed,counterexamples\nhighest,288,288,0\nprecedence,288,236,52\n',
  });
  expect(run.stderr).toContain(
    '\nprecedence: Bo (user_bo) in space "دليل المستخدم" (space_arabic): the rules give comment, the service gives edit (comment: team Support, EMEA on collection Product; edit: default level of collection Product)\n',
  );
  const named = `rules: highest (calibrated ${today}, 288 answers)`;
  expect(run.stderr).toContain(`${named}, stored in profile sandbox\n`);
  expect(run.stderr.match(/^precedence: .* in /gm)).toHaveLength(10);
  expect(run.stderr).toContain('\nprecedence: and 42 more\n');
  expect(JSON.parse((await docs('config list --json')).stdout)).toContainEqual({
    key: 'access-rules-calibrated',
    value: `${today}, 288 answers`,
    source: 'profile sandbox',
  });
  for (const line of ['access what-can user_kim', 'access report', 'org audit --rules DA304'])
    expect((await docs(line)).stderr).toContain(`${named}\n`);
  expect((await docs('access report -o html')).stdout).toContain(`>${named}<`);
  const audit = await docs('org audit --rules DA304 --json');
  expect(JSON.parse(audit.stdout).accessRules).toEqual({
    name: 'highest',
    calibrated: true,
    calibration: `${today}, 288 answers`,
  });
  const why = await docs('access explain user_kim --space space_legacy --json');
  expect(JSON.parse(why.stdout)).toMatchObject({ level: 'create', rules: 'highest' });
  expect(JSON.parse(why.stdout)).not.toHaveProperty('otherwise');
});

test.each(['config set access-rules highest', 'config unset access-rules'])(
  'what %s chooses is not calibrated',
  async (line) => {
    const docs = await sandboxCli({});
    await docs('access calibrate');
    await docs(line);
    expect((await docs('access what-can user_kim')).stderr).toBe('rules: highest (not calibrated)\n');
    expect((await docs('config list')).stdout).not.toContain('calibrated');
  },
);

test('access-rules-calibrated cannot be set by hand', async () => {
  const docs = await sandboxCli({});
  expect(await docs('config set access-rules-calibrated yesterday')).toMatchObject({
    code: 2,
    stderr:
      'error: access-rules-calibrated cannot be set: it says what was measured\nhint: run `docs-admin access calibrate`\n',
  });
});

test('--no-save stores nothing', async () => {
  const docs = await sandboxCli({});
  const run = await docs('access calibrate --no-save --json');
  expect(calibrationOf(run)).toMatchObject({ fits: 'highest', saved: false });
  expect(run.stderr).toBe('highest fits; nothing was stored\n');
  expect((await docs('config list')).stdout).not.toContain('access-rules');
});

test('asks first about people by whom the rule sets differ, and --all about everybody', async () => {
  const docs = await sandboxCli({});
  const asked = (run: Run) =>
    new Set(run.requests.flatMap(({ path }) => path.match(/members\/\w+\/spaces/)?.[0] ?? [])).size;
  const one = await docs('access calibrate --people 1 --json');
  expect(calibrationOf(one)).toMatchObject({ people: 1, fits: 'highest', rules: [{ compared: 12 }, {}] });
  // The spaces of the caller are those of the organization.
  expect(asked(one)).toBe(2);
  const all = await docs('access calibrate --people 1 --all --json');
  expect(calibrationOf(all).people).toBe(asked(all));
  expect(asked(all)).toBeGreaterThan(20);
});

test('a direct grant is named, and counts against no rule set', async () => {
  const docs = await sandboxCli({}, granting('user_gil', 'space_runbooks', 'admin'));
  const run = await docs('access calibrate --json');
  const { fits, notShown, rules } = calibrationOf(run);
  expect(fits).toBe('highest');
  expect(notShown).toMatchObject([
    { user: { id: 'user_gil' }, target: { id: 'space_runbooks' }, level: 'admin' },
  ]);
  expect(rules[0]).toMatchObject({ compared: 287, agreed: 287 });
  expect(run.stderr).toContain(
    'granted directly: admin to Gil (contractor) (user_gil) in space "Runbooks" (space_runbooks)\n',
  );
});

test('a level below all rules counts against each, and the error says where and what is in common', async () => {
  const docs = await sandboxCli({}, granting('user_kim', 'space_runbooks', null));
  const run = await docs('access calibrate --json');
  expect(run.code).toBe(11);
  expect(calibrationOf(run)).toMatchObject({
    fits: null,
    saved: false,
    unexplained: { places: [{ kind: 'space', id: 'space_runbooks', title: 'Runbooks' }] },
  });
  expect(run.stderr).toContain('no rule set fits all answers: nothing was stored');
  expect(run.stderr).toContain('the service gives no access; the people have the role');
  expect(run.stderr).toContain('space \\"Runbooks\\" (space_runbooks)');
  expect((await docs('config list')).stdout).not.toContain('access-rules');
});

test('a person who cannot be read is named, and the others decide', async () => {
  const docs = await sandboxCli({}, withoutAnswer(/members\/user_kim\/spaces/, 403));
  const run = await docs('access calibrate --json');
  expect(run.code).toBe(0);
  expect(calibrationOf(run)).toMatchObject({
    fits: 'highest',
    unknown: [expect.stringContaining('user_kim')],
  });
  expect(run.stderr).toContain('warning: ');
  const nobody = await sandboxCli({}, withoutAnswer(/members\/user_\w+\/spaces/, 403));
  const none = await nobody('access calibrate --people 3');
  expect(none).toMatchObject({ code: 12 });
  expect(none.stderr).toContain('error: the rule sets cannot be told apart here: nothing was stored\n');
  expect(none.stderr).toContain('cannot be read (403)');
});

test('without a stored profile nothing is stored, and a note says so', async () => {
  const user = { id: 'user_kim', displayName: 'Kim' };
  const lists: Readonly<Record<string, unknown[]>> = {
    members: [{ id: 'user_kim', role: 'edit', disabled: false, user }],
    teams: [{ id: 'team_docs', title: 'Docs' }],
    spaces: [{ id: 'space_a', title: 'A' }],
    'team_docs/members': [{ organization: { id: 'user_kim' }, team: { role: 'member' } }],
    'space_a/permissions/teams': [{ team: { id: 'team_docs' }, permission: 'read' }],
    'user_kim/spaces': [{ space: { id: 'space_a' }, permission: 'edit' }],
  };
  const docs = await scriptedCli(({ path }) => {
    const found = Object.keys(lists).findLast((end) => path.split('?')[0]?.endsWith(`/${end}`));
    return { json: { items: found === undefined ? [] : lists[found] } };
  });
  const run = await docs('access calibrate --json');
  expect([run.code, run.stderr]).toEqual([
    0,
    'highest fits; nothing was stored, since there is no stored profile default for this service: `docs-admin auth login` makes one\n',
  ]);
  expect(calibrationOf(run)).toMatchObject({ fits: 'highest', saved: false });
  // The address of the line is compared with that of the profile, not where it was given.
  await docs('profiles create other --base-url https://other.example');
  expect(calibrationOf(await docs('access calibrate --json --profile other')).saved).toBe(false);
  await docs('profiles create same --base-url https://docs.example/v1/');
  expect(calibrationOf(await docs('access calibrate --json --profile same')).saved).toBe(true);
  expect((await docs('access report --profile same')).stderr).toContain('rules: highest (calibrated ');
  const elsewhere = ['access', 'report', '--profile', 'same', '--base-url', 'https://other.example'];
  expect((await docs(elsewhere)).stderr).toContain('rules: highest (not calibrated)');
});

test.each([
  'who-can read --space space_legacy',
  'what-can user_kim',
  'explain user_kim --space space_legacy',
  'report',
])('access %s says once that the other rule set fits better', async (line) => {
  const docs = await sandboxCli({});
  expect((await docs(`access ${line}`)).stderr).not.toContain('agrees with');
  await docs('config set access-rules precedence');
  const { stderr } = await docs(`access ${line}`);
  expect(stderr.match(/^highest agrees with (\d+) of \1 answers?, precedence with \d+: /gm)).toHaveLength(1);
});
