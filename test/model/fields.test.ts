import { expect, test } from 'vitest';
import { fieldSource, valueAt, writableFields } from '../../src/model/fields.ts';
import { openapi } from '../../src/model/openapi.ts';
import { team, teamMember } from '../../src/model/teams.ts';

test('the fields that requests set come from the contract', () => {
  expect(writableFields(team)).toEqual(['title', 'members']);
});

test('a body is looked into as far as the resource says more of its fields', () => {
  expect(writableFields(openapi)).toEqual(['slug', 'source.url', 'source.text']);
});

test('a field is where the resource says, or by its own name', () => {
  expect(fieldSource(teamMember, 'role')).toEqual({ from: 'team.role' });
  expect(fieldSource(team, 'title')).toEqual({ from: 'title' });
  expect(fieldSource(team, 'constructor')).toEqual({ from: 'constructor' });
});

test.for<[path: string, value: unknown]>([
  ['title', 'Guides'],
  ['siteSpaces.0.space.id', 'space_a'],
  ['siteSpaces.space.id', ['space_a', 'space_b']],
  ['siteSpaces.2.space.id', undefined],
  ['title.length', undefined],
  ['constructor', undefined],
])('the value at %s is %j', ([path, value]) => {
  const siteSpaces = ['space_a', 'space_b'].map((id) => ({ space: { id } }));
  expect(valueAt({ title: 'Guides', siteSpaces }, path)).toEqual(value);
});
