import type { Filters } from '../access/rows.ts';
import { filterForm, search, select } from './fields.ts';
import type { PageModel } from './page-model.ts';

export interface Toolbar {
  readonly element: HTMLElement;
  /** Returns what the filters say now. */
  readonly filters: () => Filters;
}

/** Makes the filters. `onChange` is called when they say something else; a search waits until the person stops typing. */
export function toolbar({ data, model }: PageModel, onChange: () => void): Toolbar {
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
