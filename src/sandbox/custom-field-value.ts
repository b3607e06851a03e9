import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
import type { CustomField } from '../api/contract/operations/custom-fields.ts';
import type { Complaint } from './http/problem.ts';

/** What is wrong with a value of a custom field; the paths start at the value. Empty where it fits. */
export function valueProblems(field: CustomField, value: unknown): readonly Complaint[] {
  return check(valueSchema(field), value).problems;
}

/** What a field of its type takes; where it has options, its texts are among them. */
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
