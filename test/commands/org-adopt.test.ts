import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { forbidden, head } from '../support/planned.ts';

const line = 'org plan --file org.yaml --adopt --yes';

/** Adopts into a file of these sections, and returns the run, and the file without its first line. */
async function adopted(
  sections: string,
  {
    files = {},
    flags = '',
    through,
  }: { files?: Record<string, string>; flags?: string; through?: (sandbox: Transport) => Transport } = {},
) {
  const docs = await sandboxCli({ ...files, 'org.yaml': head + sections }, through);
  const run = await docs(`${line} ${flags}`);
  expect(run.writes).toEqual([]);
  const read = (name: string) => readFile(join(docs.folder, name), 'utf8');
  return { docs, run, read, text: (await read('org.yaml')).replace(head, '') };
}

/** Adopts, and expects that nothing differs then. */
async function adoptedText(sections: string, options: Parameters<typeof adopted>[1] = {}): Promise<string> {
  const { docs, run, text } = await adopted(sections, options);
  expect([run.stderr, run.code]).toEqual([run.stderr, 0]);
  expect(await docs('org plan --file org.yaml --check --delete')).toMatchObject({ code: 0 });
  return text;
}

const publishingGone =
  'warning: team "Publishing" is not in the service: its entry is taken out of the file\n';

const file = `${head}# The teams of Acme
teams:
  Docs:   # who writes
    members:
      ada@acme.example:  'owner'
      # left us?
      gil@contractor.example: owner  # until June
      jo@other.example: member

      linus@acme.example: owner
      mei.chen@acme.example: member
      yuki@acme.example: member
      zoe@acme.example: member
  Publishing: {}
sites:
  Acme Docs: { visibility: unlisted }
`;

const diff = `--- org.yaml
+++ org.yaml
@@ -5,13 +5,12 @@
     members:
       ada@acme.example:  'owner'
       # left us?
-      gil@contractor.example: owner  # until June
-      jo@other.example: member
+      gil@contractor.example: member  # until June
 
       linus@acme.example: owner
       mei.chen@acme.example: member
+      ravi@acme.example: member
       yuki@acme.example: member
       zoe@acme.example: member
-  Publishing: {}
 sites:
-  Acme Docs: { visibility: unlisted }
+  Acme Docs: { visibility: public }
`;

