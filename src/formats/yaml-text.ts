import { Document, Scalar, visit } from 'yaml';
import { escapeYaml, needsQuotes } from '../text/printable.ts';

/** Words of YAML 1.1 that `compat` does not know: a value, and the key that merges another object. */
const otherWords = ['=', '<<'];

/** A text of several lines is readable without quotes if every reader sees where it begins and ends. */
const blockLines = /^\S(?:.*\S)?(?:\n+\S(?:.*\S)?)*\n?$/;

/** Returns whether one of YAML's versions would read another value if a string is not quoted. */
function isMisread(text: string): boolean {
  return needsQuotes(text) || otherWords.includes(text) || (text.includes('\n') && !blockLines.test(text));
}

/**
 * Returns a value as YAML that readers of YAML 1.1 and 1.2 understand in the same way, with a newline at its end. `indent`
 * is the number of spaces for each level.
 */
export function yamlText(value: unknown, indent = 2): string {
  // `compat` quotes texts that YAML 1.1 would read as another type: no, on, 0123, a date.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && isMisread(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const text = document.toString({
    indent,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
  return escapeYaml(text);
}
