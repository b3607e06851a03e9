import { describe, expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

const guides = '{ title: Guides, path: guides }';
const api = '{ title: API reference, path: api }';
const news = '{ title: News, path: news }';

/** A file with these keys of the demo site that has sections. */
const docs = (...keys: string[]) =>
  ['sites:', '  Acme Docs:', ...keys.map((key) => `    ${key}`), ''].join('\n');
/** The same for a site without sections. */
const handbook = (...keys: string[]) =>
  ['sites:', '  Handbook 手册, “internal”:', ...keys.map((key) => `    ${key}`), ''].join('\n');

/** What a plan leaves out because nothing may be deleted. */
const withheld = async ({ plan }: Awaited<ReturnType<typeof orgCli>>) =>
  (await plan()).withheld.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

describe('sections', () => {
  test('in another order: as few moves as possible', async () => {
    const org = await orgCli(docs(`sections: [ ${news}, ${guides}, ${api} ]`));
    expect(await org.changes()).toEqual(['move section Acme Docs: news: position 3 -> 1']);
    expect(await org.apply()).toEqual([
      'POST sites/site_docs/sections/section_news/move {"position":{"before":{"type":"site-section","siteSection":"section_guides"}}}',
    ]);
  });

  test('a new one takes a space of another one, and its place in the order', async () => {
    const org = await orgCli(
      docs(
        'sections:',
        `  - ${guides}`,
        '  - { title: Tutorials, path: tutorials, default: true, spaces: [ { space: Tutorials, path: all } ] }',
        `  - ${api}`,
        `  - ${news}`,
      ),
    );
    expect(await org.changes()).toEqual([
      'create section Acme Docs: tutorials: title null -> "Tutorials", path null -> "tutorials", default null -> true',
      'update site-space Acme Docs: tutorials: Tutorials: path "tutorials" -> "all"',
      'move site-space Acme Docs: tutorials: Tutorials: sectionId "guides" -> "tutorials"',
    ]);
    expect(await org.apply()).toEqual([
      'DELETE sites/site_docs/site-spaces/sitesp_tutorials',
      'POST sites/site_docs/sections {"spaceId":"space_tutorials","title":"Tutorials"}',
      'PATCH sites/site_docs/sections/section_1 {"path":"tutorials"}',
      'POST sites/site_docs/sections/section_1/move {"position":{"after":{"type":"site-section","siteSection":"section_guides"}}}',
      'PATCH sites/site_docs {"defaultSiteSection":"section_1"}',
      'PATCH sites/site_docs/site-spaces/sitesp_1 {"path":"all"}',
    ]);
  });

  test('a long title is set after the section is made', async () => {
    const title = 'T'.repeat(100);
    const org = await orgCli(
      docs(
        `sections: [ ${guides}, ${api}, ${news}, { title: ${title}, path: t, spaces: [ { space: Handbook } ] } ]`,
      ),
    );
    expect(await org.apply()).toEqual([
      'POST sites/site_docs/sections {"spaceId":"space_handbook"}',
      `PATCH sites/site_docs/sections/section_1 {"title":"${title}","path":"t"}`,
    ]);
  });

  test('two swap their paths', async () => {
    const org = await orgCli(
      docs(
        'sections:',
        '  - { title: Guides, path: api, previously: [guides], icon: compass }',
        '  - { title: API reference, path: guides, previously: [api], icon: gear }',
        `  - ${news}`,
      ),
    );
    expect(await org.changes()).toEqual([
      'rename section Acme Docs: api: path "guides" -> "api"',
      'rename section Acme Docs: guides: path "api" -> "guides"',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH sites/site_docs/sections/section_guides {"path":"guides-moving"}',
      'PATCH sites/site_docs/sections/section_api {"path":"guides"}',
      'PATCH sites/site_docs/sections/section_guides {"path":"api"}',
    ]);
  });

  test('are deleted only with --delete, and another one is the default before', async () => {
    const org = await orgCli(
      docs(
        'section-groups: [ { title: Build } ]',
        `sections: [ ${news}, { title: API reference, path: api, group: Build, default: true } ]`,
      ),
    );
    expect(await org.changes()).toEqual([
      'update section Acme Docs: api: default null -> true',
      'move section Acme Docs: api: position 1 -> 2',
    ]);
    expect(await withheld(org)).toEqual([
      'delete section-group Acme Docs: Learn',
      'delete section Acme Docs: guides',
    ]);
    expect(await org.apply('--delete --max-removals 50 --allow-delete sites')).toEqual([
      'PATCH sites/site_docs {"defaultSiteSection":"section_api"}',
      'POST sites/site_docs/sections/section_api/move {"position":{"after":{"type":"site-section","siteSection":"section_news"}}}',
      'DELETE sites/site_docs/section-groups/group_learn',
      'DELETE sites/site_docs/sections/section_guides',
    ]);
  });

  test('take the spaces of a site that had none', async () => {
    const org = await orgCli(
      handbook(
        'sections:',
        '  - { title: People, path: people, spaces: [ { space: People & HR }, { space: Handbook, path: start, default: true } ] }',
        '  - { title: Runs, path: runs, spaces: [ { space: Runbooks } ] }',
      ),
    );
    expect(await org.changes()).toEqual([
      'create section Handbook 手册, “internal”: people: title null -> "People", path null -> "people"',
      'create section Handbook 手册, “internal”: runs: title null -> "Runs", path null -> "runs"',
      'update site-space Handbook 手册, “internal”: people: Handbook: path "handbook" -> "start"',
      'move site-space Handbook 手册, “internal”: people: Handbook: sectionId null -> "people"',
      'move site-space Handbook 手册, “internal”: people: People & HR: sectionId null -> "people"',
      'move site-space Handbook 手册, “internal”: runs: Runbooks: sectionId null -> "runs"',
    ]);
    expect(await org.apply()).toEqual([
      'DELETE sites/site_handbook/site-spaces/sitesp_handbook',
      'DELETE sites/site_handbook/site-spaces/sitesp_hr',
      'DELETE sites/site_handbook/site-spaces/sitesp_runbooks',
      'POST sites/site_handbook/sections {"spaceId":"space_hr","title":"People"}',
      'POST sites/site_handbook/site-spaces {"spaceId":"space_handbook","sectionId":"section_1"}',
      'PATCH sites/site_handbook/sections/section_1 {"path":"people","defaultSiteSpace":"sitesp_2"}',
      'POST sites/site_handbook/sections {"spaceId":"space_runbooks","title":"Runs"}',
      'PATCH sites/site_handbook/sections/section_2 {"path":"runs"}',
      'PATCH sites/site_handbook/site-spaces/sitesp_2 {"path":"start"}',
    ]);
  });

  test('give their spaces to the site, once they may be deleted', async () => {
    const org = await orgCli(
      docs('spaces: [ { space: Guides, path: guides }, { space: Changelog, default: true } ]'),
    );
    expect(await org.changes()).toEqual([]);
    expect(await withheld(org)).toEqual([
      'delete section Acme Docs: api',
      'delete section Acme Docs: guides',
      'delete section Acme Docs: news',
      'move site-space Acme Docs: Changelog',
      'move site-space Acme Docs: Guides',
    ]);
    expect(await org.apply('--delete --max-removals 50')).toEqual([
      'DELETE sites/site_docs/site-spaces/sitesp_guides',
      'DELETE sites/site_docs/site-spaces/sitesp_changelog',
      'DELETE sites/site_docs/sections/section_guides',
      'DELETE sites/site_docs/sections/section_api',
      'DELETE sites/site_docs/sections/section_news',
      'POST sites/site_docs/site-spaces {"spaceId":"space_guides"}',
      'PATCH sites/site_docs/site-spaces/sitesp_1 {"path":"guides"}',
      'POST sites/site_docs/site-spaces {"spaceId":"space_changelog"}',
      'PATCH sites/site_docs {"defaultSiteSpace":"sitesp_2"}',
    ]);
  });

  test('ends a space before its section, and names it, where another one gets its path', async () => {
    const org = await orgCli(docs('spaces: [ { space: REST API, path: tutorials, default: true } ]'));
    const { changes } = await org.plan('--delete');
    expect(changes.flatMap(({ action, name }) => (action === 'delete' ? [name] : []))).toEqual([
      'Acme Docs: api',
      'Acme Docs: guides',
      'Acme Docs: news',
      'Acme Docs: api: SDKs: "TypeScript", Python',
      'Acme Docs: guides: Guides',
      'Acme Docs: guides: Tutorials',
      'Acme Docs: guides: ドキュメント',
      'Acme Docs: news: Changelog',
    ]);
    expect((await org.apply('--delete --max-removals 50')).slice(0, 3)).toEqual([
      'DELETE sites/site_docs/site-spaces/sitesp_tutorials',
      'DELETE sites/site_docs/sections/section_guides',
      'DELETE sites/site_docs/site-spaces/sitesp_rest',
    ]);
    expect(await org.changes('--delete')).toEqual([]);
  });
});

describe('site spaces', () => {
  test('change, swap their paths, and come and go', async () => {
    const org = await orgCli(
      docs(
        'sections:',
        '  - title: Guides',
        '    path: guides',
        '    spaces:',
        '      - { space: Tutorials, path: guides, default: true }',
        '      - { space: Handbook, path: ja, condition: "visitor.isLoggedIn" }',
        '      - { space: Guides, path: tutorials }',
        `  - ${api}`,
        `  - ${news}`,
      ),
    );
    expect(await org.changes()).toEqual([
      'update site-space Acme Docs: guides: Guides: path "guides" -> "tutorials"',
      'update site-space Acme Docs: guides: Tutorials: path "tutorials" -> "guides", default null -> true',
      'move site-space Acme Docs: guides: Guides: position 1 -> 3',
    ]);
    expect(await withheld(org)).toEqual([
      'create site-space Acme Docs: guides: Handbook',
      'delete site-space Acme Docs: guides: ドキュメント',
    ]);
    expect(await org.apply('--delete')).toEqual([
      'PATCH sites/site_docs/site-spaces/sitesp_tutorials {"path":"tutorials-moving"}',
      'PATCH sites/site_docs/site-spaces/sitesp_guides {"path":"tutorials"}',
      'PATCH sites/site_docs/site-spaces/sitesp_tutorials {"path":"guides"}',
      'POST sites/site_docs/site-spaces {"spaceId":"space_handbook","sectionId":"section_guides"}',
      'DELETE sites/site_docs/site-spaces/sitesp_japanese',
      'PATCH sites/site_docs/site-spaces/sitesp_1 {"path":"ja","condition":"visitor.isLoggedIn"}',
      'PATCH sites/site_docs/sections/section_guides {"defaultSiteSpace":"sitesp_tutorials"}',
      'POST sites/site_docs/site-spaces/sitesp_guides/move {"position":{"after":{"type":"site-space","siteSpace":"sitesp_1"}}}',
    ]);
  });
});
