import { appendFileSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

const line = 'org plan --file org.yaml --adopt --yes';
const stale = `${head}teams:\n  Platform: {}\n  Gone: {}\n`;
const fresh = `${head}teams:\n  Platform: {}\n`;

const goneWarning = 'warning: team "Gone" is not in the service: its entry is taken out of the file\n';

describe('what is refused, before anything is written', () => {
  test.each([
    ['--check', '--check'],
    ['--out plan.json', '--out'],
    ['--max-chars 2000', '--max-chars'],
    ['--skip-missing', '--skip-missing'],
    ['--delete', '--delete'],
    ['--refresh openapi', '--refresh'],
    ['--allow-delete sites', '--allow-delete'],
    ['--batch-size 5', '--batch-size'],
    ['--max-removals 5', '--max-removals'],
    ['--allow-ownerless', '--allow-ownerless'],
  ])('%s', async (flags, flag) => {
    const docs = await sandboxCli({ 'org.yaml': stale });
    expect(await docs(`${line} ${flags}`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: ${flag} means nothing with --adopt, which changes the file and not the service\nhint: leave one of the two out\n`,
      requests: [],
    });
  });

  test.each([
    ['-o markdown', '-o markdown is for plans; --adopt prints text or json'],
    ['--file -', '--adopt cannot write into standard input'],
    ['--file missing.yaml', 'cannot read missing.yaml: no such file; nothing was sent'],
    ['--only nope', 'invalid --only: "nope" is no section of an organization file'],
  ])('%s', async (flags, message) => {
    const docs = await sandboxCli({ 'org.yaml': stale });
    const run = await docs(`${line} ${flags}`, { stdin: stale });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr.split('\n')[0]).toBe(`error: ${message}`);
  });

  test('no file', async () => {
    const docs = await sandboxCli({});
    expect((await docs('org plan --adopt')).stderr).toBe(
      'error: no --file given\nhint: name the organization file, or its folder\n',
    );
  });

  test.each([
    [
      'another organization',
      'organization: org_other\nteams: {}\n',
      'org.yaml:2:1: organization: the file is for "org_other", not for "org_acme"; nothing was sent',
    ],
    [
      'an unknown key',
      'teams:\n  Docs: { nope: 1 }\n',
      'org.yaml:3:11: teams.Docs.nope: is no key of an organization file; nothing was sent',
    ],
    [
      'an alias',
      'teams:\n  Docs: &all {}\n  Platform: *all\n',
      'org.yaml:3:14: not valid YAML (an anchor (&), which is not supported here); nothing was sent',
    ],
    [
      'what is managed elsewhere',
      'ignore: [ "team:D*" ]\nteams: { Docs: {} }\n',
      'org.yaml:3:10: teams.Docs: is managed elsewhere: "ignore" lists "team:D*"; nothing was sent',
    ],
    ['no YAML', 'teams: {\n', 'org.yaml:3:1: not valid YAML (bad indent); nothing was sent'],
  ])('a file with %s', async (_, text, message) => {
    const docs = await sandboxCli({ 'org.yaml': head + text });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: `error: ${message}\n` });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(head + text);
  });

  test('parts of two organizations, and parts that declare the same', async () => {
    const docs = await sandboxCli({
      'org.yaml': `${head}organization: org_acme\nteams: { Docs: {} }\n`,
      'b.yaml': `${head}organization: org_other\nteams: { Docs: {} }\n`,
    });
    expect(await docs(`${line} --file b.yaml`)).toMatchObject({
      code: 2,
      stderr:
        'error: 2 problems in the organization file; nothing was sent\n' +
        '  b.yaml:2:1: organization: is declared in org.yaml, too\n' +
        '  b.yaml:3:10: teams.Docs: is declared in org.yaml, too\n',
    });
  });

  test('a read-only file', async () => {
    const docs = await sandboxCli({ 'org.yaml': stale });
    await chmod(join(docs.folder, 'org.yaml'), 0o444);
    expect(await docs(line)).toMatchObject({
      code: 2,
      stderr: `${goneWarning}error: org.yaml is read-only; nothing was written: make it writable, or adopt into a copy\n`,
    });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(stale);
  });

  test('a file that someone changes in between', async () => {
    let path = '';
    const docs = await sandboxCli(
      { 'org.yaml': stale, 'b.yaml': `${head}openapi: { gone: {} }\n` },
      (sandbox) => async (request, signal) => {
        if (readFileSync(path, 'utf8') === stale) appendFileSync(path, '# mine\n');
        return sandbox(request, signal);
      },
    );
    path = join(docs.folder, 'org.yaml');
    expect(await docs(`${line} --file b.yaml`)).toMatchObject({
      code: 6,
      stderr: `${goneWarning}error: org.yaml: changed since it was read; nothing was written\nhint: run the command again\n`,
    });
    expect(readFileSync(path, 'utf8')).toBe(`${stale}# mine\n`);
    expect(readFileSync(join(docs.folder, 'b.yaml'), 'utf8')).toBe(`${head}openapi: { gone: {} }\n`);
  });

  test('what the service has and no file can say', async () => {
    const docs = await sandboxCli(
      { 'org.yaml': `${head}members:\n  ada@acme.example: read\n` },
      (sandbox) => async (request, signal) => {
        const answer = await sandbox(request, signal);
        const text = new TextDecoder()
          .decode(answer.body)
          .replaceAll('"role":"admin"', '"role":"owner-of-all"');
        return { ...answer, body: new TextEncoder().encode(text) };
      },
    );
    const run = await docs(line);
    expect(run).toMatchObject({ code: 12, stdout: '' });
    expect(run.stderr).toMatch(
      /^error: what the service has cannot be written in this file; nothing was written: change it by hand\n {2}org.yaml:3:3: members."ada@acme.example": .*\n$/,
    );
  });
});

describe('files', () => {
  test('a link stays, and the file behind it is written', async () => {
    const docs = await sandboxCli({ 'org.yaml': stale });
    await rename(join(docs.folder, 'org.yaml'), join(docs.folder, 'real.yaml'));
    await symlink('real.yaml', join(docs.folder, 'org.yaml'));
    expect(await docs(line)).toMatchObject({ code: 0 });
    expect(lstatSync(join(docs.folder, 'org.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(docs.folder, 'real.yaml'), 'utf8')).toBe(fresh);
  });

  test.each(['utf16le', 'utf16be'])(
    'in %s, with line ends of Windows and without a last one',
    async (encoding) => {
      const bytes = (text: string) => {
        const own = Buffer.from(`\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}`, 'utf16le');
        return encoding === 'utf16be' ? own.swap16() : own;
      };
      const docs = await sandboxCli({ 'org.yaml': bytes(`${stale}openapi: {}\n`) });
      expect(await docs(line)).toMatchObject({ code: 0 });
      expect(readFileSync(join(docs.folder, 'org.yaml'))).toEqual(bytes(`${fresh}openapi: {}\n`));
    },
  );

  test('each difference goes where its thing is declared, and a new thing into the first file with its section', async () => {
    const docs = await sandboxCli({});
    const folder = join(docs.folder, 'all');
    await mkdir(join(folder, 'emea'), { recursive: true });
    await writeFile(
      join(folder, 'a.json'),
      `{\n  "format": "docs-admin-organization/1",\n  "managed": {\n    "custom-fields": "full"\n  },\n  "custom-fields": {\n    "tier": { "type": "select:single", "options": ["gold"] }\n  }\n}\n`,
    );
    await writeFile(join(folder, 'emea', 'b.yaml'), `${head}custom-fields:\n  gone: { type: text }\n`);
    await writeFile(join(folder, 'emea', 'c.yaml'), `${head}teams: {}\n`);
    const run = await docs('org plan --file all --adopt --yes');
    expect(run).toMatchObject({
      code: 0,
      stderr: 'wrote all/emea/b.yaml: 1 line added, 2 removed\nwrote all/a.json: 36 lines added, 1 removed\n',
    });
    const json = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'));
    expect(Object.keys(json['custom-fields'])).toEqual([
      'audiences',
      'labels',
      'owner_team',
      'public',
      'review_days',
      'tier',
    ]);
    expect(json['custom-fields'].tier.options).toEqual(['gold', 'silver', 'bronze']);
    expect(readFileSync(join(folder, 'emea', 'b.yaml'), 'utf8')).toBe(`${head}custom-fields: {}\n`);
  });

  test('a table that two teams share is left for a person', async () => {
    const docs = await sandboxCli({
      'org.yaml': `${head}teams:\n  Nobody yet: { members: { file: all.csv } }\n  Platform: { members: { file: all.csv } }\n`,
      'all.csv': 'user,role\nada@acme.example,owner\n',
    });
    expect(await docs(line)).toMatchObject({
      code: 11,
      stderr:
        'error: the file is not as the service is: 1 place must be changed by hand\n' +
        '  org.yaml:3:17: teams."Nobody yet".members: write a file of its own: all.csv is named in several places\n',
    });
  });

  test('rows that are aliases are left for a person, the others are adopted', async () => {
    const rows =
      '- &ada { user: ada@acme.example, role: member }\n- { user: kim@acme.example, role: owner }\n';
    const docs = await sandboxCli({
      'org.yaml': `${head}teams:\n  Docs: { members: { file: docs.yaml } }\n`,
      'docs.yaml': rows,
    });
    const run = await docs(line);
    expect(run).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('  docs.yaml:1: teams.Docs.members[0]'),
    });
    expect(readFileSync(join(docs.folder, 'docs.yaml'), 'utf8')).toBe(
      '- &ada { user: ada@acme.example, role: member }\n' +
        [
          ['gil@contractor', 'member'],
          ['linus@acme', 'owner'],
          ['mei.chen@acme', 'member'],
          ['ravi@acme', 'member'],
          ['yuki@acme', 'member'],
          ['zoe@acme', 'member'],
        ]
          .map(([user, role]) => `- { user: ${user}.example, role: ${role} }\n`)
          .join(''),
    );
  });

  test('a document that nothing names any more is named', async () => {
    const docs = await sandboxCli({});
    await mkdir(join(docs.folder, 'all'));
    await writeFile(
      join(docs.folder, 'all', 'org.yaml'),
      `${head}sites:\n  Gone:\n    adaptive-schema: { file: gone.yaml }\nteams:\n  Gone:\n    members: { file: gone.csv }\n`,
    );
    await writeFile(join(docs.folder, 'all', 'gone.yaml'), 'type: object\n');
    await writeFile(join(docs.folder, 'all', 'gone.csv'), 'user,role\n');
    expect(await docs('org plan --file all --adopt --yes')).toMatchObject({
      code: 11,
      stderr:
        `${goneWarning}warning: site "Gone" with 1 adaptive schema is not in the service: its entry is taken out of the file\n` +
        'wrote all/org.yaml: 2 lines added, 6 removed\n' +
        'warning: all/gone.csv: nothing names it any more\n' +
        'error: the file is not as the service is: 1 place must be changed by hand\n' +
        '  all/gone.yaml: delete it: nothing names it any more, and in this folder it would be a part of the organization file\n',
    });
  });
});
