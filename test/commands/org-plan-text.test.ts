import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const head = 'format: docs-admin-organization/1\n';

const file = `managed: { teams: full }
members: { kim@acme.example: guest }
teams:
  Writers: { previously: [Docs], members: { ada@acme.example: owner, kim@acme.example: owner } }
  "Ops \\e[31m": {}
  Platform: {}
  Design 🎨: {}
  東京オフィス: {}
custom-fields:
  topic: { title: "Topic <b>@all\`", type: "select:single", options: [ A, B ] }
`;

async function planned(lines: string, flags = '', options = {}) {
  const docs = await sandboxCli({ 'org.yaml': head + lines });
  return await docs(`org plan --file org.yaml ${flags}`, options);
}

const lines = [
  'members',
  '  ~ member kim@acme.example, role: edit → guest',
  '',
  'teams',
  '  + team Ops ^[[31m',
  '  ~ team Docs → Writers',
  '  + member Writers: kim@acme.example (owner)',
  '  - member Writers: gil@contractor.example (member)',
  '  - member Writers: linus@acme.example (owner)',
  '  - member Writers: mei.chen@acme.example (member)',
  '  - member Writers: ravi@acme.example (member)',
  '  - member Writers: yuki@acme.example (member)',
  '  - member Writers: zoe@acme.example (member)',
  '',
  'custom-fields',
  '  + custom field topic',
  '      title: Topic <b>@all`',
  '      type: select:single',
  '      options: A, B',
  '',
  'withheld: needs --delete',
  '  - team Nobody yet',
  '  - team Support, EMEA',
];

describe('a plan as text', () => {
  test('shows changes by section, what is withheld and held back, and counts', async () => {
    const run = await planned(file, '--max-removals 5');
    expect(run).toMatchObject({ code: 0, stderr: '', writes: [] });
    expect(run.stdout.split('\n')).toEqual([
      'opens (1)',
      '  kim@acme.example joins team Writers, which has admin, as owner',
      '',
      'loses (3)',
      '  5 people leave team Writers (member): gil@contractor.example, mei.chen@acme.example, ravi@acme.example, yuki@acme.example, zoe@acme.example',
      '  linus@acme.example leaves team Writers (owner)',
      '  kim@acme.example: edit → guest in the organization',
      '',
      ...lines,
      '',
      'held back',
      '  it would give the rights of administrators: kim@acme.example joins team Writers, which has admin, as owner (allowed with --allow-opening administrators)',
      '  it would lower the roles of 1 member and end 6 memberships; 5 are allowed (allowed with --max-removals 7)',
      '',
      '24 members and 6 custom fields are not in the file',
      '2 to create, 1 to update, 1 to rename, 1 to grant, 6 to revoke, 2 deletions withheld',
      expect.stringMatching(/^digest [0-9a-f]{12}$/),
      '',
    ]);
  });

  test('has words instead of signs for screen readers, and no arrow where the terminal has none', async () => {
    const plain = await planned(file, '--plain');
    expect(plain.stdout).toContain('  rename team Docs to Writers\n');
    expect(plain.stdout).toContain('  revoke member Writers: linus@acme.example (owner)\n');
    const ascii = await planned(file, '', { env: { LC_ALL: 'C' } });
    expect(ascii.stdout).toContain('  ~ team Docs -> Writers\n');
  });

  test('has colours on a terminal', async () => {
    const { stdout } = await planned(file, '--color');
    expect(stdout).toContain('\u001b[1mteams\u001b[22m\n');
    expect(stdout).toContain('\u001b[32m  + member Writers: kim@acme.example (owner)\u001b[39m\n');
    expect(stdout).not.toContain('Ops \u001b');
  });

  test('goes to the pager if it is longer than the screen', async () => {
    const terminal = { terminal: true, rows: 10, columns: 80 };
    const long = await planned(file, '', terminal);
    expect(long.paged).toContain('2 deletions withheld');
    expect(long.stdout).toBe('');
    const short = await planned('teams: { Docs: {} }\n', '', terminal);
    expect(short).toMatchObject({ paged: '' });
    expect(short.stdout).toContain('the service is as the file says');
  });

  test('says that nothing differs', async () => {
    const run = await planned('teams: { Docs: {} }\n', '--check');
    expect(run).toMatchObject({
      code: 0,
      stderr: '',
      stdout: '5 teams are not in the file\nthe service is as the file says\n',
    });
  });

  test('shortens long values, and shows where they differ', async () => {
    const docs = await sandboxCli({});
    const text = 'A text that says what the field is good for, in many words, and more.';
    const fieldFile = (description: string) =>
      `${head}custom-fields: { f: { title: F, type: text, description: "${description}" } }\n`;
    await writeFile(`${docs.folder}/org.yaml`, fieldFile(text));
    await docs('org apply --file org.yaml --yes');
    await writeFile(`${docs.folder}/org.yaml`, fieldFile(text.replace('more', 'less')));
    const { stdout } = await docs('org plan --file org.yaml');
    expect(stdout).toContain('description: …any words, and more. → …any words, and less.\n');
  });
});

