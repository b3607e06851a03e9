import { missingSteps } from '../../domain/access/missing.ts';
import { waysTo } from '../../domain/access/rules.ts';
import { type Group, levelAt, personAt } from '../access/model.ts';
import {
  defaultLevelText,
  disagreementText,
  missingText,
  peopleText,
  roleText,
  type ShownWay,
  shownWays,
  wayText,
} from '../access/words.ts';
import type { Cells } from './cells.ts';
import { element, levelChip } from './dom.ts';
import type { Opened } from './matrix.ts';
import type { PageModel } from './page-model.ts';

/** The panel that explains what was opened. */
export class Panel {
  readonly element = element('aside', {
    id: 'panel',
    tabindex: -1,
    'aria-labelledby': 'panel-title',
    hidden: '',
  });
  private readonly body = element('div', { class: 'body' });

  constructor(
    private readonly page: PageModel,
    private readonly cells: Cells,
    private readonly onClose: () => void,
  ) {
    const close = element(
      'button',
      { type: 'button', class: 'close', 'aria-label': 'Close the explanation' },
      '×',
    );
    close.addEventListener('click', () => this.close());
    this.element.append(close, this.body);
  }

  open({ row, place }: Opened): void {
    if (row === undefined) this.body.replaceChildren(...this.aboutPlace(place as number));
    else if (row.kind === 'group') this.body.replaceChildren(...this.aboutGroup(row.group, place as number));
    else if (place === undefined) this.body.replaceChildren(...this.aboutPerson(row.person));
    else this.body.replaceChildren(...this.explain(row.person, place));
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.onClose();
  }

  /** Explains the level of a person in a place, with all ways. */
  private explain(index: number, place: number): Node[] {
    const { data, model } = this.page;
    const { organization } = data;
    const target = model.targets[place]!;
    const person = personAt(model, data, index);
    const code = levelAt(model, index, place);
    const level = code === 0 ? null : (model.levels[code] as string);
    const ways = waysTo(data.rules, person, target, { kind: 'organization', ...organization });
    const name = model.people.names[index] as string;
    const disagreement = disagreementText(level, ways);
    const shown = shownWays(level, ways, target.place);
    const member = { id: model.people.ids[index] as string, title: name };
    const missing =
      shown.length > 0 && !person.disabled
        ? []
        : missingSteps(data.rules, person, target, level ?? 'read', {
            member,
            organization: { kind: 'organization', ...organization },
          });
    return [
      title(name, data.places.titles[place]),
      this.answer(level, person.disabled, this.cells.mayHaveMore(index, place)),
      ...(disagreement ? [element('p', { class: 'incomplete' }, `Careful: ${disagreement}.`)] : []),
      ...(shown.length > 0
        ? [element('h3', {}, shown.length === 1 ? 'The way' : `${shown.length} ways`), wayList(shown, name)]
        : []),
      ...listOf('What is missing', missing.map(missingText).map(item)),
      ...this.beside(place),
    ];
  }

  private answer(level: string | null, isDisabled: boolean, isIncomplete: boolean): HTMLElement {
    if (isDisabled) {
      const would = level === null ? 'no access' : levelChip(level, 'off');
      return element('p', { class: 'answer' }, 'Disabled: no access now. Enabled again: ', would);
    }
    if (level === null) {
      const text = isIncomplete ? 'Unknown: not everything here could be read.' : 'No access.';
      return element('p', { class: 'answer' }, text);
    }
    return element('p', { class: 'answer' }, isIncomplete ? 'Has at least ' : 'Has ', levelChip(level));
  }

  private aboutGroup(group: Group, place: number): Node[] {
    const { data, model } = this.page;
    const { low, high } = this.cells.range(group, place);
    const grants = (model.chains[place] as readonly number[]).flatMap((one) => {
      const level = model.teams[group.team]?.get(one);
      if (!level) return [];
      const kind = one < data.places.collections ? 'collection' : 'space';
      const chip = levelChip(model.levels[level] as string);
      return [element('li', {}, chip, ` on the ${kind} ${data.places.titles[one]}`)];
    });
    const all = low === 0 ? 'Not everyone has access.' : 'Everyone has at least ';
    return [
      title(this.cells.groupTitle(group), data.places.titles[place]),
      element('p', { class: 'answer' }, all, low === 0 ? undefined : levelChip(model.levels[low] as string)),
      ...(high > low
        ? [
            element(
              'p',
              {},
              'Some have up to ',
              levelChip(model.levels[high] as string),
              ', from their role or from other teams.',
            ),
          ]
        : []),
      ...listOf('The team has', grants, 'ways'),
      ...(data.places.incomplete.includes(place)
        ? [element('p', { class: 'incomplete' }, 'Not everything here could be read: people may have more.')]
        : []),
      element(
        'p',
        { class: 'quiet' },
        `${peopleText(group.members.length)} shown. Open the team to see them.`,
      ),
      ...this.beside(place),
    ];
  }

