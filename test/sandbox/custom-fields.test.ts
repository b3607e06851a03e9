import { describe, expect, test } from 'vitest';
import { startTime, type TestSandbox, testSandbox } from './test-sandbox.ts';

const fields = '/v1/orgs/org_acme/custom-fields';
const values = (space: string) => `/v1/spaces/${space}/custom-fields`;

/** The values of a space by field, without those that it does not have. */
async function valuesOf(docs: TestSandbox, space: string): Promise<Record<string, unknown>> {
  const { json } = await docs.get(values(space));
  const entries: { customField: { name: string }; value?: unknown }[] = json;
  return Object.fromEntries(
    entries.filter((entry) => 'value' in entry).map(({ customField, value }) => [customField.name, value]),
  );
}

const set = (docs: TestSandbox, space: string, given: Record<string, unknown>) =>
  docs.send('PATCH', values(space), {
    values: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }])),
  });

test('a field has every documented field', async () => {
  const docs = testSandbox();
  const { json } = await docs.get(`${fields}/tier`);
  expect(json).toEqual({
    id: 'field_tier',
    name: 'tier',
    title: 'Tier',
    type: 'select:single',
    options: ['gold', 'silver', 'bronze'],
    createdAt: expect.stringMatching(/^2025-/),
    updatedAt: json.createdAt,
    urls: { location: 'http://sandbox.localhost/v1/orgs/org_acme/custom-fields/tier' },
  });
  expect((await docs.get(`${fields}/field_tier`)).status).toBe(404);
});

test('the list is of one organization', async () => {
  const docs = testSandbox();
  const { json } = await docs.get(`${fields}?limit=2`);
  expect(json).toMatchObject({ count: 6, items: [{ name: 'owner_team' }, { name: 'review_days' }] });
  const rest = await docs.get(`${fields}?limit=4&page=${json.next.page}`);
  expect(rest.json.items).toHaveLength(4);
  expect(rest.json).not.toHaveProperty('next');
  expect((await docs.get('/v1/orgs/org_globex/custom-fields')).json).toEqual({ items: [], count: 0 });
  expect((await docs.get('/v1/orgs/org_x/custom-fields')).status).toBe(404);
});

describe('creating a field', () => {
  test('takes a name that is free in the organization', async () => {
    const docs = testSandbox();
    const body = { name: 'status', type: 'tags', title: 'Status', description: 'D', placeholder: 'P' };
    const { status, json } = await docs.send('POST', fields, body);
    expect(status).toBe(201);
    expect(json).toMatchObject({ ...body, createdAt: new Date(startTime).toISOString() });
    expect(json).not.toHaveProperty('options');
    expect((await docs.send('POST', fields, body)).status).toBe(409);
    expect((await docs.send('POST', '/v1/orgs/org_globex/custom-fields', body)).status).toBe(201);
    expect((await docs.get(fields)).json.count).toBe(7);
  });

  test.each([
    [{ type: 'text' }, 'name'],
    [{ name: 'status' }, 'type'],
    [{ name: 'Status', type: 'text' }, 'name'],
    [{ name: 'status', type: 'colour' }, 'type'],
    [{ name: 'status', type: 'select:single' }, 'options'],
    [{ name: 'status', type: 'select:multi', options: [] }, 'options'],
  ])('refuses %j', async (body, field) => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', fields, body);
    expect(status).toBe(400);
    expect(json.error.message).toContain(field);
    expect((await docs.get(fields)).json.count).toBe(6);
  });
});

test('changing a field changes what is named, and its time', async () => {
  const docs = testSandbox();
  const before = (await docs.get(`${fields}/owner_team`)).json;
  const { json } = await docs.send('PATCH', `${fields}/owner_team`, { title: 'Team' });
  expect(json).toEqual({ ...before, title: 'Team', updatedAt: new Date(startTime).toISOString() });
  expect((await docs.send('PATCH', `${fields}/owner_team`, { name: 'other' })).status).toBe(400);
  expect((await docs.send('PATCH', `${fields}/nope`, {})).status).toBe(404);
});

