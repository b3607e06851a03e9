import { answerFields } from '../api/contract/answer-fields.ts';
import type { Resource } from '../model/resource.ts';
import type { Column, View } from '../output/view.ts';

/**
 * Makes the view of a resource without a view of its own: a column for every field in the contract, in its order.
 * Nested fields are columns of `-o wide`.
 */
export function defaultView({ id = 'id', operations }: Resource): View {
  const fields = answerFields(operations.list ?? operations.get ?? {}).filter((field) => field !== 'object');
  const isNested = (field: string) => field.includes('.');
  return {
    id,
    columns: fields.filter((field) => !isNested(field)).map(columnOf),
    wide: fields.filter(isNested).map(columnOf),
  };
}

/**
 * Makes the column of a field. In the service, the names of time stamps end in `At`; addresses are in `urls` or in
 * fields that end in `URL`.
 */
function columnOf(field: string): Column {
  const label = field
    .replace(/^urls\./, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toUpperCase();
  if (field.endsWith('At')) return { field, label, as: 'time' };
  return /^urls\.|URL$/.test(field) ? { field, label, as: 'link' } : { field, label };
}
