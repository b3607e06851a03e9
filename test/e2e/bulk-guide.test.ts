import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { freshHome, runShell } from '../support/installed.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

const guide = readFileSync('docs/bulk.md', 'utf8');
const block = (language: string) =>
  guide.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1] ?? '';

interface Workflow {
  jobs: { roster: { steps: { run?: string }[] } };
}

/** The commands of the workflow, but for the installation. */
const steps = (parse(block('yaml')) as Workflow).jobs.roster.steps
  .flatMap(({ run }) => run ?? [])
  .filter((run) => !run.startsWith('npm '));

test.each([
  ['the workflow', steps.join('\n')],
  ['the script', block('sh')],
])('%s does its work with a service that limits and fails', async (_, script) => {
  expect(script).toContain('docs-admin teams members sync');
  const service = await servedSandbox({ members: 200, teams: 12 }, { rateLimit: 40, fail: 0.1 });
  const home = freshHome();
  const teams = (await service.list<{ id: string }>('/teams')).map(({ id }) => id);
  const lines: string[] = [];
  const expected = new Map<string, string[]>();
  for (const team of teams) {
    const members = await service.list<{ organization: { id: string }; team: { role: string } }>(
      `/teams/${team}/members`,
    );
    const kept = members.filter(({ team: { role } }, at) => role === 'owner' || at > 0);
    lines.push(...kept.map(({ organization, team: { role } }) => `${team},${organization.id},${role}`));
    expected.set(team, kept.map(({ organization }) => organization.id).sort());
  }
  await writeFile(join(home, 'roster.csv'), `team,user,role\n${lines.join('\n')}\n`);
  const run = await runShell(script, { home, env: { ...service.env, CI: 'true', PAUSE: '0' } });
  expect(run, run.stderr).toMatchObject({ code: 0 });
  for (const team of teams) {
    const members = await service.list<{ organization: { id: string } }>(`/teams/${team}/members`);
    expect(members.map(({ organization }) => organization.id).sort()).toEqual(expected.get(team));
  }
});
