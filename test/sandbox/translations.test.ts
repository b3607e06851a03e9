import { expect, test } from 'vitest';
import { testSandbox } from './test-sandbox.ts';

const base = '/v1/orgs/org_acme/translations';
const instructions = {
  object: 'document',
  data: { schemaVersion: 8, tone: 'warm' },
  nodes: [{ object: 'block' }],
};

test('translation settings are made, renamed and deleted with their languages', async () => {
  const { send, get, wait } = testSandbox();
  const created = await send('POST', base, { title: 'Guides' });
  expect(created).toMatchObject({
    status: 201,
    json: { object: 'translation-settings', title: 'Guides', languages: [], permissions: { edit: true } },
  });
  const path = `${base}/${created.json.id}`;
  wait(1000);
  const renamed = await send('PUT', path, { title: 'All guides' });
  expect(renamed).toMatchObject({
    status: 200,
    json: {
      title: 'All guides',
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:01.000Z',
    },
  });
  expect((await get(path)).json).toEqual(renamed.json);
  await send('PUT', `${path}/languages/fr`, { instructions });
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await get(path)).status).toBe(404);
  expect((await get(`${path}/languages/fr`)).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(404);
});

test('PUT adds a language or replaces its instructions; the settings follow', async () => {
  const { send, get, wait } = testSandbox();
  const path = `${base}/translation_docs`;
  wait(1000);
  const added = await send('PUT', `${path}/languages/de`, { instructions });
  expect(added).toMatchObject({
    status: 201,
    json: { object: 'translation-language-settings', language: 'de', instructions },
  });
  expect((await get(path)).json).toMatchObject({
    languages: ['en', 'fr', 'ja', 'de'],
    updatedAt: '2026-01-15T12:00:01.000Z',
  });
  const replaced = await send('PUT', `${path}/languages/en`, { instructions });
  expect(replaced).toMatchObject({ status: 200, json: { language: 'en', instructions } });
  expect((await get(`${path}/languages/en`)).json).toEqual(replaced.json);
  const listed = await get(`${path}/languages?limit=3`);
  expect(listed.json.count).toBe(4);
  const rest = await get(`${path}/languages?limit=3&page=${listed.json.next.page}`);
  expect(rest.json.items).toEqual([added.json]);
});

test('a deleted language is gone from the settings', async () => {
  const { send, get } = testSandbox();
  const path = `${base}/translation_docs`;
  expect((await send('DELETE', `${path}/languages/fr`)).status).toBe(204);
  expect((await get(path)).json.languages).toEqual(['en', 'ja']);
  expect((await send('DELETE', `${path}/languages/fr`)).status).toBe(404);
});

test('unknown languages, other documents and other organizations are refused', async () => {
  const { send, get } = testSandbox();
  const path = `${base}/translation_docs/languages`;
  expect((await send('PUT', `${path}/tlh`, { instructions })).status).toBe(400);
  expect((await send('PUT', `${path}/de`, { instructions: { object: 'page' } })).status).toBe(400);
  expect((await send('PUT', `${path}/de`, {})).status).toBe(400);
  expect((await get('/v1/orgs/org_globex/translations/translation_docs')).status).toBe(404);
  expect((await send('POST', base, { title: '' })).status).toBe(400);
});
