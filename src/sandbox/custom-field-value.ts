import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
import type { CustomField } from '../api/contract/operations/custom-fields.ts';
import type { Complaint } from './http/problem.ts';

/** Returns the problems of a custom field's value; their paths start at the value. Empty if it is valid. */
export function valueProblems(field: CustomField, value: unknown): readonly Complaint[] {
  return check(valueSchema(field), value).problems;
}

/** Returns the schema for the field's type; for a field with options, the texts must be among them. */
function valueSchema({ type, options }: CustomField): z.ZodMiniType {
  const text = options ? z.enum(options) : z.string();
  switch (type) {
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'tags':
    case 'select:multi':
      return z.array(text);
    default:
      return text;
  }
}
