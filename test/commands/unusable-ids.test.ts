import { describe, expect, test } from 'vitest';
import { auditCli, goodTables } from '../support/audited.ts';
import { withItems } from '../support/refusing.ts';

const account = { id: 'a/b', email: 'other@acme.example' };

/** Lists that have one more thing, like the one with this id or name, with an id that no address can have. */
const lists: Record<string, [path: RegExp, like: string, more: object]> = {
  integration: [/\/integrations\?/, 'counter', { name: 'a/b' }],
  team: [/\/teams\?/, 'team_docs', { id: 'a/b', title: 'Other' }],
  collection: [/\/collections\?/, 'col_handbooks', { id: 'a/b', title: 'Other' }],
  site: [/\/sites\?/, 'site_docs', { id: 'a/b', title: 'Other' }],
  translation: [/\/translations\?/, 'translation_docs', { id: 'a/b', title: 'Other' }],
  guest: [/\/members\?/, 'user_gus', { id: 'a/b', user: account }],
};

function serviceWith(kind: string) {
  const [path, like, more] = lists[kind] as (typeof lists)[string];
  return auditCli(
    goodTables(),
    withItems(path, (item) => ([item.id, item.name].includes(like) ? [item, { ...item, ...more }] : [item])),
  );
}

describe('an id of the service that cannot be used is a gap', () => {
  test.each([
    ['integration', 'org audit', 'the installations of integration a/b cannot be read'],
    ['team', 'org audit', 'the members of team a/b cannot be read'],
    ['collection', 'org audit', 'the roles of teams of collection a/b cannot be read'],
    ['site', 'org audit', 'the site spaces of site a/b cannot be read'],
    ['guest', 'org audit', 'the spaces of member a/b cannot be read'],
    ['integration', 'access who-can read --space space_guide', 'the installations of integration a/b'],
    ['integration', 'access explain user_ada --space space_guide', 'the installations of integration a/b'],
    ['collection', 'access what-can user_ada', 'the roles of teams of collection a/b cannot be read'],
    ['team', 'access report', 'the members of team a/b cannot be read'],
    ['guest', 'access report', 'the spaces of member a/b cannot be read'],
    ['team', 'org export', 'the members of team a/b cannot be read'],
    ['translation', 'org export', 'the languages of translation settings a/b cannot be read'],
    ['team', 'org snapshot --out copy.json', 'the members of team a/b cannot be read'],
  ])('%s: %s', async (kind, line, gap) => {
    const run = await (await serviceWith(kind))(line);
    expect(run.code).toBe(12);
    expect(run.stderr).toContain(gap);
    expect(run.stderr).toContain('its id cannot be used in a request: it contains "/"');
    expect(run.stderr).not.toMatch(/--\w*(?:integration|team|user|collection)|usage/);
  });
});

test('a finding beats the gap', async () => {
  expect(await (await serviceWith('integration'))('org audit --max-admins 1 --fail-on medium')).toMatchObject(
    {
      code: 11,
    },
  );
});

test.each(['team', 'collection', 'site', 'translation', 'guest'])(
  'a partial snapshot leaves out a %s with such an id, and says so to its readers',
  async (kind) => {
    const docs = await serviceWith(kind);
    expect(await docs('org snapshot --out copy.json --allow-partial')).toMatchObject({ code: 12 });
    const audit = await docs('org audit --snapshot copy.json --rules DA105,DA306,DA405,DA808,DA201');
    expect(audit.code).toBe(12);
    expect(audit.stderr).toContain('one has an id that cannot be used in a request: it contains "/"');
  },
);

test('a rehearsal works on the rest', async () => {
  const docs = await serviceWith('team');
  const run = await docs('org rehearse -- teams delete team_partners --yes');
  expect(run.stderr).toContain('the members of team a/b cannot be read');
  expect(run.stderr).not.toContain('not a usable snapshot');
  expect(run.writes).toEqual([]);
});

test.each(['access what-can a/b', 'access explain a/b --space space_guide', 'org audit --org a/b'])(
  'an id that the user has given stays a usage error: %s',
  async (line) => {
    expect(await (await auditCli(goodTables()))(line)).toMatchObject({ code: 2 });
  },
);
