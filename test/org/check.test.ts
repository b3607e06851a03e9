import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../src/api/contract/check.ts';
import { checkShape } from '../../src/org/file/check.ts';
import { OrganizationSchema } from '../../src/org/file/schema.ts';
import { fileFormat } from '../../src/org/organization.ts';

const key = fc.constantFrom(
  'a@b.example',
  'A@b.example',
  'c@d.example',
  '',
  'x'.repeat(1001),
  `${'y'.repeat(1000)}@z`,
);
const role = fc.constantFrom('admin', 'read', 'guest', 'member', 'owner', 'boss', '', 'a.csv');
const value = fc.oneof(
  { weight: 4, arbitrary: role },
  role.map((one) => ({ id: 'user_a', role: one })),
  fc.constantFrom(null, 1, {}, { role: 'read' }, []),
);
const people = fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

test('people are checked as the schema checks them', () => {
  const pathsOf = (problems: readonly { readonly path: readonly unknown[] }[]) =>
    [...new Set(problems.map(({ path }) => JSON.stringify(path)))].sort();
  fc.assert(
    fc.property(people, people, (members, inTeam) => {
      const file = { format: fileFormat, members, teams: { Docs: { members: inTeam } } };
      const whole = check(OrganizationSchema, file);
      expect(pathsOf(checkShape(file))).toEqual(pathsOf([...whole.problems, ...whole.unknowns]));
    }),
  );
});

test('the name of a file beside people is a problem', () => {
  const members = { file: 'people.csv', 'a@b.example': 'member' };
  const problems = (people: object) => checkShape({ format: fileFormat, ...people }).length;
  expect(problems({ teams: { Docs: { members } } })).toBeGreaterThan(0);
  expect(problems({ members: { ...members, 'a@b.example': 'read' } })).toBeGreaterThan(0);
});

test('all problems are found, however many there are', () => {
  const names = Array.from({ length: 150_000 }, (_, at) => [`k${at}`, ''] as const);
  expect(checkShape({ format: fileFormat, teams: { Docs: Object.fromEntries(names) } })).toHaveLength(
    150_000,
  );
});
