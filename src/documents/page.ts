import { createHash } from 'node:crypto';
import { embeddedJson, escapeHtml, Html, html } from './html.ts';

/**
 * Marks the page before the body is there, so that what scripts replace is never drawn. Takes the mark away if a browser
 * cannot run the other script.
 */
const markScript = `{
const { classList } = document.documentElement;
classList.add('scripted');
addEventListener('error', () => document.querySelector('#app[hidden]') && classList.remove('scripted'));
}`;

export interface PageHead {
  readonly title: string;
  readonly style: string;
  /** Absent for a page that only shows. */
  readonly script?: string;
}

/**
 * Yields a self-contained HTML page in pieces. The content security policy allows nothing but this style and this
 * script, each by its hash; a script cannot turn text into HTML, either. The script runs after the whole body is there.
 */
export function* htmlPage({ title, style, script }: PageHead, body: Iterable<Html>): Generator<string> {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashSource(markScript)} ${hashSource(script)}`]),
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${script === undefined ? '' : `<script>${markScript}</script>\n`}</head>
<body>
`;
  for (const { text } of body) yield text;
  yield `\n${script === undefined ? '' : `<script>${script}</script>\n`}</body>\n</html>\n`;
}

/** Returns the list of what could not be read; `undefined` if there is nothing. */
export function incomplete(unknown: readonly string[]): Html | undefined {
  if (unknown.length === 0) return undefined;
  return html`<details class="incomplete" open><summary>Not complete: something could not be read</summary><ul>${unknown.map((one) => html`<li>${one}</li>`)}</ul></details>`;
}

export function dataElement(name: string, value: unknown): Html {
  return new Html(`<script type="application/json" data-name="${name}">${embeddedJson(value)}</script>\n`);
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
