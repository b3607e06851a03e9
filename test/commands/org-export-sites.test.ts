import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlaced } from '../../src/formats/yaml.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';
const all = '?limit=1000';

/** Exports from a service that has these lists, by path, and nothing else. */
async function exported(lists: Readonly<Record<string, unknown>>, only: string) {
  const administrators = { [`${org}/members`]: [{ id: 'user_ada', role: 'admin' }] };
  const docs = await scriptedCli(({ path }) => {
    const json = { ...administrators, ...lists }[path.split('?')[0] ?? ''];
    if (json === undefined && path.includes('adaptive-schema')) return { status: 404, json: {} };
    return { json: Array.isArray(json) ? { items: json } : (json ?? { items: [] }) };
  }, {});
  const run = await docs(`org export --only ${only} --out acme.yaml`);
  if (run.code !== 0) return { run, file: undefined };
  const text = readFileSync(join(docs.folder, 'acme.yaml'), 'utf8');
  expect(await docs('org validate --file acme.yaml')).toMatchObject({ code: 0 });
  return { run, file: parsePlaced(text).value as Record<string, Record<string, unknown>> };
}

describe('sends only what the section needs', () => {
  const site = (id: string) => [
    `${org}/sites/${id}/adaptive-schema`,
    ...['sections', 'section-groups', 'site-spaces'].map((list) => `${org}/sites/${id}/${list}${all}`),
  ];

  test.each([
    ['openapi', [`${org}/openapi${all}`]],
    ['saml', [`${org}/saml${all}`, `${org}/teams${all}`]],
    [
      'translations',
      [
        `${org}/translations${all}`,
        ...['docs', 'empty'].map((id) => `${org}/translations/translation_${id}/languages${all}`),
      ],
    ],
    [
      'sites',
      [
        `${org}/sites${all}`,
        ...['docs', 'handbook', 'partners'].flatMap((id) => site(`site_${id}`)),
        `${org}/collections${all}`,
        `${org}/members?role=admin&limit=50`,
        `${org}/members/user_grace/spaces${all}`,
      ],
    ],
  ])('%s', async (only, paths) => {
    const { requests, writes } = await (await sandboxCli())(`org export --only ${only}`);
    expect(requests.map(({ path }) => path).sort()).toEqual(paths.toSorted());
    expect(writes).toEqual([]);
  });
});

/** The value of a section of the demo data. */
async function demo(only: string) {
  const { stdout } = await (await sandboxCli())(`org export --only ${only} -o json`);
  return JSON.parse(stdout)[only];
}

describe('the demo data', () => {
  test('has a site with sections in order, and what a copy would need cleared', async () => {
    const { 'Acme Docs': docs } = await demo('sites');
    expect(docs).toMatchObject({
      visibility: 'public',
      basename: 'docs',
      proxy: '',
      'adaptive-content': true,
      'adaptive-schema': { type: 'object', additionalProperties: false },
      'section-groups': [
        { title: 'Learn', icon: 'graduation-cap' },
        { title: 'Build', icon: '' },
      ],
    });
    expect(docs.sections.map(({ path, group }: Record<string, string>) => [path, group])).toEqual([
      ['guides', 'Learn'],
      ['api', 'Build'],
      ['news', undefined],
    ]);
    expect(docs.sections[0]).toEqual({
      title: 'Guides',
      path: 'guides',
      group: 'Learn',
      icon: 'compass',
      description: '',
      condition: '',
      default: true,
      spaces: [
        { space: 'Guides', path: 'guides', condition: '', default: true },
        { space: 'Tutorials', path: 'tutorials', condition: '' },
        { space: 'ドキュメント', path: 'ja', condition: '' },
      ],
    });
    expect(docs).not.toHaveProperty('spaces');
  });

  test('has a site without sections, with its spaces', async () => {
    const { 'Partner portal': portal } = await demo('sites');
    expect(portal).toEqual({
      visibility: 'share-link',
      basename: 'partners',
      proxy: 'https://acme.example/partners',
      'adaptive-content': false,
      'section-groups': [],
      spaces: [{ space: 'API v1', path: 'v1', condition: '', default: true }],
    });
  });

  test('has specifications, also one whose text the service does not tell', async () => {
    expect(await demo('openapi')).toEqual({
      broken: { url: 'https://slow.acme.example/openapi.yaml' },
      payments: { url: 'https://api.acme.example/payments/openapi.json' },
      petstore: {},
    });
  });

  test('has languages with their instructions', async () => {
    const settings = await demo('translations');
    expect(settings.Someday).toEqual({ languages: {} });
    expect(Object.keys(settings['Docs, in other languages'].languages)).toEqual(['en', 'fr', 'ja']);
    expect(settings['Docs, in other languages'].languages.fr.instructions).toMatchObject({
      object: 'document',
    });
  });

  test('has SAML providers with certificates', async () => {
    expect(await demo('saml')).toEqual({
      'Entra “guests”': { 'entity-id': '', certificate: '', 'default-role': 'guest' },
      Okta: {
        'entity-id': 'https://acme.okta.example/entity',
        'sso-url': 'https://acme.okta.example/sso/saml',
        certificate: expect.stringContaining('-----BEGIN CERTIFICATE-----\n'),
        'default-team': 'Docs',
        'default-role': 'read',
      },
    });
  });
});