describe('org plan --adopt', () => {
  test('writes what the service has, and leaves everything else as it is', async () => {
    const docs = await sandboxCli({ 'org.yaml': file });
    await chmod(join(docs.folder, 'org.yaml'), 0o640);
    const run = await docs(line);
    expect(run).toMatchObject({
      code: 0,
      stdout: diff,
      stderr: `${publishingGone}wrote org.yaml: 3 lines added, 4 removed\n`,
      writes: [],
    });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(
      file
        .replace('owner  # until', 'member  # until')
        .replace('      jo@other.example: member\n', '')
        .replace('      yuki', '      ravi@acme.example: member\n      yuki')
        .replace('  Publishing: {}\n', '')
        .replace('unlisted', 'public'),
    );
    expect((await stat(join(docs.folder, 'org.yaml'))).mode & 0o777).toBe(0o640);
    expect(await docs(line)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'nothing to write: the service is as the file says\n',
    });
  });

  test('shows only, with --dry-run', async () => {
    const docs = await sandboxCli({ 'org.yaml': file });
    const run = await docs('org plan --file org.yaml --adopt --dry-run');
    expect(run).toMatchObject({
      code: 0,
      stdout: diff,
      stderr: `${publishingGone}org.yaml would be written; nothing was written\n`,
    });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(file);
  });

  test('needs --yes where no one can be asked', async () => {
    const docs = await sandboxCli({ 'org.yaml': file });
    const run = await docs('org plan --file org.yaml --adopt');
    expect(run).toMatchObject({
      code: 2,
      stdout: diff,
      stderr: `${publishingGone}error: this needs a confirmation: write org.yaml?\nhint: give --yes (or DOCS_ADMIN_YES=1) to go ahead\n`,
    });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(file);
  });

  test.each([true, false])('asks on a terminal, and is answered %s', async (answer) => {
    const docs = await sandboxCli({ 'org.yaml': file });
    const run = await docs('org plan --file org.yaml --adopt', { terminal: true, answers: [answer] });
    expect(run.questions).toEqual(['write org.yaml?']);
    expect(run.code).toBe(answer ? 0 : 2);
    const now = await readFile(join(docs.folder, 'org.yaml'), 'utf8');
    expect(now === file).toBe(!answer);
  });

  test('counts as JSON', async () => {
    const { run } = await adopted(
      'teams:\n  Docs: {}\n  Gone: {}\nspaces:\n  Guides: { teams: { Docs: read, Platform: edit } }\n',
      {
        flags: '--json',
      },
    );
    expect(JSON.parse(run.stdout)).toEqual({
      organization: 'org_acme',
      complete: false,
      files: [{ file: 'org.yaml', added: 0, removed: 1 }],
      renamed: [],
      byHand: [
        { file: 'org.yaml', line: 5, message: 'spaces.Guides.teams.Docs: remove it' },
        { file: 'org.yaml', line: 5, message: 'spaces.Guides.teams.Platform: remove it' },
        { file: 'org.yaml', line: 5, message: 'spaces.Guides.teams: add Design 🎨: review' },
      ],
      unknown: [],
    });
    expect(run.code).toBe(11);
  });

  test('names several differences on one line, and adopts the rest', async () => {
    const { run, text } = await adopted(
      'teams:\n  Nobody yet: { members: { ada@acme.example: owner } }\n  東京オフィス: { members: { yuki@acme.example: member, ada@acme.example: owner } }\n',
    );
    expect(run).toMatchObject({
      code: 11,
      stderr:
        'wrote org.yaml: 1 line added, 1 removed\n' +
        'error: the file is not as the service is: 3 places must be changed by hand\n' +
        '  org.yaml:4: teams.東京オフィス.members."yuki@acme.example": write owner\n' +
        '  org.yaml:4: teams.東京オフィス.members."ada@acme.example": remove it\n' +
        '  org.yaml:4: teams.東京オフィス.members: add mei.chen@acme.example: member\n',
    });
    expect(text).toBe(
      'teams:\n  Nobody yet: { members: {} }\n  東京オフィス: { members: { yuki@acme.example: member, ada@acme.example: owner } }\n',
    );
  });

  test('keeps what a line still refers to that must be changed by hand, so that the file is right', async () => {
    const left = `teams:
  Gone: { members: { ada@acme.example: owner } }
custom-fields:
  gone: { type: text }
spaces:
  Guides:
    teams: { Design 🎨: read, Gone: read }
    fields: { tier: gold, gone: it, labels: [ start ] }
sites:
  Acme Docs:
    section-groups:
      - { title: Learn }
      - { title: Gone }
      - { title: Build }
    sections:
      - { title: Guides, path: guides, group: Gone, icon: gear }
      - { title: API reference, path: api, group: Gone }
      - { title: News, path: news }
`;
    const docs = await sandboxCli({ 'org.yaml': head + left });
    const run = await docs(line);
    expect(run).toMatchObject({
      code: 11,
      stderr:
        'wrote org.yaml: 1 line added, 1 removed\n' +
        'error: the file is not as the service is: 10 places must be changed by hand\n' +
        '  org.yaml:8: spaces.Guides.teams."Design 🎨": write review\n' +
        '  org.yaml:8: spaces.Guides.teams.Gone: remove it\n' +
        '  org.yaml:9: spaces.Guides.fields.labels: write [start, "how-to, long"]\n' +
        '  org.yaml:9: spaces.Guides.fields.gone: remove it\n' +
        '  org.yaml:9: spaces.Guides.fields: add audiences: [customers, partners]\n' +
        '  org.yaml:17: sites."Acme Docs".sections[0].group: write Learn\n' +
        '  org.yaml:17: sites."Acme Docs".sections[0].icon: write compass\n' +
        '  org.yaml:3: teams.Gone: remove it\n' +
        '  org.yaml:5: custom-fields.gone: remove it\n' +
        '  org.yaml:14: sites."Acme Docs".section-groups[1]: remove it\n',
    });
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(
      head + left.replace('path: api, group: Gone', 'path: api, group: Build'),
    );
    expect(await docs('org plan --file org.yaml --check --delete')).toMatchObject({ code: 11 });
  });

  test('leaves what cannot be read as it is, and says so', async () => {
    const { run, text } = await adopted('teams:\n  Docs:\n    members: {}\n  Gone: {}\nsaml:\n  Nope: {}\n', {
      through: forbidden(/\/saml$/),
    });
    expect(run).toMatchObject({
      code: 12,
      stderr: expect.stringContaining(
        'error: the file is not as the service is: not everything can be read\n  SAML providers of org_acme: ',
      ),
    });
    expect(text).toBe(
      'teams:\n  Docs:\n    members:\n' +
        '      ada@acme.example: owner\n      gil@contractor.example: member\n      linus@acme.example: owner\n' +
        '      mei.chen@acme.example: member\n      ravi@acme.example: member\n      yuki@acme.example: member\n' +
        '      zoe@acme.example: member\nsaml:\n  Nope: {}\n',
    );
  });

  test('says that a thing may only have a new name', async () => {
    const { run } = await adopted('teams:\n  "support (emea)": {}\n');
    expect(run.stderr).toBe(
      'warning: team "support (emea)" is not in the service: its entry is taken out of the file; if it is now called "Support, EMEA", write that name in the file instead\n' +
        'wrote org.yaml: 1 line added, 2 removed\n',
    );
  });

  test('hides secrets in the addresses that it shows', async () => {
    const { run, text } = await adopted(
      'openapi:\n  old: { url: "https://a.example/x?token=sesame" }\n  petstore: { url: "https://a.example/y?token=sesame" }\n',
    );
    expect(run.stdout).not.toContain('sesame');
    expect(run.stdout).toContain('?token=***');
    expect(text).not.toContain('old');
  });
});