test('deleting a field drops its values', async () => {
  const docs = testSandbox();
  expect((await docs.send('DELETE', `${fields}/tier`)).status).toBe(204);
  expect((await docs.send('DELETE', `${fields}/tier`)).status).toBe(404);
  expect(await valuesOf(docs, 'space_guides')).not.toHaveProperty('tier');
  await docs.send('POST', fields, { name: 'tier', type: 'text' });
  expect(await valuesOf(docs, 'space_guides')).not.toHaveProperty('tier');
});

describe('the values of a space', () => {
  test('come with every field of its organization', async () => {
    const docs = testSandbox();
    const { json } = await docs.get(values('space_handbook'));
    expect(json).toHaveLength(6);
    expect(json[4]).toEqual({ customField: (await docs.get(`${fields}/tier`)).json });
    expect(await valuesOf(docs, 'space_handbook')).toEqual({
      owner_team: 'Docs',
      review_days: 90,
      public: false,
    });
    expect((await docs.get(values('space_globex'))).json).toEqual([]);
    expect((await docs.get(values('space_x'))).status).toBe(404);
  });

  test('are set one by one, and taken away with null', async () => {
    const docs = testSandbox();
    const given = { owner_team: '', review_days: 0.5, public: true, labels: [], audiences: ['staff'] };
    expect((await set(docs, 'space_guides', given)).status).toBe(204);
    const kept = { tier: 'gold' };
    expect(await valuesOf(docs, 'space_guides')).toEqual({ ...given, ...kept });
    await set(docs, 'space_guides', { owner_team: null, tier: null, public: null });
    await set(docs, 'space_guides', { tier: null });
    expect(await valuesOf(docs, 'space_guides')).toEqual({
      review_days: 0.5,
      labels: [],
      audiences: ['staff'],
    });
    expect(await valuesOf(docs, 'space_handbook')).toMatchObject({ owner_team: 'Docs' });
  });

  test.each<[string, unknown]>([
    ['owner_team', 1],
    ['owner_team', ['Docs']],
    ['review_days', '30'],
    ['public', 'true'],
    ['labels', 'start'],
    ['labels', ['start', 1]],
    ['tier', 'tin'],
    ['tier', ['gold']],
    ['audiences', ['staff', 'aliens']],
    ['audiences', 'staff'],
  ])('%s cannot be %j', async (name, value) => {
    const docs = testSandbox();
    const { status, json } = await set(docs, 'space_guides', { [name]: value });
    expect(status).toBe(400);
    expect(json.error.message).toContain(`values.${name}.value`);
  });

  test('are set all or none, with every problem named', async () => {
    const docs = testSandbox();
    const given = { owner_team: 'Docs', tier: 'tin', nope: 1, review_days: 'x' };
    const { status, json } = await set(docs, 'space_guides', given);
    expect(status).toBe(400);
    for (const name of ['tier', 'nope', 'review_days']) {
      expect(json.error.message).toContain(`values.${name}`);
    }
    expect(await valuesOf(docs, 'space_guides')).not.toHaveProperty('owner_team');
  });

  test('are checked against the options that the field has now', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', `${fields}/tier`, { options: ['tin'] });
    expect(await valuesOf(docs, 'space_guides')).toMatchObject({ tier: 'gold' });
    expect((await set(docs, 'space_guides', { tier: 'gold' })).status).toBe(400);
    expect((await set(docs, 'space_guides', { tier: 'tin' })).status).toBe(204);
  });

  test('of any type of text are among the options, where the field has some', async () => {
    const docs = testSandbox();
    await docs.send('POST', fields, { name: 'topics', type: 'tags', options: ['a', 'b'] });
    expect((await set(docs, 'space_guides', { topics: ['a', 'c'] })).status).toBe(400);
    expect((await set(docs, 'space_guides', { topics: ['b'] })).status).toBe(204);
  });
});
