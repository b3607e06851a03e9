import { expect, test } from 'vitest';
import { createReader } from '../../../src/model/read/reader.ts';
import { openingsOf } from '../../../src/work/opening/openings.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';

test('a new title opens nothing', async () => {
  const reader = createReader({ client: sandboxClient(demoStore()), org: 'org_acme' });
  const title = {
    operation: 'teams.update',
    input: { params: { org: 'org_acme', team: 'team_docs' }, body: { title: 'D' } },
  };
  expect(await openingsOf([title], reader)).toEqual([]);
});