test('credentials in addresses are left out', async () => {
  const { file } = await exported(
    {
      [`${org}/openapi`]: [
        { id: 'o', slug: 'a', sourceURL: 'https://me:hunter2@a.example/x?token=hunter2&v=1' },
      ],
      [`${org}/saml`]: [{ id: 's', label: 'S', ssoURL: 'https://me:hunter2@s.example/sso' }],
      [`${org}/sites`]: [
        { id: 'site_a', title: 'Aa', proxy: { origin: 'https://me:hunter2@p.example/docs' } },
      ],
    },
    'openapi,saml,sites',
  );
  expect(JSON.stringify(file)).not.toMatch(/hunter2|me@/);
  expect(file).toMatchObject({
    openapi: { a: { url: 'https://a.example/x?v=1' } },
    saml: { S: { 'sso-url': 'https://s.example/sso' } },
    sites: { Aa: { proxy: 'https://p.example/docs' } },
  });
});

const text = fc
  .oneof(
    fc.constantFrom(
      'no',
      '~~',
      '2024',
      '- a: b',
      '# x',
      '<<',
      '__proto__',
      'constructor',
      'a\nb',
      '\u202ex',
      'A/B',
    ),
    fc.constantFrom('Docs', 'Docs (site_0)', 'Docs (group_1)', ' Docs ', '"', "''", '東京 🎨', '*x'),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
  )
  .map((title) => [...([...title].length < 2 ? `${title}xx` : title)].slice(0, 20).join(''));
const titles = fc.array(text, { maxLength: 4 });

test('titles that repeat, and hostile ones, make a file that is valid', async () => {
  await fc.assert(
    fc.asyncProperty(titles, titles, titles, titles, async (sites, groups, sections, others) => {
      const { run, file } = await exported(
        {
          [`${org}/sites`]: sites.map((title, at) => ({ id: `site_${at}`, title })),
          ...Object.fromEntries(
            sites.flatMap((_, at) => [
              [
                `${org}/sites/site_${at}/section-groups`,
                groups.map((title, i) => ({ id: `group_${i}`, title })),
              ],
              [
                `${org}/sites/site_${at}/sections`,
                sections.map((title, i) => ({
                  id: `section_${i}`,
                  title,
                  path: `path-${i}`,
                  ...(i < groups.length && { sectionGroup: `group_${i}` }),
                })),
              ],
            ]),
          ),
          [`${org}/translations`]: others.map((title, at) => ({ id: `tr_${at}`, title })),
          [`${org}/saml`]: others.map((label, at) => ({ id: `saml_${at}`, label })),
        },
        'sites,translations,saml',
      );
      expect(run.stderr).toBe('wrote acme.yaml\n');
      for (const [section, count] of [
        ['sites', sites.length],
        ['translations', others.length],
        ['saml', others.length],
      ] as const)
        expect(Object.keys(file?.[section] ?? {})).toHaveLength(count);
    }),
    { numRuns: 30 },
  );
});

describe('what has no place in a file leaves its section out', () => {
  const site = { [`${org}/sites`]: [{ id: 'site_a', title: 'Aa' }] };
  const sections = { [`${org}/sites/site_a/sections`]: [{ id: 'section_a', title: 'Aa', path: 'a' }] };

  test.each([
    [
      'an icon that is no text',
      {
        ...site,
        [`${org}/sites/site_a/section-groups`]: [{ id: 'group_a', title: 'A', icon: { emoji: 'x' } }],
      },
      'sites: the icon of section group group_a is no text',
    ],
    [
      'a space beside sections',
      {
        ...site,
        ...sections,
        [`${org}/sites/site_a/site-spaces`]: [{ id: 'sitesp_a', space: { id: 'space_a' } }],
      },
      'sites: the site site_a has sections, and a space that is in none of them',
    ],
    [
      'an adaptive schema that looks like the name of a file',
      { ...site, [`${org}/sites/site_a/adaptive-schema`]: { jsonSchema: { file: 'x' } } },
      'sites: the adaptive schema of site site_a looks like the name of a file: it has a key "file"',
    ],
  ])('%s', async (_, lists, reason) => {
    const { run } = await exported(lists, 'sites');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain(reason);
  });
});
