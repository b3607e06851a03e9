import { fieldReader } from './fields.ts';
import type { View } from './view.ts';

/** Notices the fields that were asked for and that nothing has had. */
export interface AbsentFields {
  see(items: readonly unknown[]): void;
  /** One line for each; none where nothing was seen. */
  warnings(): string[];
}

/** Fields of the view are left out: they are known, and may well be empty everywhere. */
export function watchForAbsent(fields: readonly string[], view: View): AbsentFields {
  let absent = fields
    .filter((field) => view.columns.every((column) => column.field !== field))
    .map((field) => ({ field, read: fieldReader(field) }));
  let seen = false;
  return {
    see(items) {
      seen ||= items.length > 0;
      absent = absent.filter(({ read }) => items.every((item) => read(item) === undefined));
    },
    warnings() {
      if (!seen) return [];
      return absent.map(
        ({ field }) => `nothing has a field ${JSON.stringify(field)}${suggestion(field, view)}`,
      );
    },
  };
}

/** People take the heading of a column for the field, or leave out what it is in. */
function suggestion(field: string, { columns }: View): string {
  const wanted = field.toLowerCase();
  const meant = columns.find((column) => {
    return column.label?.toLowerCase() === wanted || column.field.toLowerCase().endsWith(`.${wanted}`);
  });
  return meant ? `; did you mean ${meant.field}?` : '';
}
