import { DocsAdminError } from '../errors.ts';
import { fieldReader } from '../text/fields.ts';
import type { View } from './view.ts';

/** The known facts about the fields of an answer before it comes. */
export interface AnswerField {
  /** Returns whether an answer can have the field. Such a field may be empty everywhere. */
  isKnown(field: string): boolean;
  /** Whether an answer has no other fields. Otherwise the service may have new ones. */
  readonly knowsAll: boolean;
  /** Returns the fields that `field` was probably meant to be, from the known ones and from `others`. */
  meant(field: string, others: readonly string[]): string[];
  /** Whether the command only reads, so that an error loses nothing. */
  readonly reads: boolean;
}

/** A field that the user asked for and that no item has, with similar fields. */
interface AbsentField {
  readonly field: string;
  readonly meant: readonly string[];
}

/** The user asked for fields that no answer can have, or that this one does not have. */
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

/** Throws `NoSuchField` for fields that no answer can have, as far as that is known before it comes. */
export function refuseUnknown(fields: readonly string[], facts: AnswerField): void {
  const unknown = facts.knowsAll ? fields.filter((field) => !facts.isKnown(field)) : [];
  if (unknown.length === 0) return;
  throw new NoSuchField(unknown.map((field) => ({ field, meant: facts.meant(field, []) })));
}

/** Finds the fields that the user asked for and that no item has had. */
export interface AbsentFields {
  see(items: readonly unknown[]): void;
  /** Returns whether there are any so far, and the command only reads; not if there were no items. */
  isRefused(): boolean;
  /** Throws `NoSuchField` if there are any, and the command only reads. */
  refuse(): void;
  /** Returns a sentence for each. */
  warnings(): string[];
}

/**
 * Watches items for the wanted fields that are absent. Ignores fields of the view and of the contract, because they may
 * be empty everywhere.
 */
export function watchForAbsent(
  fields: readonly string[],
  view: View,
  facts: AnswerField | undefined,
): AbsentFields {
  const columns = columnsIn(view);
  let absent = fields
    .filter((field) => columns.every((column) => column.field !== field) && !facts?.isKnown(field))
    .map((field) => ({ field, read: fieldReader(field) }));
  let first: unknown;
  const found = (): AbsentField[] =>
    first === undefined ? [] : absent.map(({ field }) => ({ field, meant: meantBy(field, view, facts) }));
  const isRefused = () => facts?.reads === true && found().length > 0;
  return {
    see(items) {
      if (absent.length === 0) return;
      first ??= items[0];
      absent = absent.filter(({ read }) => items.every((item) => read(item) === undefined));
    },
    isRefused,
    refuse() {
      if (isRefused()) throw new NoSuchField(found());
    },
    warnings: () =>
      found().map((each) => `there is no field ${JSON.stringify(each.field)}${suggestion(each)}`),
  };
}

/** Returns `; did you mean user.email?`, or an empty text. */
function suggestion({ meant }: AbsentField): string {
  return meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`;
}

/**
 * Returns the fields that `field` probably means: the one of a column with this heading or last name, else similar
 * fields.
 */
function meantBy(field: string, view: View, facts: AnswerField | undefined): string[] {
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
