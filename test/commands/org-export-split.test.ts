import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { organizationSchemaText } from '../../src/org/file/json-schema.ts';
import { sectionNames } from '../../src/org/section-names.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';

/** A sandbox with so many members, who are more than stand in a file. */
function manyMembers() {
  return sandboxCli({}, undefined, demoStore({ members: 2001 }));
}

const text = ({ folder }: CliInFolder, name: string) => readFileSync(join(folder, name), 'utf8');

/** A sandbox whose folder acme has these files. */
async function withFolder(...names: string[]): Promise<CliInFolder> {
  const docs = await sandboxCli();
  mkdirSync(join(docs.folder, 'acme'));
  for (const name of names) writeFileSync(join(docs.folder, 'acme', name), 'mine');
  return docs;
}

describe('--split', () => {
  test.each(['yaml', 'json'])('writes a %s file for each section that `org plan` reads', async (format) => {
    const docs = await sandboxCli();
    const run = await docs(`org export --split acme ${format === 'json' ? '-o json' : ''}`);
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: 'wrote 10 files in acme\n', writes: [] });
    const names = [...sectionNames.map((name) => `${name}.${format}`), 'organization.schema.json'];
    expect(readdirSync(join(docs.folder, 'acme')).sort()).toEqual(names.sort());
    expect(statSync(join(docs.folder, 'acme/saml.yaml'.replace('yaml', format))).mode & 0o777).toBe(0o600);
    expect(text(docs, 'acme/organization.schema.json')).toBe(organizationSchemaText());
    expect(await docs('org plan --file acme --check')).toMatchObject({ code: 0 });
  });

  test('names the schema in the first line, and the organization', async () => {
    const docs = await sandboxCli();
    await docs('org export --split acme --only openapi');
    expect(readdirSync(join(docs.folder, 'acme'))).toEqual(['openapi.yaml', 'organization.schema.json']);
    expect(text(docs, 'acme/openapi.yaml')).toMatch(
      /^# yaml-language-server: \$schema=organization\.schema\.json\nformat: .*\norganization: org_acme\nopenapi:\n/,
    );
    expect((await docs('org export --only openapi')).stdout).toMatch(/^format: /);
  });

  test('asks once, on a terminal, before it replaces files', async () => {
    const docs = await sandboxCli();
    await docs('org export --split acme');
    const run = await docs('org export --split acme', { terminal: true, answers: [false] });
    expect(run).toMatchObject({
      code: 2,
      requests: [],
      questions: ['replace the files of the organization in acme?'],
    });
  });

  test.each([
    ['yaml', 'json', 'name another folder, give -o yaml, or delete these files'],
    ['json', 'yaml', 'name another folder, give -o json, or delete these files'],
    ['yml', 'yaml', 'name another folder, or delete these files'],
  ])(
    'refuses a folder with sections in .%s files before it writes .%s files',
    async (there, format, hint) => {
      const docs = await withFolder(`teams.${there}`, `saml.${there}`);
      const run = await docs(`org export --split acme -o ${format}`);
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toContain(
        `acme holds saml.${there}, teams.${there}, and this export writes .${format} files`,
      );
      expect(run.stderr).toContain(hint);
      expect(readdirSync(join(docs.folder, 'acme'))).toEqual([`saml.${there}`, `teams.${there}`]);
    },
  );

  test('warns of sections in the folder that it does not write', async () => {
    const docs = await withFolder('own.yaml');
    await docs('org export --split acme --only teams,saml');
    const run = await docs('org export --split acme --only openapi,teams');
    expect(run).toMatchObject({
      code: 0,
      stderr:
        'warning: acme also holds saml.yaml: this export has not written what is there, and --file acme reads it\nwrote 3 files in acme\n',
    });
  });

  test.each(['members.yaml', 'members.csv'])('writes nothing where %s cannot be written', async (name) => {
    const docs = await sandboxCli();
    mkdirSync(join(docs.folder, 'acme', name), { recursive: true });
    const run = await docs('org export --split acme');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(`acme/${name}`);
    expect(readdirSync(join(docs.folder, 'acme'))).toEqual([name]);
  });

  test('leaves a section out that cannot be read, with the reason in its file', async () => {
    const docs = await sandboxCli(
      {},
      (sandbox) => async (request, signal) =>
        request.url.includes('/saml')
          ? { status: 403, headers: {}, body: new TextEncoder().encode('{"error":{"message":"not yours"}}') }
          : sandbox(request, signal),
    );
    expect(await docs('org export --split acme')).toMatchObject({ code: 12 });
    expect(existsSync(join(docs.folder, 'acme'))).toBe(false);
    expect(await docs('org export --split acme --allow-partial')).toMatchObject({ code: 12 });
    expect(text(docs, 'acme/saml.yaml')).toMatch(/\n# saml is left out: .*not yours\n$/);
    expect(await docs('org validate --file acme')).toMatchObject({ code: 0 });
  });

  test.each([
    ['--split acme --out acme.yaml', '--out and --split exclude each other'],
    ['--split missing/acme', 'missing/acme: no such file'],
    ['--split own.yaml', 'own.yaml is a file, and no folder'],
    ['--split -', '--split writes a file, and - is none'],
    [['org', 'export', '--split', ''], '--split needs a value'],
  ])('%j is refused, and nothing is sent', async (flags, message) => {
    const docs = await sandboxCli({ 'own.yaml': 'mine\n' });
    mkdirSync(join(docs.folder, 'acme'));
    const run = await docs(typeof flags === 'string' ? `org export ${flags}` : flags);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
  });
});

