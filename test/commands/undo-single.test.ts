import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/system/clock.ts';
import { type CliInFolder, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';
import { testNow } from '../support/test-system.ts';

/** Makes a command line that keeps history. */
async function recording(made: Promise<CliInFolder> = sandboxCli()) {
  const docs = await made;
  return {
    folder: docs.folder,
    docs: (line: string, options: Parameters<CliInFolder>[1] = {}): Promise<Run> =>
      docs(line, { ...options, env: { DOCS_ADMIN_HISTORY: 'on', ...options.env } }),
  };
}

describe('undo', () => {
  test('gives back what the last command has changed, and walks back', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams delete team_docs --yes');
    const shown = await docs('undo --dry-run --allow-opening administrators');
    expect(shown).toMatchObject({ code: 0, writes: [] });
    expect(shown.stderr).toContain('+ create team "Docs"');
    const team = await docs('undo --yes --allow-opening administrators');
    expect(team).toMatchObject({ code: 0 });
    expect(team.writes[0]).toMatchObject({ path: '/v1/orgs/org_acme/teams', body: { title: 'Docs' } });
    const site = await docs('undo --yes --allow-opening administrators');
    expect(site.writes).toEqual([
      { method: 'PATCH', path: '/v1/orgs/org_acme/sites/site_docs', body: { title: 'Acme Docs' } },
    ]);
    expect(await docs('undo --yes --allow-opening administrators')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'nothing to undo\n',
      requests: [],
    });
    const { stdout } = await docs('runs list -o csv --fields what,state,single');
    expect(stdout.split('\n').filter((line) => line.endsWith(',true'))).toEqual([
      'teams delete team_docs,undone,true',
      'sites update site_docs,undone,true',
    ]);
  });

  test('shows and asks first; a no changes nothing', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    const asked = await docs('undo', { terminal: true, answers: [false] });
    expect(asked).toMatchObject({ code: 2, writes: [] });
    expect(asked.questions).toEqual([
      expect.stringMatching(/^undo 1 change of run 20260601T120000-[0-9a-f]{6}\? \(profile sandbox, /),
    ]);
    expect(asked.stderr).toContain('title: One → Acme Docs');
    expect(await docs('undo')).toMatchObject({ code: 2, writes: [] });
  });

  test('what was made is deleted, what someone has changed since stays', async () => {
    const { docs } = await recording();
    const made = await docs('teams create --title "New team" -o id');
    expect((await docs('runs undo --last --yes')).writes).toEqual([
      { method: 'DELETE', path: `/v1/orgs/org_acme/teams/${made.stdout.trim()}` },
    ]);
    await docs('sites update site_docs --title One');
    await docs('sites update site_docs --title Two --no-history');
    const stays = await docs('undo --yes --allow-opening administrators');
    expect(stays).toMatchObject({ writes: [] });
    expect(stays.stderr).toContain('title has been changed since');
  });

  test('of an address that the contract does not know says that it is lost', async () => {
    const { docs } = await recording(scriptedCli(() => ({ json: {} })));
    await docs('api POST /v1/other -f name=x');
    const run = await docs('undo --yes --allow-opening administrators');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(
      '  cannot be restored: POST /v1/other: an address that is not in the contract: what it has changed is not known',
    );
  });

  test('names a run or --last, not both and not neither', async () => {
    const { docs } = await recording();
    for (const line of ['runs undo', 'runs undo 20260601T120000-3f9a1c --last'])
      expect(await docs(line)).toMatchObject({
        code: 2,
        stderr: 'error: name one run, or give --last\nhint: see `docs-admin runs list`\n',
      });
  });

  test('says that history is off', async () => {
    const { docs } = await recording();
    expect(
      await docs('undo --yes --allow-opening administrators', { env: { DOCS_ADMIN_HISTORY: 'off' } }),
    ).toMatchObject({
      code: 0,
      stderr:
        'history is off: single commands are not recorded, so only work of several can be undone\nnothing to undo\n',
    });
  });

  test('--no-undo reads nothing before, and says what is lost', async () => {
    const { docs } = await recording();
    const run = await docs('sites update site_docs --title One --no-undo');
    expect(run).toMatchObject({
      code: 0,
      requests: [{ method: 'PATCH' }],
      stderr: 'undo cannot bring back: site site_docs\n',
    });
    const undo = await docs('undo --yes --allow-opening administrators');
    expect(undo).toMatchObject({ code: 0, writes: [] });
    expect(undo.stderr).toContain('its value before is not known: the run was started with --no-undo');
  });

  test('leaves the runs of other profiles and places alone', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    expect(await docs('undo --yes --org org_other')).toMatchObject({ code: 0, stderr: 'nothing to undo\n' });
  });

  test('an undone command is not undone again', async () => {
    const { docs, folder } = await recording();
    await docs('sites update site_docs --title One');
    await docs('undo --yes --allow-opening administrators');
    const text = readFileSync(join(folder, 'history', '20260601-001.jsonl'), 'utf8');
    const run = JSON.parse(text.split('\n')[1] ?? '').run;
    expect(await docs(`runs undo ${run} --yes`)).toMatchObject({ code: 0, writes: [] });
  });
});

