import { countsOf } from '../../text/group-by.ts';
import type { PlaceColumns } from '../access/data.ts';
import type { Group } from '../access/model.ts';
import { type Filters, groupRows, groupsOf, peopleRows, shownPeople, shownPlaces } from '../access/rows.ts';
import { peopleText } from '../access/words.ts';
import { Cells } from './cells.ts';
import { byId, element, levelChip } from './dom.ts';
import { filterForm, search, select } from './fields.ts';
import { Matrix } from './matrix.ts';
import { type PageModel, readPageModel } from './page-model.ts';
import { Panel } from './panel.ts';

/** The teams of at most so many found people are opened. */
const mostOpened = 50;

/** The page with scripts: filters, matrix, explanation. */
class App {
  private readonly matrix: Matrix;
  private readonly panel: Panel;
  private readonly status = element('p', { role: 'status', class: 'status' });
  private readonly open = new Set<number>();
  private readonly toolbar: Toolbar;
  private filters: Filters;
  private places: readonly number[] = [];
  private people: readonly number[] = [];
  private groups: readonly Group[] = [];

  constructor(private readonly page: PageModel) {
    const cells = new Cells(page);
    this.panel = new Panel(page, cells, () => this.matrix.element.focus());
    this.matrix = new Matrix({
      cells,
      isGrouped: page.data.isGrouped,
      onOpen: (opened, isKeyboard) => {
        this.panel.open(opened);
        if (isKeyboard) this.panel.element.focus();
      },
      onToggle: (team) => this.toggle(team),
    });
    this.toolbar = toolbar(page, () => this.filter());
    this.filters = this.toolbar.filters();
    byId('app').replaceChildren(
      this.toolbar.element,
      element('div', { class: 'line' }, this.status, legend(page.model.levels)),
      element('div', { class: 'split' }, this.matrix.element, this.panel.element),
    );
    byId('app').addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.panel.close();
    });
    this.filter();
    printFiltered(() => ({ places: this.places, people: this.people }));
  }

  private filter(): void {
    const filters = this.toolbar.filters();
    const { data, model } = this.page;
    if (data.isGrouped && filters.team >= 0 && filters.team !== this.filters.team)
      this.open.add(filters.team);
    this.filters = filters;
    this.places = shownPlaces(data, filters);
    this.people = shownPeople(model, data, filters, this.places);
    this.groups = data.isGrouped ? groupsOf(model, this.people, filters.team) : [];
    // A few found people are shown, not only their teams.
    if (filters.people !== '' && this.people.length <= mostOpened)
      for (const { team } of this.groups) this.open.add(team);
    this.show();
    this.status.textContent = [
      `${counted(this.people.length)} of ${peopleText(model.people.ids.length)}`,
      `${counted(this.places.length)} of ${placesText(data.places, filters.kind)}`,
    ].join(', ');
  }

  private show(): void {
    const rows = this.page.data.isGrouped ? groupRows(this.groups, this.open) : peopleRows(this.people);
    this.matrix.show(rows, this.places, this.filters.level);
  }

  private toggle(team: number): void {
    if (!this.open.delete(team)) this.open.add(team);
    this.show();
  }
}

function counted(count: number): string {
  return count.toLocaleString('en');
}

function placesText({ ids, collections }: PlaceColumns, kind: Filters['kind']): string {
  const count = { space: ids.length - collections, collection: collections, both: ids.length }[kind];
  const words = { space: 'spaces', collection: 'collections', both: 'spaces and collections' };
  return `${counted(count)} ${words[kind]}`;
}

function legend(levels: readonly string[]): HTMLElement {
  const chips = levels.slice(1).map((level) => levelChip(level));
  const none = element('span', { class: 'none' }, '· no access');
  return element('p', { class: 'legend', 'aria-label': 'Levels, the weakest first' }, none, ...chips);
}

interface Toolbar {
  readonly element: HTMLElement;
  readonly filters: () => Filters;
}

/** Makes the filters. `onChange` is called when they say something else; a search waits until the person stops typing. */
function toolbar({ data, model }: PageModel, onChange: () => void): Toolbar {
  const people = search('people', 'Find people', 'name, e-mail, id');
  const places = search('places', 'Find spaces', 'title, id');
  const team = select('team', 'Team', [
    ['-1', 'All teams'],
    ...data.teams.titles.map((title, index) => [String(index), title] as const),
  ]);
  const level = select('level', 'Level', [
    ['0', 'Any level'],
    ...model.levels.slice(1).map((name, index) => [String(index + 1), `At least ${name}`] as const),
  ]);
  if (data.level !== 'read') level.control.value = String(model.levels.indexOf(data.level));
  const guests = select('guests', 'Guests', [
    ['all', 'With guests'],
    ['only', 'Only guests'],
    ['without', 'Without guests'],
  ]);
  const sites = select('sites', 'Sites', [
    ['all', 'With or without'],
    ['any', 'Published by a site'],
    ['public', 'Published publicly'],
    ['none', 'Not published'],
    ...data.sites.titles.map(
      (title, index) => [String(index), `${title} (${data.sites.visibilities[index]})`] as const,
    ),
  ]);
  const kind = select('kind', 'Columns', [
    ['space', 'Spaces'],
    ['collection', 'Collections'],
    ['both', 'Both'],
  ]);
  // A link such as access.html#space_guides opens one place.
  const ids: readonly string[] = data.places.ids;
  const linked = ids.indexOf(location.hash.slice(1));
  if (linked >= 0) {
    places.control.value = ids[linked] as string;
    kind.control.value = linked < data.places.collections ? 'collection' : 'space';
  }
  const filters = (): Filters => ({
    people: people.control.value.trim().toLowerCase(),
    places: places.control.value.trim().toLowerCase(),
    team: Number(team.control.value),
    level: Number(level.control.value),
    guests: guests.control.value as Filters['guests'],
    sites: sites.control.value,
    kind: kind.control.value as Filters['kind'],
  });
  const fields = [people, places, team, level, guests, sites, kind];
  return { element: filterForm(fields, onChange), filters };
}

interface Shown {
  readonly places: readonly number[];
  readonly people: readonly number[];
}

/**
 * Before the page is printed, hides from its tables what the filters hide, and puts a summary above them: the first page
 * says what the others have.
 */
function printFiltered(shown: () => Shown): void {
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
  const cells = section.querySelectorAll('tbody tr:not([hidden]) td:nth-child(2)');
  const counts = countsOf(Array.from(cells, ({ textContent }) => textContent ?? ''));
  return counts.size === 0 ? 'no one' : [...counts].map(([level, count]) => `${count} ${level}`).join(', ');
}

readPageModel()
  .then((page) => {
    byId('app').hidden = false;
    new App(page);
  })
  .catch((error) => {
    // The tables are better than nothing.
    byId('app').hidden = true;
    document.documentElement.classList.remove('scripted');
    throw error;
  });