describe('the formats of a plan', () => {
  test.each(['csv', 'table', 'yaml', 'id'])('%s is none of them', async (format) => {
    expect(await planned('teams: {}\n', `-o ${format}`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: this command has no output format ${format} (from --output)\nhint: use one of json, text, markdown\n`,
    });
  });

  test('a setting for all commands does not matter', async () => {
    const run = await planned('teams: { Docs: {} }\n', '', { env: { DOCS_ADMIN_OUTPUT: 'csv' } });
    expect(run.stdout).toContain('the service is as the file says');
  });

  test('a query and fields apply to the plan as JSON', async () => {
    expect((await planned(file, "--query 'changes[0].name'")).stdout).toBe('kim@acme.example\n');
    expect(JSON.parse((await planned(file, '--json --fields counts.grant')).stdout)).toEqual({
      counts: { grant: 1 },
    });
  });
});

describe('a plan as Markdown', () => {
  test('begins with what is held back and what is taken away, and escapes text', async () => {
    const { stdout, code } = await planned(file, '-o markdown --delete');
    expect(code).toBe(0);
    const headings = stdout.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual([
      '## Plan for `org_acme`',
      '### Opens (1)',
      '### Loses (8)',
      '### Held back',
      '### Deletions and revocations',
      '### members',
      '### teams',
      '### custom-fields',
    ]);
    expect(stdout).toContain(
      '**2 to create, 1 to update, 1 to rename, 1 to grant, 13 to revoke, 2 to delete**\n',
    );
    expect(stdout).toContain('- **delete** team `Support, EMEA`\n');
    expect(stdout).toContain('(allowed with `--max-removals 16`)\n');
    expect(stdout).toContain('- **create** custom field `topic`\n  - title: `` Topic <b>@all` ``\n');
    expect(stdout).toContain('- **create** team `Ops ^[[31m`\n');
  });

  test('is cut to the size, and says so', async () => {
    const fields = Array.from({ length: 400 }, (_, at) => `  field_${at}: { title: F, type: text }\n`).join(
      '',
    );
    const many = `teams: { 東京オフィス: { members: { yuki@acme.example: owner } } }\ncustom-fields:\n${fields}`;
    const { stdout } = await planned(many, '-o markdown --max-chars 3000');
    expect(stdout.length).toBeLessThanOrEqual(3000);
    expect(stdout.length).toBeGreaterThan(2700);
    expect(stdout).toContain('**400 to create, 1 to revoke**');
    expect(stdout).toContain('- **revoke** member');
    expect(stdout).toMatch(
      /\n_The text is too long: \d+ of \d+ entries are left out\. The plan as text or as JSON has all of it\._\n/,
    );
    expect(stdout).toMatch(/Digest `sha256:[0-9a-f]{64}`\n$/);
    const whole = await planned(many, '-o markdown');
    expect(whole).toMatchObject({ stdout: expect.not.stringContaining('left out'), stderr: '' });
  });

  test('has all of what it opens and takes away, and nothing else where that is too long', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Site ${at} ${'x'.repeat(60)}`);
    const sites = titles
      .map((title) => `  ${title}: { spaces: [ { space: Runbooks, path: runs } ] }\n`)
      .join('');
    const { code, stdout, stderr } = await planned(`sites:\n${sites}`, '-o markdown --max-chars 1000');
    expect(code).toBe(0);
    for (const title of titles) expect(stdout).toMatch(new RegExp(`^- \`.*${title}`, 'm'));
    expect(stdout).toContain(
      '\n_The text is too long: 25 of 25 entries are left out. The plan as text or as JSON has all of it._\n',
    );
    expect(stdout).not.toContain('**create**');
    expect(stdout).toMatch(/ Digest `sha256:[0-9a-f]{64}`\n$/);
    expect(stderr).toBe(
      'warning: what the plan opens and takes away is longer than the 1000 characters of --max-chars: the rest is left out; -o json shows all of it\n',
    );
  });
});

