import { describe, expect, test } from 'vitest';
import { takenBy } from '../../src/api/contract/facts.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { scriptedCli } from '../support/cli.ts';
import { countingService, operationOf } from '../support/counting-service.ts';

/** The operations that take things away, with a command for each. */
const commands: Record<string, string> = {
  'sites.delete': 'sites delete {id}',
  'sections.delete': 'sections delete {id} --site s',
  'section-groups.delete': 'section-groups delete {id} --site s',
  'section-groups.remove-section': 'section-groups remove-section g {id} --site s',
  'site-spaces.delete': 'site-spaces delete {id} --site s',
  'collections.delete': 'collections delete {id}',
  'collections.transfer': 'collections transfer {id} --to-org other',
  'collections.permissions.set': 'collections permissions set c {id} --role guest',
  'collections.permissions.remove': 'collections permissions remove c {id}',
  'spaces.permissions.set': 'spaces permissions set s {id} --role guest',
  'spaces.permissions.remove': 'spaces permissions remove s {id}',
  'comments.delete': 'comments delete {id} --space s',
  'comments.replies.delete': 'comments replies delete c {id} --space s',
  'members.update': 'members update {id} --role read',
  'members.remove': 'members remove {id}',
  'teams.delete': 'teams delete {id}',
  'teams.members.update': 'teams members update t --remove {id}',
  'teams.members.remove': 'teams members remove t {id}',
  'custom-fields.delete': 'custom-fields delete {id}',
  'integrations.unpublish': 'integrations unpublish {id}',
  'saml.delete': 'saml delete {id}',
  'openapi.delete': 'openapi delete {id}',
  'translations.delete': 'translations delete {id}',
  'translations.languages.delete': 'translations languages delete t {id}',
};

/** The operations that take away only the owner of a team. */
const ownersOnly = ['teams.members.set'];

const first = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);

/** Runs a command for the first of many things, as rows of a batch. */
async function take(command: string, { lost, of }: { lost: number; of: number }, flags = '', terminal = {}) {
  const docs = await scriptedCli(countingService(of), { 'ids.csv': `id\n${first(lost).join('\n')}\n` });
  return docs(`batch --file ids.csv ${flags} -- ${command}`, terminal);
}

test('every operation that takes something away is tried', () => {
  const taking = operations.filter((op) => takenBy(op).length > 0).map(({ id }) => id);
  expect(taking.sort()).toEqual([...Object.keys(commands), ...ownersOnly].sort());
});

describe.each(Object.entries(commands))('mass removal by %s', (id, command) => {
  test('up to 20 % of a kind goes', async () => {
    const run = await take(command, { lost: 2, of: 10 }, '--yes');
    expect(run).toMatchObject({ code: 0 });
    expect(run.writes.map(({ method, path }) => operationOf(method, path).id)).toEqual([id, id]);
    expect(await take(command, { lost: 3, of: 15 }, '--yes --dry-run')).toMatchObject({ code: 0 });
  });

  test('more than that is held back, also in a dry run and on a terminal, and lifted by its own flag', async () => {
    for (const flags of ['--yes', '--yes --dry-run', '--yes --max-removals 2', '--yes --max-removals 29%']) {
      const run = await take(command, { lost: 3, of: 10 }, flags);
      expect(run).toMatchObject({ code: 2, writes: [] });
      // A dry run shows first what it would do.
      const shown = flags.endsWith('--dry-run') ? /^method\turl\tbody\n(?:\S+\t\S+\t.*\n){3}$/ : /^$/;
      expect(run.stdout).toMatch(shown);
      expect(run.stderr).toMatch(/\b3 (of 10 )?\w+.*are allowed; nothing was sent\n/);
      expect(run.stderr).toContain('allow it with --max-removals 3\n');
    }
    const asked = await take(command, { lost: 3, of: 10 }, '', { terminal: true });
    expect(asked).toMatchObject({ code: 2, writes: [], questions: [] });
    const lifted = await take(command, { lost: 3, of: 10 }, '--yes --max-removals 3');
    expect(lifted).toMatchObject({ code: 0 });
    expect(lifted.writes).toHaveLength(3);
    for (const flags of ['--dry-run --max-removals 3', '--dry-run --max-removals 30%'])
      expect(await take(command, { lost: 3, of: 10 }, flags)).toMatchObject({ code: 0, writes: [] });
  });

  test('of fewer than ten, any part goes', async () => {
    expect(await take(command, { lost: 7, of: 9 }, '--yes --dry-run')).toMatchObject({ code: 0 });
  });

  test('50 in all go, 51 are held back', async () => {
    expect(await take(command, { lost: 50, of: 300 }, '--yes --dry-run')).toMatchObject({ code: 0 });
    const run = await take(command, { lost: 51, of: 300 }, '--yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(/\b51 .*50 are allowed.*\n.*--max-removals 51\n/s);
  });
});

describe('the same for ids of one command line', () => {
  const single = Object.values(commands).filter((command) => / \w+ \{id\}/.test(` ${command}`));
  test.each(
    single.filter((command) => !/(remove-section|permissions|replies|languages|teams members)/.test(command)),
  )('%s', async (command) => {
    const docs = await scriptedCli(countingService(10));
    const line = (count: number) => `${command.replace('{id}', first(count).join(' '))} --yes`;
    expect(await docs(line(2))).toMatchObject({ code: 0 });
    const held = await docs(line(3));
    expect(held).toMatchObject({ code: 2, writes: [] });
    expect(held.stderr).toContain('--max-removals 3\n');
    expect(await docs(`${line(3)} --max-removals 3`)).toMatchObject({ code: 0 });
    const piped = await docs(line(3).replace(first(3).join(' '), '-'), { stdin: first(3).join('\n') });
    expect(piped).toMatchObject({ code: 2, writes: [], stderr: held.stderr });
  });

  test('and for what one request takes away', async () => {
    const docs = await scriptedCli(countingService(10));
    const line = (count: number) => `teams members update t --remove ${first(count).join(',')} --yes`;
    expect(await docs(line(2))).toMatchObject({ code: 0 });
    expect(await docs(line(3))).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        'error: it would end 3 of 10 memberships of team t; 20 % are allowed; nothing was sent\n' +
        'hint: if you mean it, allow it with --max-removals 3\n',
    });
    expect(await docs(`${line(3)} --max-removals 3`)).toMatchObject({ code: 0 });
  });
});

