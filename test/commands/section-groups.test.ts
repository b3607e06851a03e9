import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/section-groups.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/sites/site_docs/section-groups';

describe('section-groups list', () => {
  test('prints the objects as the service sent them', async () => {
    const docs = await sandboxCli();
    const run = await docs('section-groups list --site site_docs --json');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject([
      { object: 'site-section-group', id: 'group_learn', sections: [{ id: 'section_guides' }] },
      { id: 'group_build', sections: [{ id: 'section_api' }] },
    ]);
  });

  test('names the sections of each group', async () => {
    const docs = await sandboxCli();
    const run = await docs('section-groups list --site site_docs --page-size 1');
    expect(run.requests).toHaveLength(2);
    expect(run.stdout).toBe(
      [
        'id\ttitle\ticon\tsections.title',
        'group_learn\tLearn\tgraduation-cap\tGuides',
        'group_build\tBuild\t\tAPI reference',
        '',
      ].join('\n'),
    );
  });
});

describe('section-groups create and update', () => {
  test('create sends its sections in the order given', async () => {
    const docs = await scriptedCli(() => ({ status: 201, json: { id: 'g' } }));
    const run = await docs(
      'section-groups create --site s --title New --icon bell --section b,a --section c',
    );
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/orgs/org_acme/sites/s/section-groups',
        body: { title: 'New', icon: 'bell', sections: ['b', 'a', 'c'] },
      },
    ]);
  });

  test('create needs a title', async () => {
    const docs = await sandboxCli();
    const run = await docs('section-groups create --site site_docs --section section_news');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--title is required');
  });

  test('update sends what is given, and null for no icon', async () => {
    const docs = await sandboxCli();
    const run = await docs('section-groups update group_build --site site_docs --title Develop --icon code');
    expect(run.requests).toEqual([
      { method: 'PATCH', path: `${base}/group_build`, body: { title: 'Develop', icon: 'code' } },
    ]);
    const cleared = await docs('section-groups update group_build --site site_docs --no-icon --json');
    expect(cleared.requests[0]?.body).toEqual({ icon: null });
    expect(JSON.parse(cleared.stdout)).not.toHaveProperty('icon');
    const tooLong = ['--title', 't'.repeat(101), '--icon', 'i'.repeat(51)];
    const refused = await docs([
      ...'section-groups update group_build --site site_docs'.split(' '),
      ...tooLong,
    ]);
    expect(refused).toMatchObject({ code: 2, requests: [] });
    expect(refused.stderr).toContain('2 problems');
  });
});

describe('section-groups delete, add-section and remove-section', () => {
  test('delete asks, and sets the sections free', async () => {
    const docs = await sandboxCli();
    const line = 'section-groups delete group_learn --site site_docs';
    expect(await docs(line)).toMatchObject({ code: 2, requests: [] });
    expect(await docs(`${line} --yes`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted section group "Learn" (group_learn)\n',
      writes: [{ method: 'DELETE', path: `${base}/group_learn` }],
    });
    const { stdout } = await docs('sections list --site site_docs --fields id,sectionGroup --no-headers');
    expect(stdout).toBe('section_guides\t\nsection_api\tgroup_build\nsection_news\t\n');
  });

  test('add-section sends the section in the body', async () => {
    const docs = await sandboxCli();
    const run = await docs('section-groups add-section group_build section_news --site site_docs --json');
    expect(run.requests).toEqual([
      { method: 'POST', path: `${base}/group_build/sections`, body: { sectionId: 'section_news' } },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      id: 'group_build',
      sections: [{ id: 'section_api' }, { id: 'section_news' }],
    });
  });

  test('add-section needs both ids', async () => {
    const docs = await sandboxCli();
    expect(await docs('section-groups add-section group_build --site site_docs')).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  test('remove-section asks, and names both', async () => {
    const docs = await sandboxCli();
    const line = 'section-groups remove-section group_build section_api --site site_docs';
    const no = await docs(line, { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    const yes = await docs(line, { terminal: true, answers: [true] });
    expect(yes).toMatchObject({
      code: 0,
      stdout: '',
      writes: [{ method: 'DELETE', path: `${base}/group_build/sections/section_api` }],
    });
    expect(await docs(`${line} --yes`)).toMatchObject({ code: 5 });
  });
});

describe('section-groups move', () => {
  test.each([
    ['--before x', { position: { before: { type: 'site-section', id: 'x' } } }],
    ['--after x', { position: { after: { type: 'site-section', id: 'x' } } }],
    ['', {}],
  ])('%s', async (flags, body) => {
    const docs = await scriptedCli(() => ({ json: { id: 'a' } }));
    const run = await docs(`section-groups move a --site s ${flags}`);
    expect(run.requests).toEqual([
      { method: 'POST', path: '/v1/orgs/org_acme/sites/s/section-groups/a/move', body },
    ]);
  });

  test('reorders', async () => {
    const docs = await sandboxCli();
    expect(await docs('section-groups move group_learn --site site_docs')).toMatchObject({ code: 0 });
    expect((await docs('section-groups list --site site_docs -o id')).stdout).toBe(
      'group_build\ngroup_learn\n',
    );
  });
});

wireCoverage(contract);
