import { describe, expect, test } from 'vitest';
import { references, restoring } from '../../src/model/effects/nouns.ts';
import { resourceNamed } from '../../src/model/effects/things.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const journal = '--yes --journal run.jsonl';

async function afterBatch(rows: string): Promise<CliInFolder> {
  const docs = await sandboxCli({
    'rows.txt': rows,
    'fr.md': 'Formal.',
    'visitor.json': '{"type":"object"}',
  });
  const run = await docs(`batch --file rows.txt --allow-opening public,administrators ${journal}`);
  expect(run, run.stderr + run.stdout).toMatchObject({ code: 0 });
  return docs;
}

const site = 'sites create --title Fresh --visibility unlisted';
const section = 'sections create site_docs --space space_drafts --title More';

/** What a run makes, what others put into it, what undo calls that, and the two kinds. */
const cases = [
  ['teams create --title New', 'teams members set team_1 user_kim', '(user_kim)', 'team-member in team'],
  [
    'teams create --title New',
    'collections permissions set col_product team_1 --role edit',
    'a role on collection col_product',
    'collection-team in team',
  ],
  [
    'teams create --title New',
    'spaces permissions set space_guides team_1 --role edit',
    'a role on space space_guides',
    'space-team in team',
  ],
  [
    'teams create --title New',
    'saml update saml_okta --default-team team_1',
    'SAML provider "Okta" (saml_okta)',
    'saml in team',
  ],
  [
    'collections create --title New',
    'collections permissions set name:New team_docs --role edit',
    'team "Docs" (team_docs)',
    'collection-team in collection',
  ],
  [
    'collections create --title New',
    'collections move col_empty --parent col_1',
    'collection "Empty" (col_empty)',
    'collection in collection',
  ],
  [
    'custom-fields create zone --type text',
    'custom-fields values set zone=north --space space_guides',
    'a value on space space_guides',
    'space-field in custom-field',
  ],
  [
    site,
    'sections create site_1 --space space_drafts --title In',
    'section "In" (section_1)',
    'section in site',
  ],
  [
    site,
    'site-spaces create site_1 --space space_drafts',
    'site space "Drafts" (sitesp_1)',
    'site-space in site',
  ],
  [site, 'section-groups create site_1 --title In', 'section group "In" (group_1)', 'section-group in site'],
  [
    site,
    'sites adaptive-schema set site_1 --schema visitor.json',
    'adaptive schema site_1',
    'adaptive-schema in site',
  ],
  [
    section,
    'site-spaces create site_docs --space space_handbook --section section_1',
    'site space "Handbook" (sitesp_2)',
    'site-space in section',
  ],
  [
    'section-groups create site_docs --title New',
    'section-groups add-section group_1 section_news --site site_docs',
    'section "News" (section_news)',
    'section in section-group',
  ],
  [
    'translations create --title New',
    'translations languages set translation_1 fr --instructions fr.md',
    'fr',
    'translation-language in translation',
  ],
  [
    'comments create --space space_handbook --markdown Hello',
    'comments replies create comment_1 --space space_handbook --markdown Yes',
    'reply',
    'reply in comment',
  ],
] as const;

describe('what a run has made, and others have put something into,', () => {
  test.each(cases)('%s, %s: stays, and goes with --with-contents', async (row, added, name) => {
    const docs = await afterBatch(`${row}\n`);
    const put = await docs(`${added} --yes`);
    expect(put, put.stderr).toMatchObject({ code: 0 });
    const undo = await docs('runs undo run.jsonl --allow-opening public,administrators --yes');
    expect(undo, undo.stderr).toMatchObject({ code: 6 });
    // The site space that the run has made with its section leaves that.
    expect(undo.writes).toHaveLength(row === section ? 1 : 0);
    expect(undo.stderr).toMatch(/stays as it is: others have added /);
    expect(undo.stderr).toContain(name);
    expect(undo.stderr).toMatch(
      /hint: `docs-admin runs undo \S+` with --with-contents deletes also what others have put into/,
    );
    const planned = await docs('runs undo run.jsonl --with-contents --dry-run');
    expect(planned).toMatchObject({ code: 0, writes: [] });
    expect(planned.stderr).toMatch(/is deleted with what others have added: /);
    const all = await docs('runs undo run.jsonl --with-contents --allow-opening public,administrators --yes');
    expect(all, all.stderr).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(all.stderr).toContain(name);
  });

  test('can be any thing that the model has in another one', () => {
    const isMade = (kind: string) =>
      restoring.has(kind) &&
      resourceNamed(kind).operations.delete &&
      !resourceNamed(kind).whyNotRestorable?.delete;
    const inside = references
      .filter(({ to, policy }) => policy !== 'chooses' && (isMade(to) || to === 'comment'))
      .map(({ kind, to }) => `${kind} in ${to}`);
    // A site space is in its site as well; the service moves no space into a collection.
    const untested = ['space in collection'];
    expect(new Set([...cases.map(([, , , pair]) => pair), ...untested])).toEqual(new Set(inside));
  });
});

