import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patternKinds } from '../../src/org/file/rules.ts';
import { example, sideFiles } from '../org/example.ts';
import { wrongByForm } from '../org/wrong-files.ts';
import { scriptedCli } from '../support/cli.ts';

/** Runs `org validate` over these files, without a token and without a service. */
async function validate(files: Record<string, string | Uint8Array>, line = '--file organization.yaml') {
  const docs = await scriptedCli(() => ({}), { ...sideFiles, ...files });
  return docs(`org validate ${line}`);
}

const format = 'format: docs-admin-organization/1\n';

/** Returns the lines with problems, without the common end of errors. */
async function problemsOf(text: string | Uint8Array): Promise<string[]> {
  const { code, stdout, stderr, requests } = await validate({ 'organization.yaml': text });
  expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] });
  const lines = stderr.trimEnd().split('\n');
  const [first = ''] = lines;
  if (lines.length === 1 || !/ problems in the organization file/.test(first))
    return [first.replace(/^error: /, '').replace(/; nothing was sent$/, '')];
  return lines.slice(1).map((line) => line.trim());
}

describe('a right file', () => {
  test('with all sections is valid, and its parts are counted', async () => {
    const run = await validate({ 'organization.yaml': example });
    expect(run).toMatchObject({ code: 0, requests: [], stderr: 'valid: organization.yaml\n' });
    expect(run.stdout).toBe(
      'section\tthings\nmembers\t3\nteams\t2\ncustom-fields\t1\ncollections\t2\nspaces\t1\nsites\t1\nopenapi\t2\ntranslations\t1\nsaml\t1\n',
    );
  });

  test('as JSON, for scripts', async () => {
    const run = await validate({ 'organization.yaml': example }, '--file organization.yaml --json');
    expect(JSON.parse(run.stdout).slice(0, 2)).toEqual([
      { section: 'members', things: 3 },
      { section: 'teams', things: 2 },
    ]);
  });

  test.each([
    ['JSON', '{ "format": "docs-admin-organization/1", "teams": { "Docs": {} } }'],
    ['a byte order mark and CRLF', `\ufeff${format}teams:\r\n  Docs: {}\r\n`],
  ])('may be %s', async (_, text) => {
    expect(await validate({ 'organization.yaml': text })).toMatchObject({
      code: 0,
      stdout: 'section\tthings\nteams\t1\n',
    });
  });

  test('with empty sections declares that there is nothing; without any it declares nothing', async () => {
    const empty = `${format}members: {}\nteams: {}\nsites: {}\n`;
    expect((await validate({ 'organization.yaml': empty })).stdout).toBe(
      'section\tthings\nmembers\t0\nteams\t0\nsites\t0\n',
    );
    expect((await validate({ 'organization.yaml': format })).stderr).toBe('valid: it declares nothing\n');
  });

  test('that manages a section in full, and does not have it: says that this has no effect', async () => {
    const text = `${format}managed: { members: keep, teams: full, saml: full }\nsaml: {}\n`;
    expect(await validate({ 'organization.yaml': text })).toMatchObject({
      code: 0,
      stderr:
        'warning: organization.yaml:2:27: managed.teams: has no effect: the file has no section "teams", so it is not compared\nvalid: organization.yaml\n',
    });
    const parts = { 'a.yaml': `${format}managed: { teams: full }\n`, 'b.yaml': `${format}teams: {}\n` };
    expect((await validate(parts, '--file a.yaml,b.yaml')).stderr).toBe('valid: a.yaml, b.yaml\n');
  });

  test('is counted with nested collections', async () => {
    const text = `${format}collections: { A: { collections: { B: { collections: { C: {} } }, D: {} } } }\n`;
    expect((await validate({ 'organization.yaml': text })).stdout).toBe('section\tthings\ncollections\t4\n');
  });

  test('people may stand in a file of rows', async () => {
    const run = await validate({
      'organization.yaml': `${format}members: { file: people.csv }\nteams: { Docs: { members: { file: docs.csv } } }\n`,
      'people.csv': 'user,role\nada@acme.example,admin\nuser_kim,guest\n',
      'docs.csv': 'user,role\nada@acme.example,owner\n',
    });
    expect(run).toMatchObject({ code: 0, stdout: 'section\tthings\nmembers\t2\nteams\t1\n' });
  });
});

