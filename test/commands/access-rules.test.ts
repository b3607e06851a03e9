import { describe, expect, test } from 'vitest';
import type { AccessDifference } from '../../src/access/difference.ts';
import { ruleSets } from '../../src/domain/access/rule-sets.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { askedOnWire } from '../../src/sandbox/http/exchange.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { routesOf } from '../../src/sandbox/open.ts';
import { caseLevels, caseOrganization, caseUsers } from '../support/access-cases.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { generatedOrg, withOrganization } from '../support/organizations.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { testNow } from '../support/test-system.ts';

const env = { DOCS_ADMIN_ORG: generatedOrg };
/** Those of the administrator, the last one, list the spaces of the organization. */
const memberSpaces = /members\/user_[0-4]\/spaces/;

/** Calls `use` with command lines on the organization of the cases: one is not told the spaces of people. */
async function withCases(
  rules: (typeof ruleSets)[number],
  use: (docs: CliInFolder, untold: CliInFolder) => Promise<void>,
): Promise<void> {
  await withOrganization({ ...caseOrganization, rules }, async (store) => {
    const exchange = createService({ store, token: sandboxToken, now: () => testNow, routesOf });
    const service = () => async (request: Parameters<typeof askedOnWire>[0]) =>
      exchange(askedOnWire(request));
    const untold = await sandboxCli({}, () => withoutAnswer(memberSpaces, 403)(service()));
    await use(await sandboxCli({}, service), untold);
  });
}

const levelsIn = (levels: ReadonlyMap<string, string>) =>
  caseOrganization.spaces.map(({ id }) => levels.get(id) ?? null);

describe.each(ruleSets)('the rule set $name', (rules) => {
  test('is what the sandbox answers by, and what the tool predicts', async () => {
    await withCases(rules, async (docs, untold) => {
      await untold(`config set access-rules ${rules.name}`);
      for (const [called, user] of caseUsers) {
        const spaces = json<{ space: { id: string }; permission: string }[]>(
          await docs(`members spaces ${user} --json`, { env }),
        );
        const answered = new Map(spaces.map(({ space, permission }) => [space.id, permission]));
        const expected = caseLevels[rules.name]?.[called];
        expect([called, levelsIn(answered)]).toEqual([called, expected]);
        const predicted = new Map<string, string>();
        for (const { id } of caseOrganization.spaces) {
          const run = await untold(`access explain ${user} --space ${id} --json`, { env });
          const { level, rules: by } = json<{ level: string | null; rules: string }>(run);
          if (level !== null) predicted.set(id, level);
          expect(by).toBe(rules.name);
        }
        expect([called, levelsIn(predicted)]).toEqual([called, expected]);
      }
    });
  });
});

