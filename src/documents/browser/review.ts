import { lowerLevels } from '../../domain/access/levels.ts';
import { csvCell, withMark } from '../../text/cells.ts';
import { byId, element } from './dom.ts';
import { filterForm, search, select } from './fields.ts';

/** A grant with the decision about it. */
interface PacketRow {
  readonly cells: readonly string[];
  readonly text: string;
  decision: string;
  to: string;
  reason: string;
}

const dataIn = (name: string) =>
  [...document.querySelectorAll(`[data-name="${name}"]`)].map(({ textContent }) =>
    JSON.parse(textContent ?? ''),
  );
const [{ file, columns }] = dataIn('packet') as [{ file: string; columns: string[] }];
const rows: PacketRow[] = (dataIn('rows').flat() as string[][]).map((cells) => {
  return { cells, text: cells.join(' ').toLowerCase(), decision: '', to: '', reason: '' };
});
const cell = ({ cells }: PacketRow, column: string) => cells[columns.indexOf(column)] ?? '';

const shownAtOnce = 100;
const text = search('text', 'Find', 'name, place, id');
const state = select('state', 'Show', [
  ['', 'All grants'],
  ['open', 'Open'],
  ['decided', 'Decided'],
  ['wrong', 'Incomplete'],
]);
const way = select('way', 'Way', [
  ['', 'All ways'],
  ...[...new Set(rows.map((row) => cell(row, 'way')))].sort().map((one) => [one, one] as const),
]);
const status = element('p', { role: 'status', class: 'status' });
const body = element('tbody');
const pages = element('nav', { class: 'pages', 'aria-label': 'Pages' });
let fitting: readonly PacketRow[] = rows;
let first = 0;
let isSaved = true;

function lacks({ decision, to, reason }: PacketRow): 'to' | 'reason' | undefined {
  if (decision === 'lower' && to === '') return 'to';
  return decision !== '' && decision !== 'keep' && reason.trim() === '' ? 'reason' : undefined;
}

const isFitting: Readonly<Record<string, (row: PacketRow) => boolean>> = {
  open: ({ decision }) => decision === '',
  decided: ({ decision }) => decision !== '',
  wrong: (row) => lacks(row) !== undefined,
};

function filter(): void {
  const wanted = text.control.value.trim().toLowerCase();
  const fits = isFitting[state.control.value] ?? (() => true);
  const isOf = (row: PacketRow) => ['', cell(row, 'way')].includes(way.control.value);
  fitting = rows.filter((row) => row.text.includes(wanted) && isOf(row) && fits(row));
  first = 0;
  draw();
}

function draw(): void {
  body.replaceChildren(...fitting.slice(first, first + shownAtOnce).map(rowElement));
  const button = (label: string, to: number, isThere: boolean) => {
    const made = element('button', { type: 'button', ...(!isThere && { disabled: '' }) }, label);
    made.addEventListener('click', () => {
      first = to;
      draw();
      scrollTo(0, 0);
    });
    return made;
  };
  const last = Math.min(first + shownAtOnce, fitting.length);
  const range = `${fitting.length === 0 ? 0 : first + 1}–${last} of ${fitting.length.toLocaleString('en')}`;
  pages.replaceChildren(
    button('Previous', first - shownAtOnce, first > 0),
    button('Next', first + shownAtOnce, last < fitting.length),
    range,
  );
  count();
}

function count(message = ''): void {
  const decided = rows.filter(({ decision }) => decision !== '').length;
  status.textContent = `${decided.toLocaleString('en')} of ${rows.length.toLocaleString('en')} decided${message}`;
}