describe('more than 2,000 people', () => {
  test('stand in a table beside the file, which the plan reads', async () => {
    const docs = await manyMembers();
    const run = await docs('org export --out acme.yaml');
    expect(run).toMatchObject({
      code: 0,
      stderr: 'wrote acme.yaml, acme.members.csv and 5 files in acme.teams\n',
    });
    expect(text(docs, 'acme.yaml')).toContain('\nmembers:\n  file: acme.members.csv\n');
    const [header, ...rows] = text(docs, 'acme.members.csv').trimEnd().split('\n');
    expect([header, rows.length]).toEqual(['user,role', 2001]);
    expect(await docs('org plan --file acme.yaml --check')).toMatchObject({ code: 0 });
  });

  test('stand in a table for each team, with the id of the team in its name', async () => {
    const docs = await manyMembers();
    await docs('org export --out acme.yaml --only members,teams');
    expect(text(docs, 'acme.yaml')).toContain(
      '  Docs:\n    members:\n      file: acme.teams/team_docs.csv\n  Nobody yet:\n    members: {}\n',
    );
    expect(text(docs, 'acme.yaml')).not.toContain('@');
    expect(text(docs, 'acme.teams/team_support.csv')).toBe(
      'user,role\nana@acme.example,member\nbo@acme.example,member\nhana@agency.example,member\nines@acme.example,member\nsofia@acme.example,owner\n',
    );
    expect(statSync(join(docs.folder, 'acme.teams')).mode & 0o777).toBe(0o700);
  });

  test('may be members of teams only', async () => {
    const docs = await sandboxCli({}, undefined, demoStore({ members: 2001, teams: 20 }));
    await docs('org export --out acme.yaml --only teams -o json');
    expect(readdirSync(docs.folder).sort()).toEqual(['acme.teams', 'acme.yaml']);
    expect(JSON.parse(text(docs, 'acme.yaml')).teams['Team 0001'].members).toEqual({
      file: 'acme.teams/team_0001.csv',
    });
    expect(await docs('org plan --file acme.yaml --check')).toMatchObject({ code: 0 });
  });

  test('are found again where the files are moved to', async () => {
    const docs = await manyMembers();
    await docs('org export --out acme.yaml');
    mkdirSync(join(docs.folder, 'moved'));
    for (const name of ['acme.yaml', 'acme.members.csv', 'acme.teams'])
      renameSync(join(docs.folder, name), join(docs.folder, 'moved', name));
    expect(await docs('org validate --file moved/acme.yaml')).toMatchObject({ code: 0 });
    expect(await docs('org plan --file moved --check')).toMatchObject({ code: 0 });
  });

  test('are adopted into the tables of their teams', async () => {
    const docs = await manyMembers();
    await docs('org export --out acme.yaml');
    const yaml = text(docs, 'acme.yaml');
    await docs('teams members add team_support user_kim --yes');
    await docs('teams members remove team_support user_bo --yes');
    expect(await docs('org plan --file acme.yaml --adopt --yes')).toMatchObject({
      code: 0,
      stderr: 'wrote acme.teams/team_support.csv: 1 line added, 1 removed\n',
    });
    expect(text(docs, 'acme.yaml')).toBe(yaml);
    expect(text(docs, 'acme.teams/team_support.csv')).toBe(
      'user,role\nana@acme.example,member\nhana@agency.example,member\nines@acme.example,member\nkim@acme.example,member\nsofia@acme.example,owner\n',
    );
  });

  test('of a team are changed by their table', async () => {
    const docs = await manyMembers();
    await docs('org export --out acme.yaml');
    appendFileSync(join(docs.folder, 'acme.teams/team_support.csv'), 'kim@acme.example,boss\n');
    expect((await docs('org apply --file acme.yaml --yes')).stderr).toBe(
      'error: acme.teams/team_support.csv:7: role: must be owner, member, not "boss"; nothing was sent\n',
    );
    const right = text(docs, 'acme.teams/team_support.csv').replace('boss', 'member');
    writeFileSync(join(docs.folder, 'acme.teams/team_support.csv'), right);
    expect(await docs('org apply --file acme.yaml --yes')).toMatchObject({
      code: 0,
      writes: [{ method: 'PUT', path: '/v1/orgs/org_acme/teams/team_support/members' }],
    });
  });

  test('write nothing where their table cannot be written', async () => {
    const docs = await manyMembers();
    mkdirSync(join(docs.folder, 'acme.members.csv'));
    const run = await docs('org export --out acme.yaml');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('acme.members.csv');
    expect(readdirSync(docs.folder)).not.toContain('acme.yaml');
  });

  test.each([
    ['--out acme.yaml', 'acme.teams', 'acme.teams is a file, and no folder'],
    ['--out acme.yaml', 'acme.teams/team_docs.csv/', 'acme.teams/team_docs.csv is a folder'],
    ['--split acme', 'acme/teams', 'acme/teams is a file, and no folder'],
    ['--split acme', 'acme/teams/team_docs.csv/', 'acme/teams/team_docs.csv is a folder'],
  ])('write nothing with %s where %s is in the way', async (flags, name, message) => {
    const docs = await manyMembers();
    const path = join(docs.folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, 'mine');
    const before = readdirSync(docs.folder, { recursive: true });
    const run = await docs(`org export ${flags}`);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(readdirSync(docs.folder, { recursive: true })).toEqual(before);
  });

  test('are asked about before anything is written', async () => {
    const docs = await manyMembers();
    writeFileSync(join(docs.folder, 'acme.members.csv'), 'mine');
    const run = await docs('org export --out acme.yaml', { terminal: true, answers: [false] });
    expect(run).toMatchObject({ code: 2, questions: ['replace the file acme.members.csv?'] });
    expect(readdirSync(docs.folder)).not.toContain('acme.yaml');
  });

  test('are asked about once for the tables of all teams', async () => {
    const docs = await manyMembers();
    await docs('org export --out acme.yaml --only teams,members');
    const questions = [
      'replace the file acme.yaml?',
      'replace the file acme.members.csv?',
      'replace the files in acme.teams?',
    ];
    const line = 'org export --out acme.yaml --only teams,members';
    const run = await docs(line, { terminal: true, answers: [true, true, false] });
    expect(run).toMatchObject({ code: 2, questions });
    expect(await docs(`${line} --yes`, { terminal: true })).toMatchObject({ code: 0, questions: [] });
  });

  test('stand in members.csv and teams of a folder', async () => {
    const docs = await manyMembers();
    const run = await docs('org export --split acme --only members,teams');
    expect(run).toMatchObject({ code: 0, stderr: 'wrote 9 files in acme\n' });
    expect(readdirSync(join(docs.folder, 'acme'))).toEqual([
      'members.csv',
      'members.yaml',
      'organization.schema.json',
      'teams',
      'teams.yaml',
    ]);
    expect(text(docs, 'acme/teams.yaml')).toContain('file: teams/team_docs.csv\n');
    const again = await docs('org export --split acme --only members,teams', {
      terminal: true,
      answers: [true],
    });
    expect(again).toMatchObject({ code: 0, questions: ['replace the files of the organization in acme?'] });
    expect(await docs('org plan --file acme --check')).toMatchObject({ code: 0 });
  });

  test('stand in the text on standard output', async () => {
    const docs = await manyMembers();
    expect((await docs('org export --only members')).stdout.split('\n').length).toBeGreaterThan(2001);
  });
});
