import { expect, test, vi } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

vi.setConfig({ testTimeout: 60_000 });

test('a finding about a space that moves to another section is neither new nor gone', async () => {
  const file = `${head}sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides, default: true, spaces: [ { space: Guides, default: true }, { space: ドキュメント } ] }
      - { title: API reference, path: api, spaces: [ { space: REST API, default: true }, { space: 'SDKs: "TypeScript", Python' }, { space: Tutorials } ] }
      - { title: News, path: news, spaces: [ { space: Changelog, default: true } ] }
`;
  const docs = await sandboxCli({ 'org.yaml': file });
  const run = await docs('org rehearse --file org.yaml --json');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const { plan, audit } = JSON.parse(run.stdout);
  expect(plan.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'move',
        kind: 'site-space',
        fields: [{ field: 'section', before: 'guides', after: 'api' }],
      }),
    ]),
  );
  expect(audit).toMatchObject({ new: [], gone: [] });
});
