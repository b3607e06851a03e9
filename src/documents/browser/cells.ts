import { type Group, levelAt, type Range, rangesOf } from '../access/model.ts';
import type { MatrixRow } from '../access/rows.ts';
import { peopleText } from '../access/words.ts';
import { element, levelChip } from './dom.ts';
import type { PageModel } from './page-model.ts';

/** What a cell of the matrix looks like, and what a screen reader says. */
export interface CellView {
  readonly content: readonly (Node | string)[];
  readonly label: string;
  /** The level that a filter compares with its own. */
  readonly level: number;
}

/** Draws the cells of the matrix. */
export class Cells {
  private readonly ranges = new WeakMap<Group, (place: number) => Range>();
  private readonly incomplete: ReadonlySet<number>;

  constructor(private readonly page: PageModel) {
    this.incomplete = new Set(page.data.places.incomplete);
  }

  cell(row: MatrixRow, place: number): CellView {
    return row.kind === 'group' ? this.groupCell(row.group, place) : this.personCell(row.person, place);
  }

  /** Returns the lowest and the highest level of a group in a place. */
  range(group: Group, place: number): Range {
    const known = this.ranges.get(group) ?? rangesOf(this.page.model, group);
    this.ranges.set(group, known);
    return known(place);
  }

  private personCell(person: number, place: number): CellView {
    const { model } = this.page;
    const level = levelAt(model, person, place);
    const name = model.levels[level] as string;
    const isMore = this.mayHaveMore(person, place);
    if (level === 0) {
      if (isMore) return { content: ['?'], label: 'unknown', level };
      return { content: [element('span', { class: 'none' }, '·')], label: 'no access', level };
    }
    if (model.people.disabled.has(person)) {
      return { content: [levelChip(name, 'off')], label: `disabled, would have ${name}`, level };
    }
    const label = isMore ? `at least ${name}` : name;
    return { content: [levelChip(name), isMore ? '?' : ''], label, level };
  }

  mayHaveMore(person: number, place: number): boolean {
    const { model } = this.page;
    const isSure = !this.incomplete.has(place) && !model.people.unsure.has(person);
    return !isSure && model.levels[levelAt(model, person, place)] !== 'admin';
  }

  private groupCell(group: Group, place: number): CellView {
    const { levels } = this.page.model;
    const { low, high } = this.range(group, place);
    const [least, most] = [levels[low] as string, levels[high] as string];
    if (this.incomplete.has(place) && low < levels.length - 1) {
      const known = high === 0 ? [] : [levelChip(most, 'some')];
      return {
        content: [...known, '?'],
        label: high === 0 ? 'unknown' : `unknown, some up to ${most}`,
        level: high,
      };
    }
    if (high === 0)
      return { content: [element('span', { class: 'none' }, '·')], label: 'no access', level: 0 };
    if (low === 0) return { content: [levelChip(most, 'some')], label: `some up to ${most}`, level: high };
    if (low === high) return { content: [levelChip(least)], label: `all ${least}`, level: high };
    return {
      content: [levelChip(least), '+'],
      label: `all at least ${least}, some up to ${most}`,
      level: high,
    };
  }

  rowHead(row: MatrixRow): { readonly content: readonly (Node | string)[]; readonly label: string } {
    if (row.kind === 'group') {
      const title = this.groupTitle(row.group);
      const size = peopleText(row.group.members.length);
      const text = element('span', { class: 'who' }, element('b', {}, title), element('small', {}, size));
      const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, row.isOpen ? '▾' : '▸');
      return { content: [mark, text], label: `${title}, ${size}` };
    }
    const { names, emails, disabled } = this.page.model.people;
    const name = names[row.person] as string;
    const email = emails[row.person] as string;
    const tags = [
      ...(this.isGuest(row.person) ? ['guest'] : []),
      ...(disabled.has(row.person) ? ['disabled'] : []),
    ];
    const text = element(
      'span',
      { class: 'who', title: email === '' ? name : `${name}\n${email}` },
      element('span', {}, element('b', {}, name), ...tags.map((tag) => element('i', { class: 'tag' }, tag))),
      element('small', {}, email === name ? '' : email),
    );
    return { content: [text], label: [name, ...tags].join(', ') };
  }

  groupTitle({ team }: Group): string {
    return team < 0 ? 'Without a team' : (this.page.data.teams.titles[team] as string);
  }

  private isGuest(person: number): boolean {
    const { data, model } = this.page;
    return data.roles[model.people.roles[person] as number] === null;
  }

  /** Returns the head of a column: the title, below the titles of what contains it. */
  columnHead(place: number): { readonly content: readonly (Node | string)[]; readonly label: string } {
    const { places, sites } = this.page.data;
    const title = places.titles[place] as string;
    const chain = (this.page.model.chains[place] as readonly number[]).slice(1).reverse();
    const above = chain.map((one) => places.titles[one]).join(' / ');
    const published = places.sites[place] ?? [];
    const isPublic = published.some((site) => sites.visibilities[site] === 'public');
    const mark = published.length === 0 ? '' : isPublic ? 'public' : 'site';
    const content = [
      element('small', { class: 'above' }, above),
      element('b', { title: above === '' ? title : `${above} / ${title}` }, title),
      ...(mark === '' ? [] : [element('i', { class: `tag ${mark}` }, mark)]),
    ];
    return { content, label: mark === '' ? title : `${title}, published: ${mark}` };
  }
}
