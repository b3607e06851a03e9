import { DocsAdminError } from '../errors.ts';
import { fieldReader } from '../text/fields.ts';
import type { View } from './view.ts';

/** What is known of the fields of an answer before it comes. */
export interface FieldFacts {
  /** Whether the contract shows a field, so that it may well be empty everywhere. */
  isKnown(field: string): boolean;
  /** Those that a field was probably meant to be, of the contract's and of `others`. */
  meant(field: string, others: readonly string[]): string[];
  /** Whether nothing is lost where the command ends with an error: it has changed nothing. */
  readonly reads: boolean;
}

/** A field that was asked for and that nothing has, with those that may have been meant. */
export interface AbsentField {
  readonly field: string;
  readonly meant: readonly string[];
}

/** Fields were asked for that neither the contract nor the answer has. */
export class NoSuchField extends DocsAdminError {
  constructor(fields: readonly AbsentField[]) {
    const [only, ...others] = fields;
    const isOne = only !== undefined && others.length === 0;
    const names = fields.map(({ field }) => JSON.stringify(field)).join(', ');
    super('usage', `there is no field ${names}${isOne ? suggestion(only) : ''}`, {
      details: isOne ? undefined : fields.map((each) => `${JSON.stringify(each.field)}${suggestion(each)}`),
      hint: '`--fields` without a value lists the fields',
    });
  }
}

/** Notices the fields that were asked for and that nothing has had. */
export interface AbsentFields {
  see(items: readonly unknown[]): void;
  /** Those that nothing had so far; none where nothing was seen. */
  found(): AbsentField[];
}

/** Fields of the view and of the contract are left out: they are known, and may well be empty everywhere. */
export function watchForAbsent(
  fields: readonly string[],
  view: View,
  facts: FieldFacts | undefined,
): AbsentFields {
  const columns = columnsIn(view);
  let absent = fields
    .filter((field) => columns.every((column) => column.field !== field) && !facts?.isKnown(field))
    .map((field) => ({ field, read: fieldReader(field) }));
  let first: unknown;
  return {
    see(items) {
      if (absent.length === 0) return;
      first ??= items[0];
      absent = absent.filter(({ read }) => items.every((item) => read(item) === undefined));
    },
    found() {
      if (first === undefined) return [];
      return absent.map(({ field }) => ({ field, meant: meantBy(field, view, facts) }));
    },
  };
}

/** `; did you mean user.email?`, or nothing. */
export function suggestion({ meant }: AbsentField): string {
  return meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`;
}

/** People take the heading of a column for the field, or leave out what it is in. */
function meantBy(field: string, view: View, facts: FieldFacts | undefined): string[] {
  const wanted = field.toLowerCase();
  const columns = columnsIn(view);
  const column = columns.find(({ label, field }) => {
    return label?.toLowerCase() === wanted || field.toLowerCase().endsWith(`.${wanted}`);
  });
  if (column) return [column.field];
  return (
    facts?.meant(
      field,
      columns.map(({ field }) => field),
    ) ?? []
  );
}

function columnsIn({ columns, wide = [] }: View): View['columns'] {
  return [...columns, ...wide];
}
