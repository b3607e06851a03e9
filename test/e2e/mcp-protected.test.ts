import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agrees, connectAssistant } from '../support/assistant.ts';
import { freshHome, runInstalled } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

const allow = ['--allow', 'teams,members,collections,spaces'];

describe('a protected profile', () => {
  /** Makes a home with a protected profile, and another one for the same service. */
  async function twoProfiles(other: 'org_acme' | 'org_globex') {
    const service = await servedSandbox({});
    const { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN } = service.env as Record<string, string>;
    const options = { home: freshHome(), env: { DOCS_ADMIN_TOKEN: DOCS_ADMIN_TOKEN as string } };
    const make = async (name: string, org: string, ...settings: string[]) => {
      const words = ['profiles', 'create', name, '--base-url', baseUrl as string, '--org', org];
      expect((await runHere(words, options)).code).toBe(0);
      for (const setting of settings)
        await runHere(['config', 'set', setting, 'true', '--profile', name], options);
    };
    await make('production', 'org_acme', 'protected');
    await make('other', other);
    return { service, options };
  }

  test.each([
    [
      'itself',
      'org_globex',
      'production',
      'the profile production is protected: changes in it are for people only',
    ],
    [
      'under another name',
      'org_acme',
      'other',
      'the profile production is protected, and has the same address',
    ],
  ] as const)('ends the start with --allow: %s', async (_, org, profile, message) => {
    const { options } = await twoProfiles(org);
    for (const [flags, env] of [
      [allow, {}],
      [[], { DOCS_ADMIN_MCP_ALLOW: 'teams' }],
    ] as [string[], Record<string, string>][]) {
      const words = ['mcp', '--profile', profile, ...flags];
      const run = await runInstalled(words, { ...options, env: { ...options.env, ...env } });
      expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    }
    const reading = await runInstalled(['mcp', '--profile', profile], options);
    expect(reading).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('is not reached from another organization of the same service', async () => {
    const { service, options } = await twoProfiles('org_globex');
    const cwd = freshHome();
    const update = ['teams', 'update', 'team_docs', '--title', 'Handbook'];
    const own = await runHere(['batch', '--file', '-', '--profile', 'production', '--yes'], {
      ...options,
      input: update.join(' '),
    });
    expect(own.code).toBe(0);
    await writeFile(
      join(cwd, 'organization.yaml'),
      (await runHere(['org', 'export', '--only', 'teams', '--profile', 'production'], options)).stdout,
    );
    const { stdout: run } = await runHere(['runs', 'list', '-o', 'id'], options);
    const assistant = await connectAssistant({
      ...{ home: options.home, cwd, env: options.env, onForm: agrees },
      args: ['--profile', 'other', '--allow', 'all'],
    });
    service.requests();
    const tried = [
      ['plan_undo', { run: run.trim() }],
      ['plan_change', { organization_file: 'organization.yaml' }],
      ...[
        update.join(' '),
        'collections delete col_empty',
        'spaces permissions set space_guides team_globex --role admin',
        'comments create --space space_guides --body Hello',
        'change-requests create --space space_guides',
        'custom-fields values set --space space_guides --value a=b',
        'git import --space space_guides --url https://git.example/a.git',
        'collections transfer col_globex --to-org org_acme',
        'members update user_linus --role admin',
        'sites delete site_docs',
      ].map((command) => ['plan_change', { commands: [command] }]),
    ] as [string, Record<string, unknown>][];
    for (const [tool, input] of tried) {
      const { isError, structured, text } = await assistant.call(tool, input);
      // A plan that could be made is tried as well: what it names must not exist in this organization.
      const refused = isError || (await assistant.call('apply_plan', { plan: structured.plan })).isError;
      expect(refused, `${JSON.stringify(input)}: ${text}`).toBe(true);
    }
    const requests = service.requests();
    const changed = requests.filter(({ method, status }) => method !== 'GET' && status < 300);
    expect(changed).toEqual([]);
  });

  test('that becomes protected while the server runs is not changed', async () => {
    const { service, options } = await twoProfiles('org_globex');
    const assistant = await connectAssistant({
      ...{ home: options.home, env: options.env, onForm: agrees },
      args: ['--profile', 'other', ...allow],
    });
    const commands = ['teams update team_globex --title Handbook'];
    const { plan } = (await assistant.call('plan_change', { commands })).structured;
    service.requests();
    await runHere(['config', 'set', 'protected', 'true', '--profile', 'other'], options);
    const { isError, text } = await assistant.call('apply_plan', { plan });
    expect(isError).toBe(true);
    expect(text).toContain('protected');
    expect(service.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
