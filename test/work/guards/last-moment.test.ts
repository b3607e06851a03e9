import { expect, test } from 'vitest';
import { typedClient } from '../../../src/api/client/client.ts';
import { ServiceError } from '../../../src/api/client/errors.ts';
import { removeMember, updateMember } from '../../../src/api/contract/operations/members.ts';
import { deleteSamlProvider } from '../../../src/api/contract/operations/saml.ts';
import { createLastMoment } from '../../../src/work/guards/last-moment.ts';

/** A service with these administrators, or providers, which counts how often they are read. */
function service(admins: readonly string[]) {
  const there = new Set(admins);
  let reads = 0;
  const client = typedClient({
    assertValid: () => [],
    call: () => Promise.reject(new Error('only lists are read')),
    async *pages() {
      reads++;
      yield [...there].map((id) => ({ id, role: 'admin' }));
    },
  });
  return { client, there, reads: () => reads };
}

const lowering = (user: string) =>
  [updateMember, { params: { org: 'acme', user }, body: { role: 'read' } }] as const;
const refused = 'acme would lose its last administrator';

test('only a request about an administrator costs a read', async () => {
  const { client, reads } = service(['ada', 'bo']);
  const lastMoment = createLastMoment(['ada', 'bo']);
  await lastMoment(client, ...lowering('cy'), async () => {});
  await lastMoment(
    client,
    updateMember,
    { params: { org: 'acme', user: 'ada' }, body: { role: 'admin' } },
    async () => {},
  );
  expect(reads()).toBe(0);
  await lastMoment(client, ...lowering('ada'), async () => {});
  expect(reads()).toBe(1);
});

test('where nothing is known, the first lower role asks once', async () => {
  const { client, reads } = service(['ada', 'bo']);
  const lastMoment = createLastMoment();
  for (const user of ['cy', 'dee']) await lastMoment(client, ...lowering(user), async () => {});
  expect(reads()).toBe(1);
});

test('one of two requests at once waits for the other', async () => {
  const { client, there } = service(['ada', 'bo']);
  const lastMoment = createLastMoment(['ada', 'bo']);
  const ending = (user: string) =>
    lastMoment(client, removeMember, { params: { org: 'acme', user } }, async () => {
      await Promise.resolve();
      there.delete(user);
    });
  const [one, other] = await Promise.allSettled([ending('ada'), ending('bo')]);
  expect(one.status).toBe('fulfilled');
  expect(other).toMatchObject({ reason: { message: expect.stringContaining(refused) } });
});

test('who may lose the role by a request without an outcome does not count as one who stays', async () => {
  const { client } = service(['ada', 'bo']);
  const lastMoment = createLastMoment(['ada', 'bo']);
  const cut = new Error('the connection was closed');
  await expect(lastMoment(client, ...lowering('ada'), () => Promise.reject(cut))).rejects.toBe(cut);
  await expect(lastMoment(client, ...lowering('bo'), async () => {})).rejects.toThrow(
    'all 2 of its administrators',
  );

  const resumed = createLastMoment(['ada', 'bo'], ['ada']);
  await expect(resumed(client, ...lowering('bo'), async () => {})).rejects.toThrow(
    'all 2 of its administrators',
  );
});

test('the same holds for sign-on providers', async () => {
  const { client, there } = service(['okta', 'entra']);
  const ending = (provider: string) => [deleteSamlProvider, { params: { org: 'acme', provider } }] as const;
  const cut = new Error('the connection was closed');
  const lastMoment = createLastMoment([]);
  await expect(lastMoment(client, ...ending('okta'), () => Promise.reject(cut))).rejects.toBe(cut);
  await expect(lastMoment(client, ...ending('entra'), async () => {})).rejects.toThrow(
    'all 2 of its sign-on',
  );
  there.add('other');
  await lastMoment(client, ...ending('entra'), async () => {});
});

test('who keeps the role because the service has refused the request counts', async () => {
  const { client } = service(['ada', 'bo']);
  const lastMoment = createLastMoment(['ada', 'bo']);
  const no = new ServiceError('no', { status: 403, request: { method: 'PATCH', url: 'x' } });
  await expect(lastMoment(client, ...lowering('ada'), () => Promise.reject(no))).rejects.toBe(no);
  await lastMoment(client, ...lowering('bo'), async () => {});
});

test('who is no administrator any more may be lowered', async () => {
  const { client } = service(['ada']);
  await createLastMoment(['ada', 'bo'])(client, ...lowering('bo'), async () => {});
});