describe('--check', () => {
  test('ends with 11 where something differs, also where only --delete is missing', async () => {
    const message = 'error: the service is not as the file says\n';
    expect(await planned('teams: { New: {} }\n', '--check')).toMatchObject({ code: 11, stderr: message });
    expect(await planned('managed: { teams: full }\nteams: { Docs: {} }\n', '--check')).toMatchObject({
      code: 11,
      stderr: message,
    });
  });

  test('ends with 12 where a part cannot be read, and also without it', async () => {
    for (const flags of ['', '--check']) {
      const docs = await sandboxCli(
        { 'org.yaml': `${head}teams: { New: {} }\ncustom-fields: {}\n` },
        (sandbox) => (request, signal) =>
          request.url.includes('custom-fields')
            ? Promise.resolve({
                status: 403,
                headers: { 'content-type': 'application/json' },
                body: new TextEncoder().encode('{}'),
              })
            : sandbox(request, signal),
      );
      const run = await docs(`org plan --file org.yaml ${flags}`);
      expect(run.code).toBe(12);
      expect(run.stdout).toContain('unknown, and left out\n  custom fields of org_acme: 403\n');
      expect(run.stdout).toContain('1 to create\n');
      expect(run.stderr).toContain(
        'error: the plan is incomplete: not everything can be read\n  custom fields of org_acme: ',
      );
    }
  });
});

test('values that differ are shown differently: none and an empty one, and lists that differ at their end', async () => {
  const options = Array.from({ length: 30 }, (_, at) => `option ${at}`);
  const docs = await sandboxCli({
    'org.yaml': `${head}custom-fields: { many: { type: "select:multi", options: [${[...options, 'last'].join(', ')}] } }
spaces: { Guides: { fields: { owner_team: "", audiences: [customers, partners], tier: gold, labels: [] } } }
`,
  });
  await docs(['custom-fields', 'create', 'many', '--type', 'select:multi', '--option', options.join(',')]);
  const { stdout } = await docs('org plan --file org.yaml');
  expect(stdout).toContain('custom field many, options: …n 28, option 29 → …n 28, option 29, last');
  expect(stdout).toContain('field Guides: owner_team, value: none → ""');
  expect(stdout).toContain('field Guides: labels, value: start, "how-to, long" → none');
});

describe('the plan of sites', () => {
  const planOf = async (sites: string, flags = '') => {
    const docs = await sandboxCli({ 'org.yaml': `format: docs-admin-organization/1\nsites:\n${sites}` });
    return (await docs(`org plan --file org.yaml ${flags}`)).stdout;
  };
  const section = (path: string, space: string, more = '') =>
    `{ title: ${path}, path: ${path}, spaces: [ { space: ${space} } ]${more} }`;

  test('has what is new of one site after the other, in the order of the file', async () => {
    const site = `{ sections: [ ${section('start', 'Handbook')}, ${section('more', 'Guides')}, ${section('end', 'Drafts')} ] }`;
    const text = await planOf(`  Second: ${site}\n  First: ${site}\n`);
    const of = (name: string) => [
      `  + site ${name}`,
      ...['start', 'more', 'end'].map((path) => `  + section ${name}: ${path}`),
      `  + space ${name}: start: Handbook`,
      `  + space ${name}: more: Guides`,
      `  + space ${name}: end: Drafts`,
    ];
    expect(text.split('\n').filter((line) => line.startsWith('  +'))).toEqual([
      ...of('First'),
      ...of('Second'),
    ]);
  });

  test('names a renamed group where it stands, and a move that keeps the number', async () => {
    const text = await planOf(`  Acme Docs:
    section-groups: [ { title: Create, previously: [Build] }, { title: Learn } ]
`);
    expect(text).toContain('group Acme Docs: Build → Create\n');
    expect(text).not.toMatch(/position: (\d+) → \1\b/);
  });
});
