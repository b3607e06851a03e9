import { fieldPicker } from '../text/fields.ts';
import { escapeJson } from '../text/printable.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

/** Returns readable JSON. Only the end of a list closes the array, so that a list that was cut off does not parse. */
export function jsonFormatter({ fields }: Pick<OutputOptions, 'fields'>): Formatter {
  const pick = fieldPicker(fields);
  return {
    item: (value) => `${escapeJson(JSON.stringify(pick(value), null, 2))}\n`,
    list() {
      let opened = false;
      return {
        page(items) {
          const lines = escapeJson(JSON.stringify(items.map(pick), null, 2)).slice('['.length, -'\n]'.length);
          const text = (opened ? ',' : '[') + lines;
          opened = true;
          return text;
        },
        end: () => (opened ? '\n]\n' : '[]\n'),
      };
    },
  };
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
