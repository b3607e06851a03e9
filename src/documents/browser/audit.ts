import { byId, element } from './dom.ts';
import { filterForm, search, select } from './fields.ts';

const rows = [...document.querySelectorAll<HTMLElement>('tr[data-outcome]')].map((row) => ({
  row,
  outcome: row.dataset.outcome as string,
  rule: row.closest<HTMLElement>('[data-rule]')?.dataset.rule as string,
  severity: row.closest<HTMLElement>('[data-severity]')?.dataset.severity as string,
  text: (row.textContent ?? '').toLowerCase(),
}));
const groups = [...document.querySelectorAll<HTMLElement>('article, .group')];

/** Returns the different values, in the order of the page. */
function valuesOf(key: 'outcome' | 'rule' | 'severity'): (readonly [string, string])[] {
  return [...new Set(rows.map((row) => row[key]))].map((value) => [value, value.replace('-', ' ')]);
}

const text = search('text', 'Find', 'name, id, text');
const severity = select('severity', 'Severity', [['', 'All severities'], ...valuesOf('severity')]);
const rule = select('rule', 'Rule', [['', 'All rules'], ...valuesOf('rule').sort()]);
const outcome = select('outcome', 'Outcome', [['', 'All outcomes'], ...valuesOf('outcome')]);
const status = element('p', { role: 'status', class: 'status' });

function filter(): void {
  const wanted = text.control.value.trim().toLowerCase();
  let shown = 0;
  for (const one of rows) {
    const fits =
      ['', one.severity].includes(severity.control.value) &&
      ['', one.rule].includes(rule.control.value) &&
      ['', one.outcome].includes(outcome.control.value) &&
      one.text.includes(wanted);
    one.row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector('tr[data-outcome]:not([hidden])');
  status.textContent = `${shown.toLocaleString('en')} of ${rows.length.toLocaleString('en')} findings`;
}

if (rows.length > 0) {
  byId('app').append(filterForm([text, severity, rule, outcome], filter), status);
  filter();
}
