import { describe, expect, test } from 'vitest';
import { changeLine, orgCli } from '../support/planned.ts';

/** A file with these lines below `sites:`. */
const sites = (...lines: string[]) => ['sites:', ...lines.map((line) => `  ${line}`), ''].join('\n');

const rows: Readonly<Record<string, { readonly file: string; readonly problem: string }>> = {
  'a space that does not exist': {
    file: sites('Acme Docs:', '  spaces:', '    - { space: Guides }', '    - { space: Gone }'),
    problem:
      'org.yaml:6:11: sites."Acme Docs".spaces[1].space: there is no space "Gone"; the service has no operation to create a space',
  },
  'a group that is in no list': {
    file: sites('Acme Docs: { sections: [ { title: Guides, path: guides, group: Gone } ] }'),
    problem: 'org.yaml:3:59: sites."Acme Docs".sections[0].group: the site has no group "Gone"',
  },
  'a group that the file does not list': {
    file: sites(
      'Acme Docs: { section-groups: [], sections: [ { title: Guides, path: guides, group: Learn } ] }',
    ),
    problem:
      'org.yaml:3:79: sites."Acme Docs".sections[0].group: "Learn" is not in "section-groups" of the site',
  },
  'two sections with one path': {
    file: sites(
      'Acme Docs: { sections: [ { title: Guides, path: guides }, { title: More, path: guides } ] }',
    ),
    problem: 'org.yaml:3:76: sites."Acme Docs".sections[1].path: "guides" is there twice',
  },
  'two defaults': {
    file: sites(
      'Acme Docs: { sections: [ { title: Guides, path: guides, default: true }, { title: API, path: api, default: true } ] }',
    ),
    problem: 'org.yaml:3:101: sites."Acme Docs".sections[1].default: another one is the default already',
  },
  'a section that nothing can be made of': {
    file: sites('Acme Docs: { sections: [ { title: Guides, path: guides }, { title: New, path: new } ] }'),
    problem:
      'org.yaml:3:61: sites."Acme Docs".sections[1]: is to be made, and a section is made of a space: list one in "spaces"',
  },
  'one space twice, by its title and by its id': {
    file: sites('Acme Docs: { spaces: [ { space: Guides }, { space: space_guides } ] }'),
    problem: 'org.yaml:3:45: sites."Acme Docs".spaces[1]: means the same as sites."Acme Docs".spaces[0]',
  },
  'one space in two sections': {
    file: sites(
      'Acme Docs: { sections: [ { title: A1, path: guides, spaces: [ { space: Guides } ] }, { title: A2, path: api, spaces: [ { space: Guides } ] } ] }',
    ),
    problem: 'org.yaml:3:124: sites."Acme Docs".sections[1].spaces[0].space: "Guides" is there twice',
  },
  'one space in two sections, by its title and by its id': {
    file: sites(
      'Acme Docs: { sections: [ { title: A1, path: guides, spaces: [ { space: Guides } ] }, { title: A2, path: api, spaces: [ { space: space_guides } ] } ] }',
    ),
    problem:
      'org.yaml:3:122: sites."Acme Docs".sections[1].spaces[0]: means the same as sites."Acme Docs".sections[0].spaces[0]',
  },
  'an earlier path that is there beside the path of today': {
    file: sites('Acme Docs: { sections: [ { title: Guides, path: guides, previously: [api] } ] }'),
    problem:
      'org.yaml:3:28: sites."Acme Docs".sections[0]: "api", an earlier name, is there as well: section_api; an earlier name renames, and does not merge',
  },
  'an earlier title of a group that another one has': {
    file: sites('Acme Docs: { section-groups: [ { title: Learn, previously: [Build] } ] }'),
    problem:
      'org.yaml:3:34: sites."Acme Docs".section-groups[0]: "Build", an earlier name, is there as well: group_build; an earlier name renames, and does not merge',
  },
  'the basename of a site that is not in the file': {
    file: sites('Acme Docs: { basename: partners }'),
    problem: 'org.yaml:3:16: sites."Acme Docs".basename: is the basename of the site "Partner portal"',
  },
  'the basename of a site that the file ignores': {
    file: `${sites('Acme Docs: { basename: partners }')}ignore: [ "site:Partner portal" ]\nmanaged: { sites: full }\n`,
    problem: 'org.yaml:3:16: sites."Acme Docs".basename: is the basename of the site "Partner portal"',
  },
  'the basename of a site that has another title in the file': {
    file: sites('Partners: { basename: partners }'),
    problem:
      'org.yaml:3:15: sites.Partners.basename: is the basename of the site "Partner portal"; if this is that site with a new title, list the old one in "previously"',
  },
};

describe('a plan tells, with file, line and column,', () => {
  test.each(Object.entries(rows))('%s', async (_, { file, problem }) => {
    const org = await orgCli(file);
    expect(await org.problems()).toBe(`${problem}; nothing was sent`);
  });
});

test('what no file can hold leaves the sites out of a plan, and nothing else', async () => {
  const org = await orgCli(
    'teams: { Writers: {} }\nsites: { Acme Docs: { visibility: unlisted, section-groups: [] } }\n',
    {
      through: (sandbox) => async (request, signal) => {
        const answer = await sandbox(request, signal);
        if (!/section-groups/.test(request.url)) return answer;
        const text = new TextDecoder().decode(answer.body as Uint8Array);
        return {
          ...answer,
          body: new TextEncoder().encode(text.replace('"graduation-cap"', '{"emoji":"x"}')),
        };
      },
    },
  );
  const run = await org.docs('org plan --file org.yaml --json --delete');
  expect(run).toMatchObject({ code: 12 });
  const { changes, unknown } = JSON.parse(run.stdout);
  expect(changes.map(changeLine)).toEqual(['create team Writers']);
  expect(unknown).toEqual([
    {
      kind: 'organization',
      name: 'org_acme',
      part: 'site',
      reason: 'the icon of section group group_learn is no text',
    },
  ]);
});
