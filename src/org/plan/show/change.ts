import { firstNames } from '../../../domain/people.ts';
import type { ResourceKind } from '../../../model/resources.ts';
import { isEqual } from '../../../text/equal.ts';
import { contrasts, valueText } from '../../../work/change-words.ts';
import { fieldWord, inFile } from '../../sections/fields.ts';
import { factsOf } from '../../sections/kinds.ts';
import { writeOnly } from '../compare.ts';
import type { OrganizationChange } from '../document.ts';
import { kindNoun } from './words.ts';

/**
 * Returns a change in words, without its action: one line if one field says it all, else a further line for each field. `mark` marks
 * text of the service or of the file.
 */
export function changeTexts(
  { action, kind, name, fields: changed }: OrganizationChange,
  mark = (text: string) => text,
): string[] {
  const fields = changed.map((one) => inWords(kind, one));
  const noun = kindNoun(kind);
  const what = `${noun} ${mark(name)}`;
  const value = (one: unknown) => mark(valueText(one));
  const [first] = fields;
  if (action === 'delete') {
    // The file has no word for what the service does not show.
    const hidden = changed.filter(({ before }) => isEqual(before, writeOnly));
    const lost = hidden.map(({ field }) => field.split('.').at(-1) as string);
    return [lost.length > 0 ? `${what}, with its ${firstNames(lost)}, which cannot be read` : what];
  }
  if (!first) return [what];
  if (action === 'rename') {
    const [title, within] = inName(name, first.after);
    return [`${noun} ${mark(within + valueText(first.before))} → ${mark(title)}`];
  }
  if (isRole(fields) && action === 'revoke') return [`${what} (${value(first.before)})`];
  if (isRole(fields) && action === 'grant') return [`${what} (${value(first.after)})`];
  if (action === 'create' || action === 'grant') {
    const given = fields.filter(({ after }) => valueText(after) !== valueText(null));
    return [what, ...given.map(({ field, after }) => `${fieldText(field, mark)}: ${value(after)}`)];
  }
  const parts = fields.flatMap(({ field, before, after }) => contrasts(field, before, after));
  const texts = parts.map(({ field, before, after }) => {
    const isTop = (value: string) => field === 'parent' && value === valueText(null);
    const [old, now] = [before, after].map((one) => mark(isTop(one) ? 'top level' : one));
    if (field === 'position' && before === after) return `${field}: ${old}, where others move past it`;
    return `${fieldText(field, mark)}: ${old} → ${now}`;
  });
  return texts.length === 1 ? [`${what}, ${texts[0]}`] : [what, ...texts];
}

type ChangedField = OrganizationChange['fields'][number];

function inWords(kind: ResourceKind, { field, before, after }: ChangedField): ChangedField {
  const map = factsOf(kind).fields;
  const [old, now] = [before, after].map((value) => inFile(map, field, value));
  return { field: fieldWord(map, field), before: old, after: now };
}

/** Splits the name of a thing with this title into its own and, before it, that of the site that holds it. */
function inName(name: string, title: unknown): [own: string, within: string] {
  const end = `: ${title}`;
  return name.endsWith(end) ? [String(title), name.slice(0, 2 - end.length)] : [name, ''];
}

function isRole(fields: OrganizationChange['fields']): boolean {
  return fields.length === 1 && fields[0]?.field === 'role';
}

/** Marks the names of fields that the file has made up, such as those of a schema. */
function fieldText(field: string, mark: (text: string) => string): string {
  return /^[a-z-]+$/.test(field) ? field : mark(field);
}
