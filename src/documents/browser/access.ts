import type { PlaceColumns } from '../access/data.ts';
import type { Group } from '../access/model.ts';
import { type Filters, groupRows, groupsOf, peopleRows, shownPeople, shownPlaces } from '../access/rows.ts';
import { peopleText } from '../access/words.ts';
import { Cells } from './cells.ts';
import { byId, element, levelChip } from './dom.ts';
import { Matrix } from './matrix.ts';
import { type PageModel, readPageModel } from './page-model.ts';
import { Panel } from './panel.ts';
import { printFiltered } from './print.ts';
import { type Toolbar, toolbar } from './toolbar.ts';

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