test.each([
  ['teams delete x0 x1 --max-removals 1', 'it would delete 2 teams; 1 is allowed'],
  ['members remove x0 --max-removals 0', 'it would remove 1 member; 0 are allowed'],
  ['spaces permissions remove s x0 --max-removals 0', 'it would remove 1 role of a team; 0 are allowed'],
  ['teams delete x0 x1 --max-removals 1%', 'it would delete 2 of 10 teams of org_acme'],
])('%s: %s', async (line, message) => {
  const docs = await scriptedCli(countingService(10), { 'ids.csv': 'id\nx0\n' });
  const run = await docs(
    line.startsWith('spaces')
      ? `batch --file ids.csv --max-removals 0 --yes -- ${line.split(' --max')[0]}`
      : `${line} --yes`,
  );
  expect(run).toMatchObject({ code: 2, writes: [] });
  expect(run.stderr).toContain(message);
});

describe('the flags', () => {
  test('are not on commands that take nothing away', async () => {
    const docs = await scriptedCli(countingService(10));
    for (const command of ['teams create', 'members list', 'sites update s'])
      expect(await docs(`${command} --max-removals 3`)).toMatchObject({ code: 2, requests: [] });
  });

  test('are for the whole work, not for one row', async () => {
    const run = await take('teams delete {id} --max-removals 9', { lost: 3, of: 10 }, '--yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--max-removals is for the whole batch');
  });

  test.each(['many', '-1', '101%', '1.5'])('--max-removals %s is refused', async (value) => {
    const docs = await scriptedCli(countingService(10));
    expect(await docs(`teams delete x0 --yes --max-removals=${value}`)).toMatchObject({
      code: 2,
      requests: [],
      stderr: expect.stringContaining('invalid --max-removals'),
    });
  });
});

test('`api` has the guards of the operation', async () => {
  const lines = ['api DELETE /v1/orgs/org_acme/members/x0 --yes', 'members remove x0 --yes'];
  const runs = await Promise.all(lines.map(async (line) => (await scriptedCli(countingService(1)))(line)));
  for (const { code, requests, stderr } of runs) {
    expect(code).toBe(2);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(stderr).toMatch(/^error: org_acme would lose its last administrator/);
  }
});

describe.each(Object.entries(commands))('%s where the service refuses every read', (_, command) => {
  test.each([403, 404])('with %i reads nothing twice', async (status) => {
    const docs = await scriptedCli(({ method }) => (method === 'GET' ? { status } : {}));
    const run = await docs(`${command.replace('{id}', 'x0')}`, { terminal: true, answers: [true] });
    const reads = run.requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(reads).toEqual([...new Set(reads)]);
  });
});
