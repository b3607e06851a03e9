import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const head = 'format: docs-admin-organization/1\n';

/** Plans a file with these lines, and returns the plan as JSON. */
async function planned(lines: string, flags = '') {
  const docs = await sandboxCli({ ...exampleFiles, 'org.yaml': head + lines });
  const run = await docs(`org plan --file org.yaml --json ${flags}`);
  expect(run).toMatchObject({ stderr: '', code: 0, writes: [] });
  return JSON.parse(run.stdout);
}

describe('a plan as JSON', () => {
  test('has the settled names', async () => {
    const plan = await planned(`managed: { teams: full }
teams: { Docs: { members: { kim@acme.example: owner } }, Web: {} }
`);
    expect(Object.keys(plan)).toEqual([
      'format',
      'organization',
      'digest',
      'complete',
      'counts',
      'opens',
      'loses',
      'addresses',
      'changes',
      'withheld',
      'objections',
      'unknown',
      'unmanaged',
    ]);
    expect(plan.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(plan.withheld[0]).toEqual({
      action: 'delete',
      kind: 'team',
      name: expect.any(String),
      id: expect.any(String),
      reason: 'needs --delete',
    });
  });

  test('has an equal digest whatever the order of keys, the case of e-mails, and comments', async () => {
    const one = await planned(`teams:
  Writers: { members: { kim@acme.example: owner, ada@acme.example: member } }
  Editors: { members: {} }
custom-fields:
  topic: { title: Topic, type: text }
`);
    const other = await planned(`# someone's file
custom-fields:
  topic: { type: text, title: Topic }
teams:
  Editors: { members: {} } # no one yet
  Writers: { members: { ADA@acme.example: member, Kim@Acme.example: owner } }
`);
    expect(other.digest).toBe(one.digest);
  });

  test('has another digest for another change', async () => {
    const one = await planned('teams: { Writers: {} }\n');
    const other = await planned('teams: { Writers: {}, Editors: {} }\n');
    expect(other.digest).not.toBe(one.digest);
  });
});
