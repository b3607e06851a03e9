import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/api/client/errors.ts';
import { effectOf } from '../../../src/api/contract/effect.ts';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { createThingReader, readBack, shows } from '../../../src/model/effects/shows.ts';
import { touches } from '../../../src/model/effects/things.ts';
import { anyInput, choicesOf } from '../../support/any-request.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { demoThings } from '../../support/sandbox-state.ts';

const changing = operations.filter((op) => effectOf(op) !== 'read');

/** Requests whose effect nothing shows: the service chooses the id, or the content is not read. */
const neverShown = new Set([
  ...changing.map(({ id }) => id).filter((id) => id.endsWith('.create')),
  ...['change-requests.merge', 'change-requests.pull', 'content.import', 'content.pages.import'],
  ...['git.import', 'git.export', 'integrations.publish', 'members.ping'],
]);
/** Of these, the request says the id. */
for (const id of ['custom-fields.create', 'openapi.create']) neverShown.delete(id);

describe('what a request has done shows after it, and not before it', () => {
  test.each(changing.map((op) => [op.id, op] as const))('%s', async (id, op) => {
    const choices = choicesOf([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
    const [before, after] = [new Set<string>(), new Set<string>()];
    for (let time = 0; time < 15; time++) {
      const store = demoStore();
      const client = sandboxClient(store);
      const input = anyInput(choices, demoThings(), op);
      const state = async () =>
        (await shows(touches(op, input), createThingReader(client, input.params?.org ?? 'org_acme'))).state;
      const earlier = await state();
      const isSent = await client.call(op, input).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ServiceError && error.status < 500) return false;
          throw error;
        },
      );
      if (isSent) {
        before.add(earlier);
        after.add(await state());
      }
      store.close();
    }
    expect([...after], id).not.toContain('does-not-show');
    expect(after.has('shows')).toBe(!neverShown.has(id));
    if (after.has('shows')) expect([...before].some((one) => one !== 'shows')).toBe(true);
  });
});

describe('without lists', () => {
  const operation = (id: string) => changing.find((op) => op.id === id) as Operation;
  const site = { org: 'org_acme', site: 'site_docs' };

  test.each<[string, AnyInput, unknown]>([
    [
      'members.update',
      { params: { org: 'org_acme', user: 'user_ada' }, body: { role: 'admin' } },
      { state: 'shows', answer: expect.objectContaining({ id: 'user_ada' }) },
    ],
    ['teams.delete', { params: { org: 'org_acme', team: 'team_none' } }, { state: 'shows' }],
    [
      'sections.update',
      { params: { ...site, section: 'section_guides' }, body: { title: 'Guides' } },
      { state: 'cannot-tell' },
    ],
  ])('%s', async (id, input, expected) => {
    const store = demoStore();
    const op = operation(id);
    expect(await readBack(sandboxClient(store), { op, input }, { lists: false })).toEqual(expected);
    store.close();
  });
});
