import { byId } from './dom.ts';

interface Shown {
  readonly places: readonly number[];
  readonly people: readonly number[];
}

/** Before the page is printed, hides from its tables what the filters hide. */
export function printFiltered(shown: () => Shown): void {
  addEventListener('beforeprint', () => {
    const { places, people } = shown();
    const [shownPlaces, shownPeople] = [new Set(places), new Set(people)];
    byId('tables')
      .querySelectorAll('section')
      .forEach((section, place) => {
        section.hidden = !shownPlaces.has(place);
        for (const row of section.querySelectorAll<HTMLElement>('tr[data-person]')) {
          row.hidden = !shownPeople.has(Number(row.dataset.person));
        }
      });
  });
}