  private aboutPerson(index: number): Node[] {
    const { data, model } = this.page;
    const { names, emails, ids, teams } = model.people;
    const { role, disabled } = personAt(model, data, index);
    const own = (teams[index] as readonly number[]).map((team) => data.teams.titles[team] as string);
    return [
      title(names[index] as string, undefined),
      facts([
        ['E-mail', emails[index] || 'not known'],
        ['Id', ids[index] as string],
        ['Role', roleText(role)],
        ['State', disabled ? 'disabled' : 'active'],
        ['Teams', own.length === 0 ? 'none' : own.join(', ')],
      ]),
    ];
  }

  private aboutPlace(place: number): Node[] {
    const { places } = this.page.data;
    const kind = place < places.collections ? 'Collection' : 'Space';
    const chain = (this.page.model.chains[place] as readonly number[]).slice(1).reverse();
    const teams = places.grants[place] ?? [];
    const list = teams.flatMap((team, at) => {
      if (at % 2 === 1) return [];
      const name = this.page.data.teams.titles[team as number];
      return [element('li', {}, levelChip(teams[at + 1] as string), ` ${name}`)];
    });
    return [
      title(places.titles[place] as string, undefined),
      facts([
        ['Kind', kind],
        ['Id', places.ids[place] as string],
        ['In', chain.map((one) => places.titles[one]).join(' / ') || 'the organization'],
        ['Default level', defaultLevelText(places.defaultLevels[place] as string | null)],
      ]),
      ...listOf('Teams on it', list, 'ways'),
      ...this.beside(place),
    ];
  }

  /** Lists the sites and integrations of a place. */
  private beside(place: number): Node[] {
    const { places, sites, integrations } = this.page.data;
    const published = (places.sites[place] ?? []).map(
      (site) => `${sites.titles[site]} (${sites.visibilities[site]})`,
    );
    const installed = (places.integrations[place] ?? []).map((one) => integrations[one] as string);
    return [...listOf('Published by', published.map(item)), ...listOf('Integrations', installed.map(item))];
  }
}

function title(first: string, second: string | undefined): HTMLElement {
  const where = second === undefined ? [] : [element('span', {}, ' in ', element('bdi', {}, second))];
  return element('h2', { id: 'panel-title' }, element('bdi', {}, first), ...where);
}

/** Returns a list below its heading; nothing without items. */
function listOf(heading: string, items: readonly HTMLElement[], look?: string): HTMLElement[] {
  return items.length === 0 ? [] : [element('h3', {}, heading), element('ul', { class: look }, ...items)];
}

const item = (text: string) => element('li', {}, text);

function wayList(ways: readonly ShownWay[], name: string): HTMLElement {
  const items = ways.map((way) =>
    element(
      'li',
      { class: way.deciding ? 'deciding' : undefined },
      element(
        'div',
        {},
        levelChip(way.level),
        ' ',
        way.deciding ? element('i', { class: 'tag' }, 'decides') : undefined,
      ),
      element('div', {}, sentence(wayText(way))),
      element('small', {}, ...pathOf(name, way)),
    ),
  );
  return element('ol', { class: 'ways' }, ...items);
}

/** Returns the names on a way. Each is apart from the others, also where one is written from right to left. */
function pathOf(name: string, { path }: ShownWay): (Node | string)[] {
  const names = [name, ...path.map((step) => step.title ?? step.id)];
  return names.flatMap((one, at) => [...(at === 0 ? [] : [' → ']), element('bdi', {}, one)]);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    { class: 'facts' },
    ...rows.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, value)]),
  );
}