test('the rest of a run is undone, and --with-contents takes back later what had to stay', async () => {
  const docs = await afterBatch('teams create --title New\nteams create --title Other\n');
  await docs('teams members set team_1 user_kim --yes');
  const undo = await docs('runs undo run.jsonl --yes --journal undo.jsonl');
  expect(undo).toMatchObject({
    code: 6,
    writes: [{ method: 'DELETE', path: '/v1/orgs/org_acme/teams/team_2' }],
  });
  const all = await docs('runs undo run.jsonl --with-contents --allow-opening public,administrators --yes');
  expect(all).toMatchObject({
    code: 0,
    writes: [{ method: 'DELETE', path: '/v1/orgs/org_acme/teams/team_1' }],
  });
  expect(all.stderr).toContain(
    'loses (1)\n  team "New" (team_1) is deleted with what others have added: Kim "Q" Nguyễn (user_kim)\n\n',
  );
});

test('--with-contents takes back later what the first undo has emptied of what the run has put in', async () => {
  const docs = await afterBatch(
    'teams create --title New\nteams members set team_1 user_kim\n' +
      'collections create --title Nest\ncollections create --title Deep --parent col_1\n',
  );
  await docs('teams members set team_1 user_omar --yes');
  await docs('collections create --title Theirs --parent col_2');
  const undo = await docs('runs undo run.jsonl --yes --allow-ownerless');
  expect(undo).toMatchObject({ code: 6, writes: [{ body: { remove: ['user_kim'] } }] });
  expect(undo.stderr).toContain(
    'team "New" (team_1) stays, without what the run has put into it: others have added عمر الفاروق (user_omar)\n',
  );
  const added = 'stays as it is: others have added collection "Theirs" (col_3)\n';
  expect(undo.stderr).toContain(`collection "Deep" (col_2) ${added}`);
  expect(undo.stderr).toContain(`collection "Nest" (col_1) ${added}`);
  const all = await docs('runs undo run.jsonl --with-contents --yes --concurrency 1');
  expect(all, all.stderr).toMatchObject({ code: 0 });
  expect(all.writes.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'DELETE col_2',
    'DELETE col_1',
    'DELETE team_1',
  ]);
});

test('--with-contents leaves a thing with what stays in it because others have changed that', async () => {
  const docs = await afterBatch(
    'collections create --title Nest\ncollections create --title Deep --parent col_1\n',
  );
  await docs('collections update col_2 --title Theirs');
  const undo = await docs('runs undo run.jsonl --with-contents --yes');
  expect(undo).toMatchObject({ code: 6, writes: [] });
  expect(undo.stderr).toContain('collection "Theirs" (col_2) stays as it is: title has been changed since\n');
  expect(undo.stderr).toContain(
    'collection "Nest" (col_1) stays as it is: collection "Theirs" (col_2) stays in it\n',
  );
});

test('--with-contents takes back later what was made in a site, and leaves what has come back', async () => {
  const docs = await afterBatch(
    'sections create --site site_docs --space space_runbooks --title Made --yes\n' +
      'site-spaces delete sitesp_sdk --site site_docs --yes\n' +
      'sections delete section_news --site site_docs --yes\n' +
      'sections move section_api --site site_docs --before section_guides\n',
  );
  await docs('site-spaces create --site site_docs --section section_1 --space space_arabic --yes');
  expect(await docs('runs undo run.jsonl --yes --allow-opening public')).toMatchObject({ code: 6 });
  await docs('sections move section_api --site site_docs --before section_guides');
  const all = await docs('runs undo run.jsonl --with-contents --allow-opening public --yes');
  expect(all, all.stderr).toMatchObject({
    code: 0,
    writes: [{ method: 'DELETE', path: '/v1/orgs/org_acme/sites/site_docs/sections/section_1' }],
  });
});