describe('what is adopted', () => {
  test('things that a section managed in full does not list, as an export has them', async () => {
    const text = await adoptedText(
      'managed: { teams: full, collections: full }\nignore: [ "team:Design*" ]\nteams:\n    Docs: {}\ncollections:\n    Product:\n        collections: {}\n',
    );
    expect(text).toContain(
      '    Nobody yet:\n        members: {}\n    Platform:\n        members:\n            grace@acme.example: owner\n',
    );
    expect(text).not.toMatch(/Design 🎨/);
    expect(text).toContain(
      'collections:\n    Empty:\n        default-level: inherit\n        description: Everything about Empty\n        teams: {}\n',
    );
    expect(text).toContain(
      '    Product:\n        collections:\n            API & SDKs:\n                default-level: inherit\n',
    );
  });

  test('nothing that the file does not manage', async () => {
    expect(await adoptedText('teams:\n  Docs: {}\n')).toBe('teams:\n  Docs: {}\n');
  });

  test('spaces, teams, ids and people that are gone are cut', async () => {
    const text = await adoptedText(
      'teams:\n  Docs (team_gone): {}\n  Platform: {}\nmembers:\n  ada@acme.example: admin\n  jo@other.example: edit\nspaces:\n  Gone:\n    teams: { Docs: edit }\n  Changelog:\n    teams:\n      Nope: read\n    fields: {}\n',
    );
    expect(text).toBe(
      'teams:\n  Platform: {}\nmembers:\n  ada@acme.example: admin\nspaces:\n  Changelog:\n    teams: {}\n    fields: {}\n',
    );
  });

  test('the type of a custom field, with its options', async () => {
    const text = await adoptedText('custom-fields:\n  tier:\n    type: text\n');
    expect(text).toBe(
      'custom-fields:\n  tier:\n    type: select:single\n    options:\n      - gold\n      - silver\n      - bronze\n',
    );
  });
});
