import { byId, element } from './dom.ts';

interface Shown {
  readonly places: readonly number[];
  readonly people: readonly number[];
}

/**
 * Before the page is printed, hides from its tables what the filters hide, and puts a summary above them: the first page
 * says what the others have.
 */
export function printFiltered(shown: () => Shown): void {
  addEventListener('beforeprint', () => {
    const { places, people } = shown();
    const [shownPlaces, shownPeople] = [new Set(places), new Set(people)];
    const sections = [...byId('tables').querySelectorAll('section')];
    for (const [place, section] of sections.entries()) {
      section.hidden = !shownPlaces.has(place);
      for (const row of section.querySelectorAll<HTMLElement>('tr[data-person]'))
        row.hidden = !shownPeople.has(Number(row.dataset.person));
    }
    document.getElementById('summary')?.remove();
    byId('tables').prepend(summary(sections.filter(({ hidden }) => !hidden)));
  });
}

/** Makes a table with the number of rows of each level for each place. */
function summary(sections: readonly HTMLElement[]): HTMLElement {
  const rows = sections.map((section) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, section.querySelector('h2')?.textContent ?? ''),
      element('td', {}, levelsIn(section)),
    ),
  );
  const isOfPeople = sections.some((section) => section.querySelector('[data-person]'));
  const what = isOfPeople ? 'People by level' : 'Roles and teams by level';
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, 'Space or collection'),
    element('th', { scope: 'col' }, what),
  );
  return element(
    'div',
    { id: 'summary' },
    element('h2', {}, 'Summary'),
    element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
  );
}

/** Counts the levels of the rows that are printed: `12 edit, 3 admin`. */
function levelsIn(section: HTMLElement): string {
  const counts = new Map<string, number>();
  for (const cell of section.querySelectorAll('tbody tr:not([hidden]) td:nth-child(2)')) {
    const level = cell.textContent ?? '';
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return counts.size === 0 ? 'no one' : [...counts].map(([level, count]) => `${count} ${level}`).join(', ');
}