test('without a file the line is refused', async () => {
  expect(await validate({}, '')).toMatchObject({
    code: 2,
    stderr: 'error: no --file given\nhint: name the organization file, or its folder\n',
  });
});

describe('a wrong file says where', () => {
  test.each([
    ...wrongByForm,
    ['a tab', `${format}teams:\n\tDocs: {}\n`, 'organization.yaml:3:1: not valid YAML (tab as indent)'],
    [
      'an anchor',
      `${format}teams: { A: &a {} }\n`,
      'organization.yaml:2:16: not valid YAML (an anchor (&), which is not supported here)',
    ],
    [
      'an alias',
      `${format}teams: *a\n`,
      'organization.yaml:2:8: not valid YAML (an alias (*), which is not supported here)',
    ],
    [
      'a tag',
      `${format}teams: !!js/function x\n`,
      'organization.yaml:2:8: not valid YAML (a tag (!), which is not supported here)',
    ],
    [
      'a set, which would be an empty map',
      `${format}teams: !!set { Docs }\n`,
      'organization.yaml:2:14: not valid YAML (a tag (!), which is not supported here)',
    ],
    [
      'an ordered map, which would be an empty map',
      `${format}teams: !!omap [ Docs: {} ]\n`,
      'organization.yaml:2:15: not valid YAML (a tag (!), which is not supported here)',
    ],
    [
      'an optional text that is no text',
      `${format}collections:\n  Docs: { description: null }\n`,
      'organization.yaml:3:11: collections.Docs.description: must be "" or a string',
    ],
    [
      'a key that is there twice',
      `${format}teams:\n  A: {}\n  A: {}\n`,
      'organization.yaml:4:3: not valid YAML (duplicate key)',
    ],
    [
      'a key that is no text',
      `${format}teams:\n  ? : {}\n`,
      'organization.yaml:3:5: not valid YAML (a key that is no text)',
    ],
    [
      'two documents',
      `${format}---\n${format}`,
      'organization.yaml:2:1: not valid YAML (more than one document)',
    ],
    [
      'a name that is too long',
      `${format}teams:\n  ${'x'.repeat(65)}: {}\n`,
      `organization.yaml:3:3: teams.${'x'.repeat(65)}: its name must have at most 64 characters`,
    ],
    [
      'members without an e-mail',
      `${format}members:\n  Ada: admin\n`,
      'organization.yaml:3:3: members.Ada: must be an e-mail address, or hold { id: ..., role: ... }',
    ],
    [
      'one person twice',
      `${format}members:\n  a@b.example: admin\n  A@B.example: read\n`,
      'organization.yaml:4:3: members."A@B.example": is the same person as "a@b.example"',
    ],
    [
      'spaces managed in full',
      `${format}managed: { spaces: full }\n`,
      'organization.yaml:2:12: managed.spaces: must be keep: spaces are not made or deleted here',
    ],
    [
      'an unknown kind',
      `${format}keep: [ "people:Ada" ]\n`,
      `organization.yaml:2:9: keep[0]: "people" is no kind; kinds are ${patternKinds.join(', ')}`,
    ],
    [
      'what is managed elsewhere',
      `${format}ignore: [ "team:okta-*" ]\nteams:\n  okta-docs: {}\n`,
      'organization.yaml:4:3: teams.okta-docs: is managed elsewhere: "ignore" lists "team:okta-*"',
    ],
    [
      'a select field without options',
      `${format}custom-fields:\n  a: { type: "select:single" }\n`,
      'organization.yaml:3:3: custom-fields.a: needs "options": its type is select:single',
    ],
    [
      'a password in an address',
      `${format}openapi:\n  pets: { url: "https://me:secret@example.com/a.yaml" }\n`,
      'organization.yaml:3:11: openapi.pets.url: holds a user name or a password, which does not belong in this file',
    ],
    [
      'an earlier name that is a name of today',
      `${format}teams: { A: { previously: [ B ] }, B: {} }\n`,
      'organization.yaml:2:29: teams.A.previously[0]: "B" is declared as well: a rename leaves no thing of the earlier name',
    ],
    [
      'an earlier name twice',
      `${format}teams: { A: { previously: [ C ] }, B: { previously: [ C ] } }\n`,
      'organization.yaml:2:55: teams.B.previously[0]: is an earlier name of "A", too',
    ],
    [
      'its own name as an earlier one',
      `${format}teams: { A: { previously: [ A ] } }\n`,
      'organization.yaml:2:29: teams.A.previously[0]: is the name of today',
    ],
  ])('%s', async (_, text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  test('names that it would have to list, where it lists everything', async () => {
    const text = `${format}managed: { teams: full, members: full, custom-fields: full }
members: { ada@acme.example: admin }
teams: { Docs: { members: { kim@acme.example: member } } }
custom-fields: { product: { type: "select:single", options: [ Docs ] } }
collections: { Handbooks: { collections: { Archive: { teams: { Tokyo: read } } } } }
spaces: { Handbook: { teams: { Osaka: edit }, fields: { product: API, audience: all } } }
saml: { Okta: { default-team: Kyoto } }
`;
    expect(await problemsOf(text)).toEqual([
      'organization.yaml:4:29: teams.Docs.members."kim@acme.example": is no member: "members" is managed in full and does not list them',
      'organization.yaml:6:64: collections.Handbooks.collections.Archive.teams.Tokyo: is not in "teams", which is managed in full',
      'organization.yaml:7:32: spaces.Handbook.teams.Osaka: is not in "teams", which is managed in full',
      'organization.yaml:7:71: spaces.Handbook.fields.audience: is not in "custom-fields", which is managed in full',
      'organization.yaml:8:17: saml.Okta.default-team: is not in "teams", which is managed in full',
    ]);
  });

  test('names within one site', async () => {
    const text = `${format}sites:
  Docs:
    section-groups: [ { title: Learn }, { title: Learn } ]
    sections:
      - { title: Guides, path: guides, group: Read, default: true }
      - { title: Guides 2, path: guides, default: true, spaces: [ { space: A, default: true }, { space: A, default: true } ] }
    spaces: []
`;
    expect(await problemsOf(text)).toEqual([
      'organization.yaml:4:43: sites.Docs.section-groups[1].title: "Learn" is there twice',
      'organization.yaml:6:40: sites.Docs.sections[0].group: "Read" is not in "section-groups" of the site',
      'organization.yaml:7:28: sites.Docs.sections[1].path: "guides" is there twice',
      'organization.yaml:7:42: sites.Docs.sections[1].default: another one is the default already',
      'organization.yaml:7:98: sites.Docs.sections[1].spaces[1].space: "A" is there twice',
      'organization.yaml:7:108: sites.Docs.sections[1].spaces[1].default: another one is the default already',
      'organization.yaml:8:5: sites.Docs.spaces: a site with sections has its spaces in them',
    ]);
  });

  test('in one section hides nothing in the others', async () => {
    const text = `${format}managed: { teams: full }
members:
  Ada: admin
teams:
  Docs: { members: [ }
spaces:
  Guide: { teams: { Nobody: edit } }
sites: { Docs: { visibility: secret } }
custom-fields:
  a: { type: "select:single" }
saml:
\tOkta: {}
sites: {}
`;
    expect(await problemsOf(text)).toEqual([
      'organization.yaml:4:3: members.Ada: must be an e-mail address, or hold { id: ..., role: ... }',
      'organization.yaml:6:22: not valid YAML (bad indent)',
      'organization.yaml:9:18: sites.Docs.visibility: must be "public" or "unlisted" or "share-link" or "visitor-auth"',
      'organization.yaml:11:3: custom-fields.a: needs "options": its type is select:single',
      'organization.yaml:13:1: not valid YAML (tab as indent)',
      'organization.yaml:14:1: not valid YAML (duplicate key)',
    ]);
  });

  test('in one thing hides nothing in the others of its section', async () => {
    const text = `${format}teams:
  Docs:
  Docs: { members: {} }
  Design: { member: {} }
  Support: { members: { file: none.csv } }
  Sales: { members: { a@b.example: owner, A@B.example: owner } }
  X${'x'.repeat(64)}: {}
`;
    expect(await problemsOf(text)).toEqual([
      'organization.yaml:3:3: teams.Docs: must be an object: write {} for an empty one',
      'organization.yaml:4:3: not valid YAML (duplicate key)',
      'organization.yaml:5:13: teams.Design.member: is no key of an organization file',
      'organization.yaml:6:25: teams.Support.members: cannot read none.csv: no such file',
      'organization.yaml:7:43: teams.Sales.members."A@B.example": is the same person as "a@b.example"',
      `organization.yaml:8:3: teams.X${'x'.repeat(64)}: its name must have at most 64 characters`,
    ]);
  });

  test('in several people is told for each of them', async () => {
    const text = `${format}members:
  a@b.example: boss
  c@d.example: 5
  e@f.example: { role: admin }
  g@h.example:
`;
    const roles = '"admin" or "create" or "review" or "edit" or "comment" or "read" or "guest"';
    expect(await problemsOf(text)).toEqual([
      `organization.yaml:3:3: members."a@b.example": must be ${roles}`,
      `organization.yaml:4:3: members."c@d.example": must be ${roles} or an object`,
      'organization.yaml:5:3: members."e@f.example".id: is required',
      `organization.yaml:6:3: members."g@h.example": must be ${roles} or an object`,
    ]);
  });

  test('where the fault is in no section, only the fault is told', async () => {
    expect(await problemsOf(`${format}teams: {}\n--- x\n`)).toEqual([
      'organization.yaml:3:1: not valid YAML (more than one document)',
    ]);
  });

  test('a name that is hostile is shown harmlessly', async () => {
    const [problem = ''] = await problemsOf(`${format}teams:\n  "\\e]0;x\\a\\u202Eevil": null\n`);
    expect(problem).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(problem).toContain('organization.yaml:3:3: teams.');
  });
});

describe('files that it names', () => {
  test.each([
    [
      'a missing one',
      'openapi:\n  own: { file: gone.yaml }\n',
      {},
      'organization.yaml:3:10: openapi.own: cannot read gone.yaml: no such file',
    ],
    [
      'one above its folder',
      'openapi:\n  own: { file: ../own.yaml }\n',
      {},
      'organization.yaml:3:10: openapi.own: "../own.yaml" leads out of the folder: name a file in the folder of organization.yaml or below it, by its path from there',
    ],
    [
      'one above its folder, on a way through another folder',
      'members: { file: parts/../../people.csv }\n',
      {},
      'organization.yaml:2:12: members: "parts/../../people.csv" leads out of the folder: name a file in the folder of organization.yaml or below it, by its path from there',
    ],
    [
      'an absolute path',
      'saml: { Okta: { certificate: { file: /etc/passwd } } }\n',
      {},
      'organization.yaml:2:32: saml.Okta.certificate: "/etc/passwd" is an absolute path: name a file in the folder of organization.yaml or below it, by its path from there',
    ],
    [
      'a schema that is no object',
      'sites: { Docs: { adaptive-schema: { file: s.yaml } } }\n',
      { 's.yaml': '- a\n' },
      's.yaml:1:1: must hold an object, as JSON or YAML',
    ],
    [
      'instructions that are broken',
      'translations: { M: { languages: { fr: { instructions: { file: i.json } } } } }\n',
      { 'i.json': '{ "a": ' },
      'i.json:1:8: not valid JSON or YAML (a quote, a bracket or a ":" is missing)',
    ],
    [
      'people without a column',
      'members: { file: p.csv }\n',
      { 'p.csv': 'user\na@b.example\nc@b.example\n' },
      'p.csv:1: there is no column "role"',
    ],
    [
      'people with an unknown role',
      'members: { file: p.csv }\n',
      { 'p.csv': 'user,role\na@b.example,boss\n' },
      'p.csv:2: role: must be admin, create, review, edit, comment, read, guest, not "boss"',
    ],
    [
      'a person twice',
      'members: { file: p.csv }\n',
      { 'p.csv': 'user,role\na@b.example,read\na@b.example,edit\n' },
      'p.csv:3: "a@b.example" is there twice',
    ],
    [
      'a removal',
      'members: { file: p.csv }\n',
      { 'p.csv': 'user,role,action\na@b.example,read,remove\n' },
      'p.csv:2: a row of an organization file cannot be a removal: leave the row out',
    ],
  ])('%s', async (_, text, files, problem) => {
    const run = await validate({ 'organization.yaml': `${format}${text}`, ...files });
    expect(run).toMatchObject({ code: 2, stderr: `error: ${problem}; nothing was sent\n` });
  });

  test('may lie below its folder, also behind a link, but not outside of it', async () => {
    const organization = `${format}members: { file: parts/people.csv }\n`;
    const people = 'user,role\na@b.example,read\n';
    const docs = await scriptedCli(() => ({}), { 'people.csv': people });
    await mkdir(join(docs.folder, 'acme'));
    await writeFile(join(docs.folder, 'acme/organization.yaml'), organization);
    const link = join(docs.folder, 'acme/parts');
    await symlink('..', link);
    const run = await docs('org validate --file acme');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('"parts/people.csv" leads out of the folder: name a file in the folder of');
    await rm(link);
    await mkdir(link);
    await writeFile(join(docs.folder, 'acme/people.csv'), people);
    await symlink('../people.csv', join(link, 'people.csv'));
    expect(await docs('org validate --file acme')).toMatchObject({ code: 0 });
  });
});

describe('a problem in one section', () => {
  const full = `${format}managed: { teams: full, custom-fields: full }
teams: { Docs: { members: { file: docs.csv } } }
custom-fields: { topic: { type: 3 } }
spaces: { Handbook: { teams: { Ghosts: edit }, fields: { unsure: x } } }
`;

  test('hides no reference to another one, but those to what it may list', async () => {
    expect(await problemsOf(full.replace('{ file: docs.csv }', '{}'))).toEqual([
      expect.stringContaining('organization.yaml:4:27: custom-fields.topic.type: must be '),
      'organization.yaml:5:32: spaces.Handbook.teams.Ghosts: is not in "teams", which is managed in full',
    ]);
  });

  test('or in a row of people, hides no other row', async () => {
    const people = 'user,role\nada@acme.example\nkim@acme.example,boss\nkim@acme.example,owner,3\n';
    const run = await validate({ 'organization.yaml': full.replace('3 }', 'text }'), 'docs.csv': people });
    expect(run.code).toBe(2);
    expect(run.stderr.split('\n').slice(1, -1)).toEqual([
      '  docs.csv:2: 1 cell, but the header has 2',
      '  docs.csv:3: role: must be owner, member, not "boss"',
      '  docs.csv:4: 3 cells, but the header has 2',
      '  organization.yaml:5:58: spaces.Handbook.fields.unsure: is not in "custom-fields", which is managed in full',
    ]);
  });
});
