import { type Html, html } from '../html.ts';
import { htmlPage, incomplete } from '../page.ts';
import accessStyle from '../style/access.css?style';
import style from '../style/page.css?style';
import { timeText } from '../words.ts';

/** The answer to one question of access. All texts are untrusted. */
export interface AnswerDocument {
  /** The question in words: `Access to space "Guides" (space_guides): edit or more`. */
  readonly title: string;
  /** The time of the answer: an ISO timestamp. */
  readonly taken: string;
  /** What a row is about. */
  readonly of: 'Who' | 'Where';
  /** The number of rows in words: `12 people`. */
  readonly count: string;
  /** What a reader must know, in sentences. */
  readonly notes: readonly string[];
  readonly rows: readonly AnswerRow[];
  readonly unknown: readonly string[];
}

export interface AnswerRow {
  readonly name: string;
  /** What tells it from others of this name, such as an e-mail address. */
  readonly detail: string;
  readonly level: string;
  /** What gives the level, in words; the deciding way is first. */
  readonly ways: readonly string[];
}

/** Yields the page of one answer, in pieces. It has no script. */
export function answerPage(document: AnswerDocument): Generator<string> {
  return htmlPage({ title: document.title, style: `${style} ${accessStyle}` }, body(document));
}

function* body({ title, taken, of, count, notes, rows, unknown }: AnswerDocument): Generator<Html> {
  yield html`<header class="top"><h1>${title}</h1>
<p class="sum">${count} · read <time datetime="${taken}">${timeText(taken)}</time></p>
${notes.map((note) => html`<p class="sum">${note}</p>\n`)}${incomplete(unknown)}</header>
<main><div id="tables">
<table><thead><tr><th scope="col">${of}</th><th scope="col">Level</th><th scope="col">Ways</th></tr></thead><tbody>
`;
  for (const { name, detail, level, ways } of rows)
    yield html`<tr><th scope="row">${name} <small>${detail}</small></th><td>${level}</td><td>${ways.map((way) => html`<div>${way}</div>`)}</td></tr>\n`;
  yield html`</tbody></table></div></main>\n`;
}
