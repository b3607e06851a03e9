import { answerFields } from '../api/contract/answer-fields.ts';
import type { Resource } from '../model/resource.ts';
import type { Column, View } from '../output/view.ts';

/**
 * The view of a resource that needs no view of its own: a column for every field that the contract shows of it, in the
 * contract's order. Fields inside other fields are columns of `-o wide`.
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

/** The service ends the name of every timestamp in `At`, and keeps addresses in `urls` or in fields that end in `URL`. */
function columnOf(field: string): Column {
  const label = field
    .replace(/^urls\./, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toUpperCase();
  if (field.endsWith('At')) return { field, label, as: 'time' };
  return /^urls\.|URL$/.test(field) ? { field, label, as: 'link' } : { field, label };
}