function rowElement(row: PacketRow): HTMLElement {
  const about = `${cell(row, 'person')} on ${cell(row, 'place')}`;
  const lower = lowerLevels(cell(row, 'way'), cell(row, 'level'));
  const words = ['', 'keep', 'remove', ...(lower.length > 0 ? ['lower'] : [])];
  const decision = choice(`Decision about ${about}`, words, row.decision, 'open');
  const to = choice(`Lower level for ${about}`, ['', ...lower], row.to, '–');
  const reason = element('input', {
    type: 'text',
    'aria-label': `Reason about ${about}`,
    value: row.reason,
    maxlength: 1000,
  });
  const mark = () => {
    const missing = lacks(row);
    to.disabled = row.decision !== 'lower';
    reason.disabled = row.decision === '';
    to.setAttribute('aria-invalid', String(missing === 'to'));
    reason.setAttribute('aria-invalid', String(missing === 'reason'));
    isSaved = false;
    count();
  };
  decision.addEventListener('change', () => {
    row.decision = decision.value;
    if (row.decision !== 'lower') row.to = to.value = '';
    mark();
  });
  to.addEventListener('change', () => {
    row.to = to.value;
    mark();
  });
  reason.addEventListener('input', () => {
    row.reason = reason.value;
    mark();
  });
  const made = element(
    'tr',
    {},
    element('th', { scope: 'row' }, cell(row, 'person'), small(cell(row, 'note'))),
    element('td', {}, cell(row, 'place'), small(cell(row, 'opens'))),
    element('td', {}, cell(row, 'level'), small(cell(row, 'way'))),
    element('td', {}, decision),
    element('td', {}, to),
    element('td', {}, reason),
  );
  const wasSaved = isSaved;
  mark();
  isSaved = wasSaved;
  return made;
}

function small(content: string): HTMLElement | undefined {
  return content === '' ? undefined : element('small', {}, content);
}

function choice(label: string, words: readonly string[], value: string, empty: string): HTMLSelectElement {
  const options = words.map((word) => element('option', { value: word }, word === '' ? empty : word));
  const made = element('select', { 'aria-label': label }, ...options);
  made.value = value;
  return made;
}

/** Saves the packet with the decisions; shows the first one that lacks something instead. */
function save(): void {
  const at = rows.findIndex((row) => lacks(row) !== undefined);
  if (at >= 0) {
    text.control.value = way.control.value = '';
    state.control.value = 'wrong';
    filter();
    const wrong =
      fitting.length === 1 ? '1 decision is incomplete' : `${fitting.length} decisions are incomplete`;
    count(` · not saved: ${wrong}`);
    body.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return;
  }
  const lines = rows.map((row) =>
    columns.map((column, index) => {
      if (column === 'decision') return row.decision;
      if (column === 'to') return row.to;
      return column === 'reason' ? row.reason.trim().replace(/\s+/g, ' ') : (row.cells[index] ?? '');
    }),
  );
  const csv = [columns, ...lines].map((cells) => `${cells.map((one) => csvCell(withMark(one))).join(',')}\n`);
  const address = URL.createObjectURL(new Blob(csv, { type: 'text/csv' }));
  const link = element('a', { href: address, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  isSaved = true;
  count(` · saved ${file}`);
}

/** Keeps what is open among the grants that the filters show. */
function keepAll(): void {
  for (const row of fitting) if (row.decision === '') row.decision = 'keep';
  isSaved = false;
  draw();
}

const filters = filterForm([text, state, way], filter);
const saveButton = element('button', { type: 'button', class: 'primary' }, 'Save decisions');
const keepButton = element('button', { type: 'button' }, 'Keep all shown');
saveButton.addEventListener('click', save);
keepButton.addEventListener('click', keepAll);
filters.append(keepButton, saveButton);
const titles = ['Who', 'Where', 'Access', 'Decision', 'Lower to', 'Reason'];
const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)));
const table = element('table', {}, element('caption', {}, 'Grants'), element('thead', {}, head), body);
byId('app').append(
  element('div', { class: 'head' }, filters, status),
  element('div', { class: 'grants' }, table),
  pages,
);
addEventListener('beforeunload', (event) => {
  if (!isSaved) event.preventDefault();
});
draw();