describe('the setting access-rules', () => {
  const [highest, precedence] = ruleSets;
  const levelOf = async (docs: CliInFolder, line: string) =>
    json<{ level: string }>(await docs(line, { env }));

  test('chooses what is predicted for a collection, and the line names it', async () => {
    await withCases(precedence, async (docs) => {
      const line = 'access explain user_1 --collection vault --json';
      expect(await levelOf(docs, line)).toMatchObject({ level: 'edit', otherwise: { precedence: null } });
      expect((await docs(line, { env })).stderr).toBe(
        'rules: highest (not calibrated); precedence gives no access\n',
      );
      await docs('config set access-rules precedence');
      const run = await docs(line, { env });
      expect(json(run)).toMatchObject({
        answer: 'no',
        level: null,
        ways: [],
        nearest: [
          { kind: 'collection', id: 'vault', missing: 'permission' },
          { kind: 'collection', id: 'vault', missing: 'default-level' },
        ],
        rules: 'precedence',
        otherwise: { highest: 'edit' },
      });
      expect(run.stderr).toBe('rules: precedence (not calibrated); highest gives edit\n');
      expect((await docs('config list', { env })).stdout).toContain(
        'access-rules\tprecedence\tprofile sandbox\n',
      );
    });
  });

  test('that does not fit shows a disagreement, also where the service gives more', async () => {
    await withCases(highest, async (docs) => {
      await docs('config set access-rules precedence');
      const run = await docs('access explain user_1 --space notes --json', { env });
      expect(json(run)).toMatchObject({
        level: 'edit',
        disagreement: { rules: 'read', service: 'edit' },
        otherwise: { highest: 'edit' },
      });
      expect(run.stderr).toContain('the rules give read, the service gives edit\n');
    });
  });

  test.each([
    ['who-can read --collection vault', 'user_2'],
    ['what-can user_2 --level edit', 'guide'],
    ['report --level edit', 'user_2'],
    ['report -o html', '>rules: precedence (not calibrated)<'],
  ])('is named by access %s', async (line, shown) => {
    await withCases(precedence, async (docs) => {
      await docs('config set access-rules precedence');
      const run = await docs(`access ${line}`, { env });
      expect(run.stdout).toContain(shown);
      expect(run.stderr).toContain('rules: precedence (not calibrated)\n');
    });
  });

  test('is named by no answer that the service gives by itself', async () => {
    await withCases(highest, async (docs) => {
      for (const line of ['who-can edit --space top', 'check user_0 edit --space top'])
        expect((await docs(`access ${line}`, { env })).stderr).not.toContain('rules:');
    });
  });

  test('is in the head of an audit whose rules predict, and in no other', async () => {
    await withCases(precedence, async (docs) => {
      await docs('config set access-rules precedence');
      const predicting = await docs('org audit --rules DA304 --json', { env });
      expect(json(predicting)).toMatchObject({ accessRules: { name: 'precedence', calibrated: false } });
      expect(predicting.stderr).toBe('rules: precedence (not calibrated)\n');
      const plain = await docs('org audit --rules DA103 --fail-on critical --json', { env });
      expect(json<object>(plain)).not.toHaveProperty('accessRules');
      expect(plain.stderr).toBe('');
      const markdown = await docs('org audit --rules DA304 -o markdown', { env });
      expect(markdown.stdout).toContain('\nrules: precedence (not calibrated).\n');
    });
  });

  test('is kept in a snapshot, and holds in a rehearsal', async () => {
    await withCases(precedence, async (docs) => {
      await docs('config set access-rules precedence');
      await docs('org snapshot --out acme.json', { env });
      const written = await docs('access diff acme.json live', { env });
      expect(written.stderr).toBe(
        'rules: precedence (not calibrated)\n0 gained, 0 lost, 0 with another level, 0 given differently, 0 that cannot be compared\n',
      );
      const line = 'org rehearse --json -- spaces permissions set notes team_a --role comment';
      const { access, limits } = json<{ access: AccessDifference; limits: string[] }>(
        await docs(line, { env }),
      );
      expect(limits).toContain('who can do what is predicted; rules: precedence (not calibrated)');
      const changed = access.changed.map(({ user, before, after }) => [user.id, before?.level, after?.level]);
      expect(changed.sort()).toEqual(['user_1', 'user_2', 'user_3'].map((id) => [id, 'read', 'comment']));
    });
  });

  test.each([
    [
      'config set access-rules nearest',
      'invalid access-rules "nearest"\nhint: use one of highest, precedence\n',
    ],
    [
      'sandbox reset --access-rules nearest',
      'invalid --access-rules "nearest": must be highest or precedence\n',
    ],
    [
      'sandbox serve --access-rules nearest',
      'invalid --access-rules "nearest": must be highest or precedence\n',
    ],
  ])('%s is a usage error', async (line, message) => {
    const docs = await sandboxCli();
    expect(await docs(line)).toMatchObject({ code: 2, stdout: '', stderr: `error: ${message}` });
  });
});

function json<Value>(run: Run): Value {
  return JSON.parse(run.stdout) as Value;
}
