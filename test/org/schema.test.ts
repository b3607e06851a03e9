import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { organizationPage } from '../../src/build/organization-page.ts';
import { parsePlaced } from '../../src/formats/yaml.ts';
import { organizationSchema } from '../../src/org/file/json-schema.ts';
import { sectionNames } from '../../src/org/section-names.ts';
import { example } from './example.ts';
import { wrongByForm } from './wrong-files.ts';

const schema = organizationSchema();
const isValid = new Ajv2020({ validateFormats: false }).compile(schema);

/** Returns the errors of the validator for a file. */
function faults(text: string): string[] {
  isValid(parsePlaced(text).value);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the JSON Schema of an organization file', () => {
  test('accepts a file with something in every section', () => {
    expect(faults(example)).toEqual([]);
  });

  test.each(wrongByForm)('refuses %s', (_, text) => {
    expect(faults(text)).not.toEqual([]);
  });

  test('says what each key of the top is for, and names no internal definition', () => {
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining([...sectionNames]));
    for (const property of Object.values(schema.properties ?? {}))
      expect(property.description).toEqual(expect.any(String));
    expect(Object.keys(schema.$defs ?? {})).toEqual(['collection']);
  });
});

test('the page of keys has a row for every key of the schema', () => {
  const page = organizationPage();
  for (const key of keysOf(schema)) expect(page).toContain(`${key}\` |`);
});

/** The names of all keys, wherever they stand. */
function keysOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {}, ...others } = part as { properties?: object };
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...Object.values(others)].flatMap(keysOf),
  ];
}
