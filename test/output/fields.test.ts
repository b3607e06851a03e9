import { expect, test } from 'vitest';
import { fieldPicker, fieldProblem, fieldReader } from '../../src/text/fields.ts';
import { capture, memberView } from './capture.ts';

const site = {
  id: 'site_1',
  title: 'Handbook',
  urls: { published: 'https://docs.example', app: 'https://app.example' },
  spaces: [{ id: 'space_1', title: 'One' }, { id: 'space_2' }],
  parent: null,
};

test.each(['id', 'urls.published', 'a.b.c'])('%s is a field', (path) => {
  expect(fieldProblem(path)).toBeUndefined();
});

test.each(['', 'a..b', '.a', 'a.', '__proto__', 'a.constructor.name', 'prototype'])(
  '"%s" is no field',
  (path) => {
    expect(fieldProblem(path)).toMatch(/is no field/);
  },
);

test('a path is read through objects and into each element of an array', () => {
  expect(fieldReader('urls.published')(site)).toBe('https://docs.example');
  expect(fieldReader('spaces.title')(site)).toEqual(['One']);
  expect(fieldReader('spaces.id')(site)).toEqual(['space_1', 'space_2']);
  expect(fieldReader('title.length')(site)).toBeUndefined();
  expect(fieldReader('nowhere.at.all')(site)).toBeUndefined();
});

test('only own properties are read', () => {
  expect(fieldReader('toString')(site)).toBeUndefined();
  expect(fieldReader('__proto__')(site)).toBeUndefined();
  expect(fieldReader('constructor.name')(site)).toBeUndefined();
});

test('picked objects keep their nesting, in the order asked for', () => {
  const pick = fieldPicker(['urls.published', 'spaces.id', 'id', 'parent.id', 'nothing']);
  expect(JSON.stringify(pick(site))).toBe(
    '{"urls":{"published":"https://docs.example"},"spaces":[{"id":"space_1"},{"id":"space_2"}],"id":"site_1","parent":null}',
  );
});

test('a whole object wins over parts of it, whichever comes first', () => {
  expect(fieldPicker(['urls', 'urls.app'])(site)).toEqual({ urls: site.urls });
  expect(fieldPicker(['urls.app', 'urls'])(site)).toEqual({ urls: site.urls });
});

test('a __proto__ key of the service stays a plain key', async () => {
  const evil = JSON.parse('{"id":"x","__proto__":{"polluted":1}}');
  expect(Object.getPrototypeOf(fieldPicker(['__proto__', 'id'])(evil))).toBe(Object.prototype);
  for (const format of ['json', 'jsonl', 'yaml', 'table', 'csv'] as const) {
    const { out, stdout } = capture({ format });
    await out.item(evil, memberView);
    expect(stdout()).toContain('x');
  }
  expect({}).not.toHaveProperty('polluted');
});

test('fields become the columns of tables, CSV and TSV, in order', async () => {
  const fields = ['urls.published', 'id'];
  const csv = capture({ format: 'csv', fields });
  await csv.out.list([[site]], memberView);
  expect(csv.stdout()).toBe('urls.published,id\nhttps://docs.example,site_1\n');
  const table = capture({ fields });
  await table.out.list([[site]], memberView);
  expect(table.stdout()).toBe('URLS.PUBLISHED        ID\nhttps://docs.example  site_1\n');
});

test('fields choose what JSON and YAML hold', async () => {
  const fields = ['id', 'urls.published'];
  const json = capture({ format: 'jsonl', fields });
  await json.out.list([[site]], memberView);
  expect(json.stdout()).toBe('{"id":"site_1","urls":{"published":"https://docs.example"}}\n');
  const yaml = capture({ format: 'yaml', fields });
  await yaml.out.item(site, memberView);
  expect(yaml.stdout()).toBe('id: site_1\nurls:\n  published: https://docs.example\n');
});
