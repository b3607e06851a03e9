import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

test('spaces that are deleted are one entry, with all their names', async () => {
  const docs = await sandboxCli();
  const { stderr } = await docs('collections delete col_product col_internal --dry-run');
  expect(stderr).toContain(
    '\n  10 spaces: deleted (دليل المستخدم; ドキュメント; Changelog; Tutorials; Guides; Runbooks; People & HR; SDKs: "TypeScript", Python; REST API; API v1)\n',
  );
  const { stderr: one } = await docs('collections delete col_legacy col_empty --dry-run');
  expect(one).toContain('\n  space API v1: deleted\n');
});

test('the schema of a site is called by the site', async () => {
  const docs = await sandboxCli();
  const { stderr } = await docs('sites delete site_docs site_handbook --dry-run');
  expect(stderr).toContain('\n  adaptive schema Acme Docs: deleted\n');
});

test('in the plan of a file, spaces that leave a site are called by their names', async () => {
  const file = `${head}sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides, spaces: [ { space: Guides, default: true }, { space: Tutorials } ] }
      - { title: News, path: news, spaces: [ { space: Changelog, default: true } ] }
`;
  const docs = await sandboxCli({ 'org.yaml': file });
  const { stdout } = await docs('org plan --file org.yaml --delete');
  expect(stdout).toContain(
    '\n  3 spaces leave site Acme Docs (public): ドキュメント; REST API; SDKs: "TypeScript", Python\n',
  );
});

test.each(['{"add":"user_kim"}', '{"add":{"a":1}}', '{"add":[1,null]}', '{"memberships":{"user_kim":null}}'])(
  'a field of another type says nothing, and the service refuses it: %s',
  async (stdin) => {
    const docs = await sandboxCli();
    const line = 'api PUT /v1/orgs/org_acme/teams/team_docs/members --input - --yes';
    const run = await docs(line, { stdin });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('error: the service answered 400: ');
    expect(run.writes).toHaveLength(1);
  },
);
