import type { Name } from './names.ts';
import type { Resource } from './resource.ts';

/** One thing that people can name by its title. */
export interface TitledThing {
  readonly id: string;
  readonly title: string;
  readonly email?: string | undefined;
  /** The id of the thing in which it is: the collection of a space. */
  readonly within?: string | undefined;
  /** The thing as the service shows it, if it was read alone. */
  readonly item?: object;
}

/** The things of an organization that people can name. Every list is read once in the life of the process. */
export interface Refs {
  /** Returns the things of a kind. Throws the errors of the request. */
  entries(resource: Resource, options: EntriesOptions): Promise<readonly TitledThing[]>;
  /**
   * Returns all things that a name means: none, one or several. A text that is no title may be a path of titles:
   * `HR/Onboarding`. Throws the errors of the requests.
   */
  called(
    resource: Resource,
    name: Name,
    options: Pick<EntriesOptions, 'param'>,
  ): Promise<readonly TitledThing[]>;
  /** Returns the thing with this id; `undefined` if there is none, or it cannot be read. */
  byId(
    resource: Resource,
    id: string,
    options: Pick<EntriesOptions, 'param'>,
  ): Promise<TitledThing | undefined>;
}

export interface EntriesOptions {
  /** Returns a parameter of the list's path. Throws `UsageError` if it is missing. */
  readonly param: (name: string) => string;
  /** Narrows the list to this text, if the service can do that. */
  readonly text?: string | undefined;
  /** The largest number of wanted things. */
  readonly limit?: number | undefined;
  /** Further filters of the list. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The kind of the things to leave out: the members of a team. */
  readonly except?: Resource | undefined;
}
