import script from '../browser/review.ts?script';
import { type Html, html } from '../html.ts';
import { dataElement, htmlPage } from '../page.ts';
import style from '../style/page.css?style';
import reviewStyle from '../style/review.css?style';
import { pageCounted } from '../words.ts';

/** What the page of a packet shows. All texts about grants are untrusted. */
export interface PacketDocument {
  readonly organization: string;
  readonly reviewer: string;
  /** The name of the file to save. */
  readonly file: string;
  /** The last day for decisions. */
  readonly due: string | null;
  readonly columns: readonly string[];
  readonly count: number;
  /** The cells of each grant, without a decision. */
  readonly rows: Iterable<readonly string[]>;
}

/**
 * Yields the page of a packet, in pieces: a reviewer decides about each grant, and saves the CSV file with the decisions. It
 * needs scripts.
 */
export function packetPage(packet: PacketDocument): Generator<string> {
  const title = `Access review of ${packet.organization}`;
  return htmlPage({ title, style: `${style} ${reviewStyle}`, script }, body(title, packet));
}

function* body(
  title: string,
  { reviewer, file, due, columns, count, rows }: PacketDocument,
): Generator<Html> {
  const until = due === null ? undefined : html` · decide until <time datetime="${due}">${due}</time>`;
  yield html`<header class="top"><h1>${title}</h1>
<p class="sum">${reviewer} · ${pageCounted(count, 'grant')}${until}</p>
<p class="how">Keep, remove or lower each grant. To remove or to lower one needs a reason. Then save the file, and send it back.</p>
<noscript><p class="incomplete">This page needs scripts. Without them, decide in ${file}.</p></noscript></header>
<main><div id="app"></div></main>
`;
  yield dataElement('packet', { file, columns });
  let part: (readonly string[])[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < rowsAtOnce) continue;
    yield dataElement('rows', part);
    part = [];
  }
  yield dataElement('rows', part);
}

const rowsAtOnce = 1000;
