import { schemaFacts } from './facts.ts';
import type { Operation } from './operation.ts';
import { fieldNames, fieldSchemas, type Schema, variants } from './secret-fields.ts';

/** The limits of a value in its schema. The limits of a list count its items. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What the contract says about a field of a query or a body. */
export interface InputField {
  readonly part: 'query' | 'body';
  /** Field names from the top, as the contract spells them. */
  readonly path: readonly string[];
  /** The purpose of the field, in one short phrase. */
  readonly description: string | undefined;
  /** What `false` or `null` means for the field. */
  readonly without: string | undefined;
  readonly limits: Limits;
  /** Its known values, or those of its items; empty if any value is allowed. */
  readonly known: readonly string[];
}

/**
 * Returns the field of an operation's query or body at a dot path, whatever its case. `undefined` if the operation has
 * no such field.
 */
export function inputField(op: Operation, dotPath: string): InputField | undefined {
  const names = dotPath.split('.');
  for (const part of ['query', 'body'] as const) {
    let schemas = variants(op[part]);
    const path = names.map((name) => {
      const spelt = spelling(schemas, name);
      schemas = fieldSchemas(schemas, spelt);
      return spelt;
    });
    if (schemas.length > 0) return describeField(part, path, schemas);
  }
  return undefined;
}

function spelling(schemas: readonly Schema[], name: string): string {
  const names = fieldNames(schemas);
  return names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
}

function describeField(part: InputField['part'], path: string[], schemas: readonly Schema[]): InputField {
  const facts = schemas.map(schemaFacts);
  const items = fieldSchemas(
    schemas.filter(({ _zod: { def } }) => def.type === 'array'),
    0,
  );
  return {
    part,
    path,
    description: facts.find(({ description }) => description)?.description,
    without: facts.find(({ without }) => without)?.without,
    limits: Object.assign({}, ...schemas.map(limitsOf)),
    known: [...facts, ...items.map(schemaFacts)].find(({ known }) => known)?.known ?? [],
  };
}

/** Returns the limits of a schema itself, without the schema that it wraps. */
function limitsOf({ _zod: { def } }: Schema): Limits {
  const isList = def.type === 'array';
  return Object.assign(
    {},
    ...(def.checks ?? []).map((check) => limitOf(check._zod.def as CheckFacts, isList)),
  );
}

/** The parts of zod's checks that are read here. */
interface CheckFacts {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
}

function limitOf({ check, minimum, maximum, value }: CheckFacts, isList: boolean): Limits {
  switch (check) {
    case 'min_length':
      return { [isList ? 'minItems' : 'minLength']: minimum };
    case 'max_length':
      return { [isList ? 'maxItems' : 'maxLength']: maximum };
    case 'greater_than':
      return value === undefined ? {} : { minimum: value };
    case 'less_than':
      return value === undefined ? {} : { maximum: value };
    default:
      return {};
  }
}

/** Puts limits into words: `1 to 64 characters`, `at most 5 items`. `undefined` if there are none. */
export function limitsText(limits: Limits): string | undefined {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = limits;
  if (maxLength !== undefined) return `${rangeText(minLength, maxLength)} characters`;
  if (maxItems !== undefined) return `${rangeText(minItems, maxItems)} items`;
  return maximum === undefined ? undefined : rangeText(minimum, maximum);
}

function rangeText(min: number | undefined, max: number): string {
  return min === undefined ? `at most ${max}` : `${min} to ${max}`;
}
