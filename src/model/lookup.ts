import { groupBy } from '../text/group-by.ts';

/** The texts by which people can name a thing. */
export interface Named {
  readonly id: string;
  readonly title?: string | undefined;
  readonly email?: string | undefined;
}

/** Finds the things that a name means: none, one or several. */
export interface Lookup<Thing extends Named = Named> {
  withId(id: string): Thing | undefined;
  /** Returns all things with exactly this title. */
  titled(title: string): readonly Thing[];
  /** Returns all things with this e-mail address, whatever its case. */
  withEmail(email: string): readonly Thing[];
}

/** Indexes `things`; each index is made when it is used for the first time. */
export function createLookup<Thing extends Named>(things: readonly Thing[]): Lookup<Thing> {
  let ids: ReadonlyMap<string, readonly Thing[]> | undefined;
  let titles: typeof ids;
  let emails: typeof ids;
  return {
    withId(id) {
      ids ??= groupBy(things, (thing) => thing.id);
      return ids.get(id)?.[0];
    },
    titled(title) {
      titles ??= groupBy(
        things.filter(({ title }) => title !== undefined),
        ({ title = '' }) => title,
      );
      return eachOnce(titles.get(title));
    },
    withEmail(email) {
      emails ??= groupBy(
        things.filter(({ email }) => email),
        ({ email = '' }) => email.toLowerCase(),
      );
      return eachOnce(emails.get(email.toLowerCase()));
    },
  };
}

/** A list that changes while its pages are read can show a thing on two of them. */
function eachOnce<Thing extends Named>(found: readonly Thing[] = []): readonly Thing[] {
  return found.length < 2 ? found : [...new Map(found.map((thing) => [thing.id, thing])).values()];
}
