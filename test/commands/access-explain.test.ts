import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../src/access/questions.ts';
import { granting, refusing } from '../support/access.ts';
import { sandboxCli } from '../support/cli.ts';

const json = <Value>({ stdout }: { stdout: string }) => JSON.parse(stdout) as Value;

describe('access explain', () => {
  test('shows all ways, and marks the one that decides', async () => {
    const docs = await sandboxCli();
    const run = await docs('access explain user_kim --space space_sdk --json');
    expect(run).toMatchObject({ code: 0, writes: [] });
    const place = { kind: 'space', id: 'space_sdk', title: 'SDKs: "TypeScript", Python' };
    const api = { kind: 'collection', id: 'col_api', title: 'API & SDKs' };
    const product = { kind: 'collection', id: 'col_product', title: 'Product' };
    expect(json<Explanation>(run)).toMatchObject({
      answer: 'yes',
      level: 'create',
      ways: [
        {
          kind: 'collection-team',
          level: 'create',
          deciding: true,
          path: [{ kind: 'team', id: 'team_platform', title: 'Platform' }, api, place],
        },
        { kind: 'collection-default', level: 'edit', deciding: false, path: [product, api, place] },
      ],
      nearest: [],
      sites: [{ id: 'site_docs', visibility: 'public', published: true }],
      integrations: [
        { name: 'acme-analytics', on: 'this' },
        { name: 'acme-diagrams', on: 'some' },
      ],
    });
  });

  test('says what is missing, the nearest first, and where it could be granted', async () => {
    const docs = await sandboxCli();
    const run = await docs('access explain user_gil --space space_runbooks --json');
    expect(run.code).toBe(0);
    expect(json<Explanation>(run)).toMatchObject({
      answer: 'no',
      level: null,
      ways: [],
      nearest: [
        { kind: 'team', id: 'team_platform', title: 'Platform', missing: 'membership' },
        { kind: 'space', id: 'space_runbooks', title: 'Runbooks', missing: 'permission' },
        { kind: 'organization', id: 'org_acme', missing: 'role' },
      ],
    });
  });

  test('draws the ways on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('access explain user_kim --space space_runbooks', { terminal: true });
    expect(run.stdout).toContain('read: default level of collection Internal 内部 (decides)');
    expect(run.stdout).toContain('read: team Platform on collection Internal 内部');
    expect(run.stderr).toContain('site "Handbook 手册, “internal”" (site_handbook) publishes it, unlisted');
  });

  test('has sites and integrations in a row for programs, too', async () => {
    const docs = await sandboxCli();
    const run = await docs('access explain user_kim --space space_guides -o csv');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toBe(
      [
        'answer,level,way,nearest,sites,integrations',
        'yes,edit,default level of collection Product,,Acme Docs (site_docs): public,"Acme Analytics (acme-analytics): space:views:read, site:views:read; Diagrams 図 (acme-diagrams) on some spaces, maybe on this one: space:content:read"',
        '',
      ].join('\n'),
    );
    await docs('sites update site_docs --visibility share-link');
    const tsv = await docs('access explain user_kim --space space_guides --fields answer,sites');
    expect(tsv.stdout).toBe('answer\tsites\nyes\tAcme Docs (site_docs): share-link\n');
    const none = await docs('access explain user_kim --collection col_product --fields answer,sites');
    expect(none.stdout).toBe('answer\tsites\nyes\t\n');
  });

  test('a terminal has them once, as messages', async () => {
    const docs = await sandboxCli();
    const run = await docs('access explain user_kim --space space_guides -o table');
    expect(run.stdout).not.toContain('Acme Docs');
    expect(run.stderr).toContain('site "Acme Docs" (site_docs) publishes it, public');
  });

  test('shows a disagreement, and a way that is not shown', async () => {
    const less = await sandboxCli({}, granting('user_kim', 'space_sdk', 'read'));
    const run = await less('access explain user_kim --space space_sdk --level edit --json');
    expect(run.stderr).toContain('disagreement about Kim "Q" Nguyễn (user_kim)');
    expect(json<Explanation>(run)).toMatchObject({
      answer: 'no',
      level: 'read',
      disagreement: { rules: 'create', service: 'read' },
    });
    expect(json<Explanation>(run).ways.map(({ kind, deciding }) => [kind, deciding])).toEqual([
      ['collection-team', false],
      ['collection-default', false],
      ['not-shown', true],
    ]);
    const more = await sandboxCli({}, granting('user_kim', 'space_sdk', 'admin'));
    const found = json<Explanation>(await more('access explain user_kim --space space_sdk --json'));
    expect(found).not.toHaveProperty('disagreement');
    expect(found.ways[0]).toMatchObject({ kind: 'not-shown', level: 'admin', deciding: true });
  });

  test.each([
    ['members/user_gil/spaces', 'the spaces of member user_gil cannot be read (403)'],
    ['members/user_(ada|grace)/spaces', 'the spaces cannot be read (403)'],
  ])('does not claim a no without %s', async (path, words) => {
    const docs = await sandboxCli({}, refusing(new RegExp(path)));
    const run = await docs('access explain user_gil --space space_hr --json');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain(words);
    const known = path.includes('gil') ? 'unknown' : 'no';
    expect(json<Explanation>(run).answer).toBe(known);
  });

  test('tells by the service alone, where the member and the teams cannot be read', async () => {
    const docs = await sandboxCli({}, refusing(/members\/user_kim(\/teams)?$/));
    const run = await docs('access explain user_kim --space space_sdk --json');
    expect(run.code).toBe(12);
    expect(json<Explanation>(run)).toMatchObject({ answer: 'yes', level: 'create' });
    expect(run.stderr).toContain('the teams of member user_kim cannot be read (403)');
  });
});

