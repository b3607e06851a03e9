import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type JsonSchema, organizationSchema } from '../../src/org/file/json-schema.ts';
import { kindOfSection, sectionNames } from '../../src/org/section-names.ts';
import { fieldWord } from '../../src/org/sections/fields.ts';
import { factsOf, fileKinds } from '../../src/org/sections/kinds.ts';
import { sections } from '../../src/org/sections/registry.ts';
import type { Section } from '../../src/org/sections/section.ts';
import { sourceFiles } from '../support/imports.ts';

/** The parts of a section, by what they do. */
const parts: Readonly<Record<string, readonly (keyof Section)[]>> = {
  schema: ['schema'],
  map: ['kinds'],
  read: ['wanted', 'present', 'exported'],
  declare: ['reads', 'declared'],
  request: ['requests'],
  snapshot: ['tables'],
};

/** Returns what a section lacks. */
function lacks(section: Partial<Section>): string[] {
  return Object.keys(parts).filter((part) => parts[part]?.some((name) => !section[name]));
}

/** A new section is one file, and a line in `section-names.ts`: the table of sections is generated from it. */
test.each(sectionNames)('%s is one file with all parts, and its kinds from the outside in', (name) => {
  expect(existsSync(`src/org/sections/${name}.ts`)).toBe(true);
  expect(sections[name].name).toBe(name);
  expect(Object.keys(sections[name].kinds)[0]).toBe(kindOfSection[name]);
  expect(lacks(sections[name])).toEqual([]);
});

test.each(Object.keys(parts))('a section without its %s is found', (part) => {
  const { [parts[part]?.at(-1) as keyof Section]: _, ...rest }: Partial<Section> = sections.teams;
  expect(lacks(rest)).toEqual([part]);
});

/** Keys of a file that are no fields: earlier names, ids, other files, people, and the lists of a site. */
const noFields = [
  'previously',
  'id',
  'file',
  'role',
  'section-groups',
  'sections',
  'spaces',
  'adaptive-schema',
];

test.each(sectionNames)(
  'every key of %s is a field of a kind, or a list of one: else it is never compared',
  (name) => {
    const { kinds }: Section = sections[name];
    const known = Object.values(kinds).flatMap(({ fields, list = [] }) => [
      ...Object.keys(fields).map((field) => fieldWord(fields, field)),
      ...[list].flat(),
    ]);
    const schema = organizationSchema();
    const keys = keysIn(schema.properties?.[name] ?? {}, schema.$defs ?? {});
    expect(keys.filter((key) => ![...known, name, ...noFields].includes(key))).toEqual([]);
  },
);

/** Returns the keys that a schema describes, at any depth. */
function keysIn(
  schema: JsonSchema,
  defs: Readonly<Record<string, JsonSchema>>,
  within: string[] = [],
): string[] {
  const { $ref = '', properties = {}, anyOf = [], items, additionalProperties } = schema;
  const name = $ref.split('/').at(-1) ?? '';
  const inner = [
    ...Object.values(properties),
    ...anyOf,
    items,
    additionalProperties,
    !within.includes(name) && defs[name],
  ];
  return [
    ...Object.keys(properties),
    ...inner.flatMap((one) => (typeof one === 'object' ? keysIn(one, defs, [...within, name]) : [])),
  ];
}

test('no other file has a table of kinds', () => {
  // Other kinds are also words of other things.
  const parts = fileKinds.filter((kind) => kind.includes('-'));
  const entry = new RegExp(`^ *'(?:${parts.join('|')})':`, 'm');
  const files = sourceFiles('src/org').filter((path) => !path.startsWith('src/org/sections/'));
  expect(files.filter((path) => entry.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a field names a kind of a file, and a kind in a complete list has its place there', () => {
  for (const kind of fileKinds) {
    const { fields, isInner, above = [], section } = factsOf(kind);
    for (const { names } of Object.values(fields)) if (names) expect(fileKinds).toContain(names);
    if (isInner) expect(above.map((one) => factsOf(one).section)).toEqual(above.map(() => section));
  }
});
