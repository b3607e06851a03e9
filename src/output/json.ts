import { fieldPicker } from '../text/fields.ts';
import { escapeJson } from '../text/printable.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

/**
 * Returns readable JSON. Only the end of a list closes the array, and the object that it is the last field of: a list that was
 * cut off does not parse.
 */
export function jsonFormatter({ fields }: Pick<OutputOptions, 'fields'>): Formatter {
  const pick = fieldPicker(fields);
  return {
    item: (value) => `${escapeJson(JSON.stringify(pick(value), null, 2))}\n`,
    list({ within }) {
      const [start, indent, end] = within && !fields ? [opening(within), '  ', '\n}\n'] : ['', '', '\n'];
      let opened = false;
      return {
        page(items) {
          const lines = escapeJson(JSON.stringify(items.map(pick), null, 2)).slice('['.length, -'\n]'.length);
          const text = (opened ? ',' : `${start}[`) + lines.replaceAll('\n', `\n${indent}`);
          opened = true;
          return text;
        },
        end: () => (opened ? `\n${indent}]${end}` : `${start}[]${end}`),
      };
    },
  };
}

/** Returns the text of an object up to the list that is its last field. */
function opening({ beside, field }: NonNullable<View['within']>): string {
  return escapeJson(JSON.stringify({ ...beside, [field]: [] }, null, 2)).slice(0, -'[]\n}'.length);
}

/** Returns JSON Lines: one compact object on each line. */
export function jsonLinesFormatter({ fields }: Pick<OutputOptions, 'fields'>): Formatter {
  const pick = fieldPicker(fields);
  const line = (value: unknown) => `${JSON.stringify(pick(value))}\n`;
  return {
    item: (value) => escapeJson(line(value)),
    list: () => ({ page: (items) => escapeJson(items.map(line).join('')), end: () => '' }),
  };
}
