import type { Filters } from '../access/rows.ts';
import { element } from './dom.ts';
import type { PageModel } from './page-model.ts';

/** How long to wait for the next letter before the matrix changes, in milliseconds. */
const typingPause = 90;

export interface Toolbar {
  readonly element: HTMLElement;
  /** Returns what the filters say now. */
  readonly filters: () => Filters;
}

/** Makes the filters. `onChange` is called when they say something else; a search waits until the person stops typing. */
export function toolbar({ data, model }: PageModel, onChange: () => void): Toolbar {
  const people = search('people', 'Find people', 'name, e-mail, id');
  const places = search('places', 'Find spaces', 'title');
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
  const form = element(
    'form',
    { class: 'toolbar', role: 'search', 'aria-label': 'Filters' },
    ...[people, places, team, level, guests, sites, kind].map(({ field }) => field),
    element('button', { type: 'reset' }, 'Clear filters'),
  );
  const filters = (): Filters => ({
    people: people.control.value.trim().toLowerCase(),
    places: places.control.value.trim().toLowerCase(),
    team: Number(team.control.value),
    level: Number(level.control.value),
    guests: guests.control.value as Filters['guests'],
    sites: sites.control.value,
    kind: kind.control.value as Filters['kind'],
  });
  listen(form, onChange);
  return { element: form, filters };
}

function listen(form: HTMLFormElement, changed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(changed, ms);
  };
  form.addEventListener('input', ({ target }) => later(target instanceof HTMLInputElement ? typingPause : 0));
  // The fields have their new values only after this event.
  form.addEventListener('reset', () => later(0));
  form.addEventListener('submit', (event) => event.preventDefault());
}

interface Field<Control> {
  readonly field: HTMLElement;
  readonly control: Control;
}

function search(name: string, label: string, hint: string): Field<HTMLInputElement> {
  const control = element('input', {
    id: `filter-${name}`,
    type: 'search',
    name,
    placeholder: hint,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  return { field: labelled(label, control), control };
}

function select(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Field<HTMLSelectElement> {
  const control = element(
    'select',
    { id: `filter-${name}`, name },
    ...options.map(([value, text]) => element('option', { value }, text)),
  );
  return { field: labelled(label, control), control };
}

/** Puts a label above a control. */
function labelled(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
}
