import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

/** Runs `org validate` over these files, without a token and without a service. */
async function validate(files: Record<string, string>, line: string) {
  const docs = await scriptedCli(() => ({}), files);
  return docs(`org validate ${line}`);
}

const format = 'format: docs-admin-organization/1\n';

describe('several files', () => {
  test('are joined, whatever their order', async () => {
    const files = {
      'a.yaml': `${format}teams: { A: {} }\n`,
      'b.yaml': `${format}teams: { B: {} }\nsites: {}\n`,
    };
    for (const line of ['--file a.yaml --file b.yaml', '--file b.yaml,a.yaml'])
      expect(await validate(files, line)).toMatchObject({
        code: 0,
        stdout: 'section\tthings\nteams\t2\nsites\t0\n',
      });
  });

  test('name files of their own folder, which are no parts', async () => {
    const files = {
      'a.yaml': `${format}sites: { Docs: { adaptive-schema: { file: schema.yaml } } }\n`,
      'b.yaml': `${format}openapi: { pets: { file: ./pets.json } }\n`,
      'schema.yaml': 'type: object\n',
      'pets.json': '{ "openapi": "3.0.0" }\n',
    };
    const inFolder = async (own: Record<string, string>) =>
      (await scriptedCli(() => ({ status: 500 }), own))('org validate --file .');
    const run = await inFolder(files);
    expect([run.code, run.stderr]).toEqual([0, 'valid: .\n']);
    const wrong = await inFolder({ ...files, 'other.json': '{}' });
    expect(wrong.stderr).toBe(
      'error: ./other.json:1:1: format: is required: begin the file with "format: docs-admin-organization/1"; nothing was sent\n',
    );
  });

  test('may stand in folders below; names that begin with a dot are no parts', async () => {
    const docs = await scriptedCli(() => ({}), { 'a.yaml': `${format}teams: { A: {} }\n` });
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(docs.folder, 'all', path)), { recursive: true });
      await writeFile(join(docs.folder, 'all', path), text);
    };
    await write('a.yaml', `${format}teams: { A: {} }\n`);
    await write('emea/b/teams.yml', `${format}teams: { B: {} }\nopenapi: { pets: { file: pets.json } }\n`);
    await write('emea/b/pets.json', '{ "openapi": "3.0.0" }\n');
    await write('.draft.yaml', 'no part');
    await write('.git/c.yaml', 'no part');
    expect(await docs('org validate --file all')).toMatchObject({
      code: 0,
      stdout: 'section\tthings\nteams\t2\nopenapi\t1\n',
    });
  });

  test.each([
    '--file a.yaml --file a.yaml',
    '--file a.yaml --file ./a.yaml',
    '--file . --file a.yaml',
    '--file a.yaml --file .',
    '--file nope.yaml --file nope.yaml --file a.yaml',
  ])('are read once if they are given twice: %s', async (flags) => {
    const run = await validate({ 'a.yaml': `${format}organization: org_a\nteams: { A: {} }\n` }, flags);
    expect(run.stderr).not.toContain('is declared in');
    expect(run.stderr.match(/nope/g) ?? []).toHaveLength(flags.includes('nope') ? 1 : 0);
    expect(run.code).toBe(flags.includes('nope') ? 2 : 0);
  });

  test('cannot declare the same thing', async () => {
    const files = {
      'a.yaml': `${format}organization: org_a\nteams: { A: {} }\n`,
      'b.yaml': `${format}organization: org_b\nteams:\n  B: {}\n  A: {}\n`,
    };
    const run = await validate(files, '--file a.yaml --file b.yaml');
    expect(run.code).toBe(2);
    expect(run.stderr.split('\n').slice(1, 3)).toEqual([
      '  b.yaml:2:1: organization: is declared in a.yaml, too',
      '  b.yaml:5:3: teams.A: is declared in a.yaml, too',
    ]);
  });

  test('problems of all of them come at once', async () => {
    const files = { 'a.yaml': `${format}teams: null\n`, 'b.yaml': 'teams: {}\n' };
    const run = await validate(files, '--file a.yaml --file b.yaml --file missing.yaml');
    expect(run.stderr.split('\n')).toEqual([
      'error: 3 problems in the organization file; nothing was sent',
      '  a.yaml:2:1: teams: must be an object: write {} for an empty one',
      '  b.yaml:1:1: format: is required: begin the file with "format: docs-admin-organization/1"',
      '  cannot read missing.yaml: no such file',
      'hint: name an organization file, or a folder of such files; `docs-admin org export --out organization.yaml` writes one',
      '',
    ]);
  });
});
