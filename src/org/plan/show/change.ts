import type { PlanChange } from '../document.ts';
import { contrasts, valueText } from './values.ts';
import { nounOf } from './words.ts';

export interface ChangeWords {
  /** What stands between the values before and after. */
  readonly arrow: string;
  /** Marks text of the service or of the file. @default as it is */
  readonly mark?: (text: string) => string;
}

/** Returns a change in words, without its action: one line if one field says it all, else a further line for each field. */
export function changeTexts(
  { action, kind, name, fields }: PlanChange,
  { arrow, mark = (text) => text }: ChangeWords,
): string[] {
  const noun = nounOf(kind);
  const what = `${noun} ${mark(name)}`;
  const value = (one: unknown) => mark(valueText(one));
  const [first] = fields;
  if (!first) return [what];
  if (action === 'rename') return [`${noun} ${value(first.before)} ${arrow} ${mark(name)}`];
  if (isRole(fields) && action === 'revoke') return [`${what} (${value(first.before)})`];
  if (isRole(fields) && action === 'grant') return [`${what} (${value(first.after)})`];
  if (action === 'create' || action === 'grant') {
    const given = fields.filter(({ after }) => valueText(after) !== valueText(null));
    return [what, ...given.map(({ field, after }) => `${fieldText(field, mark)}: ${value(after)}`)];
  }
  const parts = fields.flatMap(({ field, before, after }) => contrasts(field, before, after));
  const texts = parts.map(({ field, before, after }) => {
    const [old, now] = [before, after].map((one) => mark(inPlace(field, one)));
    return `${fieldText(field, mark)}: ${old} ${arrow} ${now}`;
  });
  return texts.length === 1 ? [`${what}, ${texts[0]}`] : [what, ...texts];
}

function isRole(fields: PlanChange['fields']): boolean {
  return fields.length === 1 && fields[0]?.field === 'role';
}

/** Marks the names of fields that the file has made up, such as those of a schema. */
function fieldText(field: string, mark: (text: string) => string): string {
  return /^[a-z-]+$/.test(field) ? field : mark(field);
}

function inPlace(field: string, value: string): string {
  return field === 'parent' && value === valueText(null) ? 'top level' : value;
}