test('--with-contents needs --yes without a terminal', async () => {
  const docs = await afterBatch('teams create --title New\n');
  await docs('teams members set team_1 user_kim --yes');
  const undo = await docs('runs undo run.jsonl --with-contents');
  expect(undo).toMatchObject({ code: 2, writes: [] });
  expect(undo.stderr).toContain('--yes');
});

test('what others have put in counts as taken away', async () => {
  const docs = await afterBatch('teams create --title New\n');
  await docs('teams members set team_1 user_kim --yes');
  const undo = await docs('runs undo run.jsonl --with-contents --max-removals 1 --yes');
  expect(undo).toMatchObject({ code: 2, writes: [] });
  expect(undo.stderr).toContain('1 thing that others have added');
});

test('a thing that others have changed stays, also with --with-contents', async () => {
  const docs = await afterBatch('teams create --title New\n');
  await docs('teams update team_1 --title Theirs');
  const undo = await docs('runs undo run.jsonl --with-contents --allow-opening public,administrators --yes');
  expect(undo).toMatchObject({ code: 6, writes: [] });
  expect(undo.stderr).toContain('team "Theirs" (team_1) stays as it is: title has been changed since');
});

test('what the run itself has put in goes with the thing', async () => {
  const docs = await afterBatch(
    'teams create --title New --member user_ada\nteams members set team_1 user_kim\ncollections permissions set col_product team_1 --role edit\n',
  );
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo, undo.stderr).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }, { method: 'DELETE' }] });
  expect(undo.stderr).not.toContain('warning');
});

test('a deleted team comes back with its roles, and as the team of newcomers', async () => {
  const docs = await sandboxCli({ 'rows.txt': 'teams delete team_docs\n' });
  await docs('saml update saml_okta --default-team team_docs');
  await docs(`batch --file rows.txt ${journal}`);
  expect((await docs('runs undo run.jsonl --yes --allow-opening administrators')).code).toBe(0);
  const roles = JSON.parse((await docs('collections permissions list col_product --json')).stdout);
  expect(roles).toContainEqual(expect.objectContaining({ permission: 'admin' }));
  const { defaultTeam } = JSON.parse((await docs('saml get saml_okta --json')).stdout);
  expect(defaultTeam).toBeTruthy();
});

test('a public site with a space is deleted only where that is allowed', async () => {
  const docs = await afterBatch('sites create --title Fresh --visibility public --space space_drafts\n');
  const undo = await docs('runs undo run.jsonl --yes --allow-opening administrators');
  expect(undo).toMatchObject({ code: 2, writes: [] });
  expect(undo.stderr).toContain('--allow-delete sites');
  const allowed = await docs('runs undo run.jsonl --allow-delete sites --yes');
  expect(allowed, allowed.stderr).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
});

describe('what a run has made in a site stays where others have changed it since', () => {
  const docs = '--site site_docs';
  test.each([
    [
      'site-spaces create site_docs --space space_hr --section section_guides',
      `site-spaces update sitesp_1 ${docs} --path other`,
      'site space "People & HR" (sitesp_1) stays as it is: path has been changed since',
    ],
    [
      'site-spaces create site_docs --space space_hr --section section_guides',
      `site-spaces transfer sitesp_1 ${docs} --to-section section_news --yes`,
      'site space "People & HR" (sitesp_2) stays as it is: sectionId has been changed since',
    ],
    [
      section,
      `sections update section_1 ${docs} --path other`,
      'section "More" (section_1) stays as it is: path has been changed since',
    ],
    [
      section,
      `section-groups add-section group_build section_1 ${docs}`,
      'section "More" (section_1) stays as it is: sectionGroup has been changed since',
    ],
    [
      'section-groups create site_docs --title More',
      `section-groups update group_1 ${docs} --title Other`,
      'section group "Other" (group_1) stays as it is: title has been changed since',
    ],
    [
      'sites create --title New --space space_drafts',
      'sites update site_1 --adaptive-content --yes',
      'site "New" (site_1) stays as it is: adaptiveContent has been changed since',
    ],
  ])('%s, then %s', async (row, change, why) => {
    const run = await afterBatch(`${row}\n`);
    expect(await run(change)).toMatchObject({ code: 0 });
    const undo = await run('runs undo run.jsonl --yes');
    expect(undo).toMatchObject({ code: 6, writes: [] });
    expect(undo.stderr).toContain(`warning: ${why}\n`);
  });
});
