import script from '../browser/access.ts?script';
import { type Html, html } from '../html.ts';
import { dataElement, htmlPage, incomplete } from '../page.ts';
import accessStyle from '../style/access.css?style';
import style from '../style/page.css?style';
import { pageCounted, timeText } from '../words.ts';
import { ordered, pageData, peopleBlocks } from './columns.ts';
import type { AccessDocument } from './document.ts';
import { readableTables } from './readable.ts';
import { peopleText } from './words.ts';

/**
 * Yields the page of who can do what, in pieces. Without scripts it has a table for each place. With scripts it has a
 * matrix with filters, and the tables are for printing.
 */
export function accessPage(document: AccessDocument): Generator<string> {
  const title = `Access in ${document.organization.title ?? document.organization.id}`;
  return htmlPage({ title, style: `${style} ${accessStyle}`, script }, body(title, document));
}

function* body(title: string, unordered: AccessDocument): Generator<Html> {
  const document = ordered(unordered);
  const { order, places } = document;
  const spaces = document.facts.targets.spaces.size;
  yield html`<header class="top"><h1>${title}</h1>
<p class="sum">${peopleText(order.length)} · ${pageCounted(spaces, 'space')} · ${pageCounted(places.length - spaces, 'collection')} · read <time datetime="${document.taken}">${timeText(document.taken)}</time></p>
<dl class="base">${document.base.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${document.notes.map((note) => html`<p class="sum">${note}</p>\n`)}${incomplete(document.unknown)}</header>
`;
  yield html`<main><div id="app" hidden></div>
<div id="tables">
`;
  yield* readableTables(document);
  yield html`</div></main>\n`;
  yield dataElement('page', pageData(document));
  for (const block of peopleBlocks(document)) yield dataElement('people', block);
}
