import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

const oneTeam = `${head}teams: { New: { members: { ada@acme.example: owner } } }\n`;

/** Runs `org validate` without a token and without a service. */
async function validate(stdin: string | undefined, line = '--file -', files: Record<string, string> = {}) {
  const docs = await scriptedCli(() => ({}), files);
  return docs(`org validate ${line}`, { stdin });
}

describe('an organization file from standard input', () => {
  test('is checked, planned, carried out and rehearsed as one from a file', async () => {
    const docs = await sandboxCli({ 'org.yaml': oneTeam });
    for (const line of [
      'validate',
      'plan',
      'plan --check',
      'apply --dry-run',
      'rehearse',
      'rehearse --kill-after 1',
    ]) {
      const { code, stdout, stderr, writes } = await docs(`org ${line} --file org.yaml`);
      const piped = await docs(`org ${line} --file -`, { stdin: oneTeam });
      const named = { ...piped, stderr: piped.stderr.replace('standard input', 'org.yaml') };
      expect(named, line).toMatchObject({ code, stdout, stderr, writes });
    }
    const json = JSON.stringify({ format: 'docs-admin-organization/1', teams: { New: { members: {} } } });
    expect((await docs('org plan --file - -o json', { stdin: json })).stdout).toContain('"name": "New"');

    const applied = await docs('org apply --file - --yes', { stdin: oneTeam });
    expect(applied).toMatchObject({ code: 0, writes: [{ method: 'PUT' }, { method: 'PUT' }] });
    expect((await docs('runs list -o csv --fields command,state')).stdout).toBe(
      'command,state\norg apply --file -,finished\n',
    );
    expect(await docs('org plan --file - --check', { stdin: oneTeam })).toMatchObject({ code: 0 });
  });

  test('is joined with files and folders, and counts once', async () => {
    const files = { 'a.yaml': `${head}teams: { A: {} }\n` };
    const other = `${head}teams: { B: {} }\n`;
    for (const line of ['--file a.yaml,-', '--file - --file .', '--file - --file - --file a.yaml'])
      expect(await validate(other, line, files)).toMatchObject({
        code: 0,
        stdout: 'section\tthings\nteams\t2\n',
      });
    expect((await validate(other, '--file -,a.yaml', files)).stderr).toBe('valid: standard input, a.yaml\n');
    expect((await validate(files['a.yaml'], '--file a.yaml --file -', files)).stderr).toContain(
      'error: standard input:2:10: teams.A: is declared in a.yaml, too; nothing was sent\n',
    );
    const redirected = await (await scriptedCli(() => ({}), files))('org validate --file a.yaml,-', {
      stdin: files['a.yaml'],
      stdinFile: 'a.yaml',
    });
    expect(redirected).toMatchObject({ code: 0, stdout: 'section\tthings\nteams\t1\n' });
  });

  test('names files of the working folder', async () => {
    const naming = (file: string) => `${head}sites: { Docs: { adaptive-schema: { file: ${file} } } }\n`;
    const docs = await scriptedCli(() => ({}), { 'schema.yaml': 'type: object\n', '-': 'type: object\n' });
    mkdirSync(join(docs.folder, 'below'));
    writeFileSync(join(docs.folder, 'below/own.yaml'), 'type: object\n');
    const line = 'org validate --file -';
    expect(await docs(line, { stdin: naming('schema.yaml') })).toMatchObject({ code: 0 });
    expect(await docs(line, { stdin: naming('own.yaml'), folder: 'below' })).toMatchObject({ code: 0 });
    // In the file, it is the name of a file.
    expect(await docs(line, { stdin: naming('"-"') })).toMatchObject({ code: 0 });
    expect(await docs(line, { stdin: naming('../schema.yaml'), folder: 'below' })).toMatchObject({
      code: 2,
      stderr:
        'error: standard input:2:37: sites.Docs.adaptive-schema: "../schema.yaml" leads out of the folder: name a file in the working folder or below it, by its path from there; nothing was sent\n',
    });
  });

  test.each([
    ['', 'standard input:1:1: format: is required: begin the file with "format: docs-admin-organization/1"'],
    [`${head}teams: [\n`, 'standard input:3:1: not valid YAML'],
    [`${head}teams: null\n`, 'standard input:2:1: teams: must be an object: write {} for an empty one'],
    [undefined, 'standard input is closed'],
  ])('%j is refused, and named', async (stdin, message) => {
    const run = await validate(stdin);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: ${message}`);
    expect(run.stderr).toContain('nothing was sent\n');
    const asJson = JSON.parse((await validate(stdin, '--file - --json')).stderr);
    expect(asJson.error.message).toContain(message);
  });

  test('a confirmation cannot come from there', async () => {
    const docs = await sandboxCli();
    expect(await docs('org apply --file -', { stdin: oneTeam, terminal: true, piped: true })).toMatchObject({
      code: 2,
      writes: [],
      questions: [],
      stderr: expect.stringContaining('this needs a confirmation: carry out 2 requests?'),
    });
  });

  test('a plan does not replace the file that it is read from', async () => {
    const docs = await sandboxCli({ 'org.yaml': oneTeam });
    const run = await docs('org plan --file - --out org.yaml', { stdin: oneTeam, stdinFile: 'org.yaml' });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: --file and --out name the same file, org.yaml');
  });

  test('has the lines of findings, which SARIF needs a name of a file for', async () => {
    const docs = await sandboxCli();
    const stdin = `${head}teams:\n  Docs: {}\n  Platform: {}\n`;
    const run = await docs('org audit --rules DA102 -o sarif --file -', { stdin });
    const places = JSON.parse(run.stdout).runs[0].results.map(
      ({ locations: [{ physicalLocation: place }] }: { locations: [{ physicalLocation: object }] }) => place,
    );
    expect(places).toContainEqual({
      artifactLocation: { uri: 'organization.yaml' },
      region: { startLine: 4, startColumn: 1, endLine: 4, endColumn: 2 },
    });
  });
});

describe('credentials in a file from standard input', () => {
  const address = 'https://sso.example/in?token=hunter2';
  const stdin = `${head}saml: { New: { entity-id: e, sso-url: "${address}" }, Okta: { sso-url: "${address}" } }\n`;

  test('are in no plan, and are read again when it is applied', async () => {
    const docs = await sandboxCli();
    expect(await docs('org plan --file - --out plan.json', { stdin })).toMatchObject({ code: 0 });
    const without = await docs('apply-plan plan.json --yes');
    expect(without).toMatchObject({ code: 2, writes: [] });
    expect(without.stderr).toBe(
      'error: standard input is closed\nhint: the file was read from standard input, and no journal or plan holds its credentials: pipe the same file in again\n',
    );
    expect(await docs('apply-plan plan.json --yes', { stdin: oneTeam })).toMatchObject({
      code: 2,
      writes: [],
      stderr: expect.stringContaining('error: standard input has no text at saml.'),
    });
    const applied = await docs('apply-plan plan.json --yes', { stdin });
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.writes.map(({ body }) => (body as { ssoURL: string }).ssoURL)).toEqual([address, address]);
  });

  test('are in no journal, and are read again when the run is resumed', async () => {
    let refuses = true;
    const docs = await sandboxCli({}, (sandbox) => async (request, signal) => {
      if (request.method !== 'PATCH' || !refuses) return sandbox(request, signal);
      return { status: 400, headers: {}, body: Buffer.from('{}') };
    });
    expect(await docs('org apply --file - --yes --journal run.jsonl', { stdin })).toMatchObject({ code: 9 });
    refuses = false;
    expect((await docs('runs show run.jsonl --json')).stdout).not.toContain('hunter2');
    expect(await docs('runs resume run.jsonl --yes')).toMatchObject({ code: 2, writes: [] });
    expect(await docs('runs resume run.jsonl --yes', { stdin })).toMatchObject({
      code: 0,
      writes: [{ body: { ssoURL: address } }],
    });
  });
});

describe('one line reads standard input once', () => {
  test.each([
    ['org audit --file - --exceptions -', '--file and --exceptions'],
    ['org audit --baseline - --snapshot - --file -', '--baseline and --snapshot'],
    ['integrations publish a --script - --input -', '--script and --input'],
    ['sites update - --input -', '<siteId> and --input'],
    ['access diff - -', '<before> and <after>'],
    ['org audit diff - -', '<before> and <after>'],
  ])('%s', async (line, names) => {
    const docs = await scriptedCli(() => ({}), {});
    const run = await docs(line, { stdin: 'x' });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(
      `error: ${names} are both -, and standard input can be read only once\nhint: name a file`,
    );
  });

  test('a text that is - is no input', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections update section_api --site site_docs --title - --input - --dry-run', {
      stdin: '{}',
    });
    expect(run.stderr).not.toContain('only once');
  });
});

describe('two times are compared', () => {
  test.each([
    ['access report --json', 'access diff'],
    ['access report -o csv', 'access diff'],
    ['org audit --json', 'org audit diff'],
  ])('with what %s has printed', async (making, diff) => {
    const docs = await sandboxCli();
    const { stdout: stdin } = await docs(making);
    expect(await docs(`${diff} - live --check`, { stdin })).toMatchObject({ code: 0 });
    expect(await docs(`${diff} live - --check`, { stdin })).toMatchObject({ code: 0 });
  });

  test.each([
    ['access diff - live', '', 'standard input is empty'],
    ['access diff - live', 'a,b\n', '"standard input" is neither a report of access nor a snapshot'],
    ['access diff - live', '{', 'standard input is not valid JSON'],
    ['org audit diff - live', '{', 'standard input is not valid JSON'],
    ['org audit --baseline -', '{}', 'standard input: must have the format docs-admin-audit-exceptions/1'],
    [
      'org audit --exceptions -',
      'format: docs-admin-audit-exceptions/1\nexceptions:\n- rule: DA1\n',
      '5 problems in standard input',
    ],
    ['org audit --snapshot -', '{}', 'standard input is no snapshot'],
    ['apply-plan -', '{}', 'standard input is not a plan of docs-admin'],
  ])('%s with %j is refused', async (line, stdin, message) => {
    const docs = await sandboxCli();
    const run = await docs(line, { stdin });
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(`error: ${message}`);
  });
});