describe('a command without an outcome', () => {
  test('is asked for, recorded and undone', async () => {
    const { docs } = await recording(scriptedCli(lossy()));
    expect(await docs('sites update site_docs --title New')).toMatchObject({ code: 7 });
    const run = (await docs('runs list -o id')).stdout.trim();
    expect(await docs(`runs resume ${run}`)).toMatchObject({
      code: 0,
      writes: [],
      stderr: `run ${run} is finished: nothing to do\n`,
    });
    expect((await docs('runs list -o csv --fields state,changes')).stdout).toBe(
      'state,changes\nfinished,1\n',
    );
    expect((await docs('undo --yes --allow-opening administrators')).writes).toMatchObject([
      { method: 'PATCH', body: { title: 'Old' } },
    ]);
  });
});

describe('a command that makes something, and was killed', () => {
  const answers = {
    nothing: {
      isThere: false,
      code: 0,
      stderr: (run: string) => `run ${run} did not take effect, or was refused: run its command again\n`,
    },
    something: {
      isThere: true,
      code: 10,
      stderr: (run: string) =>
        `error: run ${run}: it is not known whether it has made team "New" (team_1)\n` +
        `hint: \`docs-admin runs show ${run}\` shows what was sent; check it in the app of the service, and run the command again if it is missing\n`,
    },
  };

  test.for(Object.entries(answers))(
    'is looked for by its name: %s',
    async ([, { isThere, code, stderr }]) => {
      const { docs, folder } = await recording();
      await docs('teams create --title New');
      cutOff(folder);
      if (!isThere) await docs('teams delete team_1 --yes --no-history');
      const run = (await docs('runs list -o id')).stdout.trim();
      const wait = 'waiting 30 s: a request without an outcome may still be carried out\n';
      const early = await docs(`runs show ${run} -o csv`);
      expect(early.stdout.split('\n')[1]).toBe(
        isThere
          ? '1,create,team,New,open,,"it is not known whether it has made team ""New"" (team_1)"'
          : '1,create,team,New,open,,it may still be carried out',
      );
      const resumed = await docs(`runs resume ${run}`);
      expect(resumed).toMatchObject({ code, stderr: `${wait}${stderr(run)}`, writes: [] });
      const undone = await docs(`runs undo ${run} --yes`);
      expect(undone).toMatchObject({ code: isThere ? 6 : 0, writes: [] });
      if (isThere)
        expect(undone.stderr).toContain('it is not known whether the run has made team "New" (team_1)');
    },
  );

  test('is not said to have failed while the service may still carry it out', async () => {
    const { docs, folder } = await recording();
    await docs('teams update team_docs --title New');
    cutOff(folder);
    await docs('teams update team_docs --title Docs --no-history');
    const run = (await docs('runs list -o id')).stdout.trim();
    let now = testNow;
    const sleep = async (ms: number) => {
      now += ms;
      await docs('teams update team_docs --title New --no-history');
    };
    const clock = { ...systemClock, now: () => now, sleep };
    const resumed = await docs(`runs resume ${run}`, { clock });
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`run ${run} is finished: nothing to do\n`),
    });
    expect((await docs(`runs undo ${run} --yes`)).writes).toMatchObject([{ body: { title: 'Docs' } }]);
  });
});

/** Leaves only the first line of the records, as if the process had been killed before an answer. */
function cutOff(folder: string): void {
  const file = join(folder, 'history', '20260601-001.jsonl');
  const [first] = readFileSync(file, 'utf8').trim().split('\n');
  writeFileSync(file, `${first}\n`);
}

/** A site whose first change is made, but answered with errors; later requests succeed. */
function lossy(): Parameters<typeof scriptedCli>[0] {
  let title = 'Old';
  let failures = 4;
  return ({ method, body }) => {
    if (method === 'PATCH') title = (body as { title: string }).title;
    if (method === 'PATCH' && failures-- > 0) return { status: 500 };
    return { json: { id: 'site_docs', title } };
  };
}
