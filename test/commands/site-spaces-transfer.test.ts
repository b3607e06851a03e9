import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { killableRun } from '../support/killed.ts';
import { withoutAnswer } from '../support/refusing.ts';

// That it may open something is not what these tests are about.
const transfer = 'site-spaces transfer --allow-opening public';
const siteSpaces = (site: string) => `/v1/orgs/org_acme/sites/${site}/site-spaces`;
const docsSite = siteSpaces('site_docs');
const condition = 'visitor.claims.beta == true';
const addCondition = [
  'site-spaces',
  'update',
  'sitesp_rest',
  '--site',
  'site_docs',
  '--condition',
  condition,
];

describe('site-spaces transfer', () => {
  test('within a site, takes the space out and publishes it again, with path and condition', async () => {
    const docs = await sandboxCli();
    await docs(addCondition);
    const line = `${transfer} sitesp_rest --site site_docs --to-section section_guides --yes`;
    const run = await docs(`${line} --journal rest.jsonl -o csv --fields action,kind,status`);
    expect(run).toMatchObject({
      code: 0,
      writes: [
        { method: 'DELETE', path: `${docsSite}/sitesp_rest` },
        { method: 'POST', path: docsSite, body: { spaceId: 'space_rest', sectionId: 'section_guides' } },
        { method: 'PATCH', path: `${docsSite}/sitesp_1`, body: { path: 'rest', condition } },
      ],
      stdout: 'action,kind,status\ndelete,site-space,done\ncreate,site-space,done\nupdate,site-space,done\n',
      stderr: `opens (1)
  for a moment it has no condition in site "Acme Docs" (site_docs): everyone can read it; then the run sets ${condition}

loses (4)
  for a moment the site does not publish it: a site has a space only once
  its id sitesp_rest, and customizations of its own, if it has any
  it is what section "API reference" (section_api) opens first: the service chooses another one
  its position: it comes last in section "Guides" (section_guides) of site "Acme Docs" (site_docs)

addresses (1)
  https://docs.acme.example/api/rest → https://docs.acme.example/guides/rest

space "REST API" (sitesp_rest): section "API reference" (section_api) of site "Acme Docs" (site_docs) → section "Guides" (section_guides) of site "Acme Docs" (site_docs)
done: 3 requests; undo with \`docs-admin runs undo rest.jsonl\`
`,
    });
    const { stdout } = await docs(
      'site-spaces list --site site_docs --fields space.id,section,path,condition -o csv --no-headers',
    );
    expect(stdout).toContain(`space_rest,section_guides,rest,${condition}\n`);
  });

  test('within a site, is taken back without a word that the space leaves the site', async () => {
    const docs = await sandboxCli();
    await docs(
      `${transfer} sitesp_tutorials --site site_docs --to-section section_api --yes --journal run.jsonl`,
    );
    for (const [run, journal] of [
      ['run.jsonl', 'back.jsonl'],
      ['back.jsonl', 'again.jsonl'],
    ]) {
      const { code, stderr } = await docs(`runs undo ${run} --yes --journal ${journal}`);
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('move site space "Tutorials"');
      expect(stderr).not.toMatch(/leaves|joins/);
    }
  });

  test('into another site, publishes it there first', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      `${transfer} name:Handbook --site site_handbook --to-site site_partners --yes --json`,
    );
    expect(run).toMatchObject({
      code: 0,
      writes: [
        { method: 'POST', path: siteSpaces('site_partners'), body: { spaceId: 'space_handbook' } },
        { method: 'PATCH', path: `${siteSpaces('site_partners')}/sitesp_1`, body: { path: 'handbook' } },
        { method: 'DELETE', path: `${siteSpaces('site_handbook')}/sitesp_handbook` },
      ],
    });
    expect(run.stderr).toContain(
      'opens (1)\n  space "Handbook" (sitesp_handbook) joins site "Partner portal" (site_partners): everyone with its link can read it\n\nloses (3)\n',
    );
    expect(JSON.parse(run.stdout)).toMatchObject([
      { action: 'create', id: 'sitesp_1', status: 'done' },
      { action: 'update', id: 'sitesp_1', status: 'done' },
      { action: 'delete', id: 'sitesp_handbook', status: 'done' },
    ]);
  });

  test('into a site with sections, goes where the service puts spaces, or into the named section', async () => {
    const docs = await sandboxCli();
    const line = `${transfer} sitesp_hr --site site_handbook --to-site site_docs`;
    const usual = await docs(`${line} --dry-run`);
    expect(usual).toMatchObject({ code: 0, writes: [] });
    expect(usual.stdout).toContain(
      'in section "Guides" (section_guides) of site "Acme Docs" (site_docs)\tplanned',
    );
    const run = await docs([...line.split(' '), '--to-section', 'name:API reference', '--yes']);
    expect(run.writes[0]).toMatchObject({ body: { spaceId: 'space_hr', sectionId: 'section_api' } });
  });

  test('says which conditions no longer hold, and that the section has no space then', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      `${transfer} sitesp_changelog --site site_docs --to-section section_api --dry-run`,
    );
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(
      'opens (1)\n  the condition of section "News" (section_news) no longer holds for it: visitor.claims.plan == "pro"\n',
    );
    expect(run.stderr).toContain('  the last space of section "News" (section_news)\n');
    await docs(addCondition);
    const { stderr } = await docs(
      `${transfer} sitesp_rest --site site_docs --to-site site_handbook --dry-run`,
    );
    expect(stderr).toContain(
      'opens (3)\n' +
        '  space "REST API" (sitesp_rest) joins site "Handbook 手册, “internal”" (site_handbook): everyone who knows its address can read it\n',
    );
    expect(stderr).toContain(
      '  its condition is judged by the visitors of site "Handbook 手册, “internal”" (site_handbook), where adaptive content is off\n',
    );
  });

  test('leaves the path to the service where another space has it', async () => {
    const docs = await sandboxCli();
    await docs('site-spaces update sitesp_sdk --site site_docs --path guides');
    const run = await docs(`${transfer} sitesp_sdk --site site_docs --to-section section_guides --yes`);
    expect(run.writes.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(run.stderr).toContain('  its path "guides": space "Guides" (sitesp_guides) has it there\n');
  });

  test.for([
    `${transfer} sitesp_guides --site site_docs --to-section section_api`,
    `${transfer} sitesp_rest --site site_docs --to-section section_guides`,
    `${transfer} sitesp_runbooks --site site_handbook --to-site site_docs`,
    `${transfer} sitesp_handbook --site site_handbook --to-site site_partners`,
  ])('is undone, and resumed after any request: %s', async (line) => {
    const store = demoStore();
    const docs = await sandboxCli({}, undefined, store);
    await docs(addCondition);
    const before = (await docs('org export')).stdout;
    expect((await docs(`${line} --yes --journal moved.jsonl`)).code).toBe(0);
    const undone = await docs('runs undo moved.jsonl --yes --allow-opening public');
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining('0 left alone, 0 lost')]);
    expect((await docs('org export')).stdout).toBe(before);
    const run = await killableRun({}, `${line} --yes`, 1, demoStore(), '');
    expect(run.counts).toHaveLength(3);
    for (const count of run.counts) {
      const left = await run.killedAfter(count);
      const resumed = await left.docs('runs resume run.jsonl --allow-opening public');
      expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
      expect((await left.docs('org export')).stdout).toBe(run.end);
      expect([count, left.writes]).toEqual([count, run.writes]);
    }
  });

  test('says that the condition is missing where its request failed; resume sets it', async () => {
    let refuses = true;
    const refused = withoutAnswer(/site-spaces\/sitesp_1/, 403);
    const docs = await sandboxCli({}, (sandbox) => {
      const without = refused(sandbox);
      return (request, signal) => (refuses ? without : sandbox)(request, signal);
    });
    await docs(addCondition);
    const line = `${transfer} sitesp_rest --site site_docs --to-section section_guides --yes`;
    const run = await docs(`${line} --journal rest.jsonl`);
    expect(run.code).toBe(9);
    expect(run.stderr).toContain(
      '  open now: space "REST API" (sitesp_rest) has no condition in section "Guides" (section_guides) of site "Acme Docs" (site_docs): everyone can read it\n',
    );
    refuses = false;
    const resumed = await docs('runs resume rest.jsonl');
    expect(resumed).toMatchObject({
      code: 0,
      writes: [{ method: 'PATCH', body: { path: 'rest', condition } }],
    });
  });

  test('asks on a terminal, and elsewhere wants the answer beforehand', async () => {
    const docs = await sandboxCli();
    const line = `${transfer} sitesp_rest --site site_docs --to-section section_guides`;
    expect(await docs(line)).toMatchObject({ code: 2, writes: [], stdout: '' });
    const no = await docs(line, { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    expect(no.questions).toEqual([
      expect.stringContaining(
        'move space "REST API" (sitesp_rest) from section "API reference" (section_api) of site "Acme Docs" (site_docs) to section "Guides" (section_guides) of site "Acme Docs" (site_docs)?',
      ),
    ]);
  });

  test.for([
    ['sitesp_rest', 2, 'nothing to do: give --to-section or --to-site'],
    [
      'sitesp_rest --to-section section_api',
      2,
      'is in section "API reference" (section_api) of site "Acme Docs" (site_docs) already; nothing was sent',
    ],
    [
      'sitesp_guides --to-site site_docs',
      2,
      'is in section "Guides" (section_guides) of site "Acme Docs" (site_docs) already; nothing was sent',
    ],
    [
      'sitesp_gone --to-section section_api',
      5,
      'site "Acme Docs" (site_docs) has no site space "sitesp_gone"',
    ],
    [
      'sitesp_rest --to-section section_gone',
      5,
      'site "Acme Docs" (site_docs) has no section "section_gone"',
    ],
    [
      'sitesp_rest --to-section name:Gone',
      5,
      '--to-section "name:Gone" not found: no section has this title',
    ],
    ['sitesp_rest --to-site name:Gone', 5, '--to-site "name:Gone" not found: no site has this title'],
    ['sitesp_rest --to-site site_gone', 5, 'site "site_gone" not found'],
    [
      'sitesp_rest --to-site site_partners --to-section section_guides',
      5,
      'site "Partner portal" (site_partners) has no section "section_guides"',
    ],
    ['sitesp_rest sitesp_sdk --to-section section_guides', 2, 'too many arguments'],
  ] as const)('%s ends with %i, before anything is sent', async ([words, code, message]) => {
    const docs = await sandboxCli();
    const run = await docs(`${transfer} ${words} --site site_docs --yes`);
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.stderr).toContain(message);
  });

  test('refuses a space that the other site publishes already', async () => {
    const docs = await sandboxCli();
    await docs('site-spaces create --site site_partners --space space_rest --yes');
    const run = await docs(`${transfer} sitesp_rest --site site_docs --to-site site_partners --yes`);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(
      'site "Partner portal" (site_partners) publishes space "REST API" (sitesp_rest) already, as sitesp_1; nothing was sent\n',
    );
  });
});
