import { visible } from '../text/printable.ts';

/** A piece of HTML whose texts are escaped already. Made by {@link html} only. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | undefined | readonly Html[];

/**
 * Makes HTML from a template. A text or number is escaped: it can be between tags and in an attribute in double
 * quotes. `undefined` is left out; pieces of HTML stay as they are.
 */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(template.reduce((text, part, at) => text + htmlOf(values[at - 1]) + part));
}

function htmlOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. Characters that would hide or reorder the text around them are made visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] as string);
}

/**
 * Returns JSON for a `<script type="application/json">`. It has no `<`, `>` and `&`, so it cannot end the element or
 * begin a comment, and no line separator of JavaScript. All its texts are made visible as in {@link escapeHtml}.
 */
export function embeddedJson(value: unknown): string {
  const json = JSON.stringify(value);
  // A function for each text takes as long again as everything else, and few pages need it.
  const shown = isVisible(json)
    ? json
    : JSON.stringify(value, (_, one) => (typeof one === 'string' ? visible(one) : one));
  return shown.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Returns whether no text in JSON has a character that {@link visible} replaces. */
function isVisible(json: string): boolean {
  return !/\\[^"\\]/.test(json) && visible(json) === json;
}
