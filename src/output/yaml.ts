import { yamlText } from '../formats/yaml-text.ts';
import { fieldPicker } from '../text/fields.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

/**
 * Returns YAML that readers of YAML 1.1 and 1.2 understand in the same way. A list is a sequence, written while its
 * pages come.
 */
export function yamlFormatter({ fields }: Pick<OutputOptions, 'fields'>): Formatter {
  const pick = fieldPicker(fields);
  return {
    item: (value) => yamlText(pick(value)),
    list() {
      let empty = true;
      return {
        page(items) {
          empty = false;
          return yamlText(items.map(pick));
        },
        end: () => (empty ? '[]\n' : ''),
      };
    },
  };
}
