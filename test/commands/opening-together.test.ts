import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { head } from '../support/planned.ts';

/** Returns the lines of a block of what an output says first. */
function block(text: string, name: 'opens' | 'loses'): string[] {
  const [, lines = ''] = new RegExp(`^${name} \\(\\d+\\)\\n((?: {2}.*\\n)+)`, 'm').exec(text) ?? [];
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}

async function plan(file: string) {
  const docs = await sandboxCli({ 'org.yaml': head + file });
  const { code, stdout } = await docs('org plan --file org.yaml');
  expect(code).toBe(0);
  return { opens: block(stdout, 'opens'), loses: block(stdout, 'loses') };
}

describe('what several requests open together', () => {
  test('lasts, though a later one takes something else', async () => {
    const { opens, loses } = await plan(`collections:
  Product: { teams: { Docs: admin, "Support, EMEA": comment }, collections: {} }
  "API & SDKs": { previously: [ "Product/API & SDKs" ], default-level: admin, teams: { Platform: create } }
`);
    expect(opens).toContain('collection Product/API & SDKs, default level: inherit → admin');
    expect(opens.join()).not.toContain('for a moment');
    expect(loses).toContain('collection Product/API & SDKs moves to the top level');
  });

  test('lasts, though what is made gets a condition afterwards, and nothing is lost', async () => {
    const file = `sites:
  Handbook 手册, “internal”:
    adaptive-content: true
    spaces:
      - { space: Handbook, path: handbook, default: true }
      - { space: People & HR, path: people }
      - { space: Runbooks, path: runbooks }
      - { space: Drafts, path: drafts, condition: visitor.claims.x == true }
`;
    const { opens, loses } = await plan(file);
    expect(opens).toEqual([
      expect.stringMatching(/^space Drafts joins site .*\(unlisted\), without its condition for a moment$/),
    ]);
    expect(loses.filter((line) => line.includes('Drafts'))).toEqual([]);
  });

  test('lasts, also of the space that a section is made of', async () => {
    const drafts = '{ space: Drafts, path: drafts, condition: visitor.claims.x == true, default: true }';
    const file = `sites:
  New:
    visibility: unlisted
    sections: [ { title: One, path: one, default: true, spaces: [ ${drafts} ] } ]
`;
    expect(await plan(file)).toEqual({
      opens: [
        'section One joins site New (unlisted)',
        'space Drafts joins site New (unlisted), without its condition for a moment',
        'new site New: unlisted',
      ],
      loses: [],
    });
  });

  test.each([
    [
      'sections delete section_news',
      'section News joins site Acme Docs (public), without its condition for a moment',
    ],
    [
      'site-spaces delete sitesp_sdk',
      'space SDKs: "TypeScript", Python joins site Acme Docs (public), without its condition for a moment',
    ],
  ])('lasts after the undo of `%s`', async (line, joins) => {
    const docs = await sandboxCli();
    const options = { env: { DOCS_ADMIN_HISTORY: 'on' } };
    for (const one of ['site-spaces update sitesp_sdk --condition true', line])
      expect(await docs(`${one} --site site_docs --yes`, options)).toMatchObject({ code: 0 });
    const undo = await docs('undo --dry-run', options);
    const said = undo.stdout + undo.stderr;
    expect([block(said, 'opens'), block(said, 'loses')]).toEqual([[joins], []]);
  });

  test('is open for a moment where a later one takes just that', async () => {
    const rows = ['public', 'unlisted'].map((one) => `sites update site_handbook --visibility ${one}\n`);
    const docs = await sandboxCli({ 'rows.txt': rows.join('') });
    const { stderr } = await docs('batch --file rows.txt --dry-run');
    expect(block(stderr, 'opens')).toEqual([expect.stringContaining('unlisted → public for a moment')]);
    expect(block(stderr, 'loses')).toEqual([]);
  });

  test('lasts as far as it is more than before', async () => {
    const rows = ['public', 'unlisted'].map((one) => `sites update site_partners --visibility ${one}\n`);
    const docs = await sandboxCli({ 'rows.txt': rows.join('') });
    const { stderr } = await docs('batch --file rows.txt --dry-run');
    expect(block(stderr, 'opens')).toEqual([
      expect.stringContaining('share-link → public for a moment'),
      expect.stringMatching(/share-link → unlisted$/),
    ]);
  });

  test('names the visibility before, though another request about the site comes first', async () => {
    const { opens } = await plan(`sites:
  Partner portal: { visibility: public, adaptive-content: true, spaces: [ { space: API v1, path: v1, default: true, condition: visitor.claims.x == true } ] }
`);
    expect(opens).toEqual(['site Partner portal: share-link → public, with space API v1']);
  });

  test('is judged by the organization that each is about', async () => {
    const store = demoStore();
    store.run("UPDATE members SET org = 'org_acme', role = 'edit' WHERE user = 'user_marge'");
    store.insert('members', {
      org: 'org_globex',
      user: 'user_marge',
      role: 'admin',
      joined_at: '2026-01-01',
    });
    const rows = [
      'collections update col_product --default-level inherit',
      'teams members set team_docs user_marge',
      'teams create --title New --org org_globex',
    ];
    const docs = await sandboxCli({ 'rows.txt': `${rows.join('\n')}\n` }, undefined, store);
    const run = await docs('batch --file rows.txt --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    const { stderr } = await docs('batch --file rows.txt --dry-run --allow-opening administrators');
    expect(block(stderr, 'opens')).toEqual([
      'Marge Bouvier <marge@globex.example> joins team Docs, which has admin',
      'collection Product, default level: edit → inherit',
    ]);
  });
});