describe('access check', () => {
  test.each([
    ['user_kim read', '', 0],
    ['user_kim edit', '', 11],
    ['user_kim edit', '--not', 0],
    ['user_kim read', '--not', 11],
    ['kim@acme.example read', '', 0],
    ['user_gil read', '', 11],
    ['user_ada admin', '', 0],
  ])('%s %s ends with %i, without data', async (asserted, flags, code) => {
    const docs = await sandboxCli();
    const run = await docs(`access check ${asserted} --space space_runbooks ${flags}`);
    expect(run).toMatchObject({ code, stdout: '', writes: [] });
    expect(run.stderr === '').toBe(code === 0);
  });

  test('with --redact its error names no one', async () => {
    const docs = await sandboxCli({});
    const run = await docs('access check user_kim admin --space space_runbooks --redact');
    expect(run).toMatchObject({ code: 11, stdout: '' });
    expect(run.stderr).toMatch(/^error: member person_\w+ has /);
    expect(run.stderr).not.toMatch(/kim|Nguy/i);
  });

  test('says on stderr why it fails', async () => {
    const docs = await sandboxCli();
    const run = await docs('access check user_kim edit --space space_runbooks');
    expect(run.stderr).toBe(
      'error: Kim "Q" Nguyễn (user_kim) has read in space "Runbooks" (space_runbooks): at least edit was asserted\n',
    );
  });

  test('without the answer of the service, a yes is a yes, and a no cannot be told', async () => {
    const docs = await sandboxCli({}, refusing(/members\/user_kim\/spaces/));
    const check = async (line: string) => (await docs(`access check user_kim ${line}`)).code;
    expect(await check('read --space space_runbooks')).toBe(0);
    expect(await check('read --space space_runbooks --not')).toBe(11);
    expect(await check('edit --space space_runbooks')).toBe(12);
    expect(await check('edit --space space_runbooks --not')).toBe(12);
  });

  test('believes the service where lists of grants cannot be read', async () => {
    const docs = await sandboxCli({}, refusing(/permissions|collections$/));
    expect(await docs('access check user_kim read --space space_runbooks')).toMatchObject({ code: 0 });
    expect(await docs('access check user_kim edit --space space_runbooks')).toMatchObject({ code: 11 });
  });

  test('believes the service if it gives less', async () => {
    const docs = await sandboxCli({}, granting('user_kim', 'space_runbooks', null));
    const run = await docs('access check user_kim read --space space_runbooks');
    expect(run.code).toBe(11);
    expect(run.stderr).toContain('warning: disagreement about');
  });

  test('a disabled member has no access, whatever list of grants cannot be read', async () => {
    const blind = await sandboxCli({}, refusing(/col_product\/permissions|teams\/\w+\/members/));
    await blind('teams members set team_docs user_dee');
    for (const [line, code] of [
      ['check user_dee read --space space_guides --not', 0],
      ['check user_dee read --space space_guides', 11],
      ['explain user_dee --space space_guides --level create --json', 12],
      ['explain user_dee --collection col_product --level create --json', 12],
    ] as const) {
      const run = await blind(`access ${line}`);
      expect([line, run.code]).toEqual([line, code]);
      if (code === 12) expect(json<Explanation>(run)).toMatchObject({ answer: 'no', level: null });
    }
    const silent = await sandboxCli({}, refusing(/user_dee\/spaces/));
    expect(await silent('access check user_dee read --space space_guides --not')).toMatchObject({ code: 12 });
  });

  test('does not take a wrong id for a no', async () => {
    const docs = await sandboxCli();
    expect(await docs('access check user_kim read --space space_nope --not')).toMatchObject({ code: 5 });
    expect(await docs('access check user_nope read --space space_hr --not')).toMatchObject({ code: 5 });
  });
});
