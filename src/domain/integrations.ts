/** A secret of an integration: its name, and the file that holds it where one was named. */
export interface SecretSource {
  readonly name: string;
  readonly file?: string;
}

/**
 * Where the values of `NAME` and `NAME=@FILE` words come from. `undefined` where a word is neither: it may hold the
 * value itself, so that nobody should repeat it.
 */
export function parseSecretSources(words: readonly string[]): SecretSource[] | undefined {
  const sources = words.map((word): SecretSource | undefined => {
    const [, name, file] = /^([^=]+)(?:=@(.+))?$/s.exec(word) ?? [];
    return name === undefined ? undefined : { name, ...(file !== undefined && { file }) };
  });
  return sources.every((source) => source !== undefined) ? sources : undefined;
}

/**
 * The links of `LABEL=URL` words. Several may stand in one word, separated by commas; a comma that no further
 * `LABEL=scheme:` follows belongs to the URL. What is no link comes back in `faults`.
 */
export function parseExternalLinks(words: readonly string[]): {
  links: { label: string; url: string }[];
  faults: string[];
} {
  const parts = words
    .flatMap((word) => word.split(/,(?=[^,=]+=[a-z][a-z0-9+.-]*:)/i))
    .map((part) => part.trim());
  const split = parts.map((part) => ({ part, at: part.indexOf('=') }));
  const faults = split.filter(({ part, at }) => at < 1 || at === part.length - 1).map(({ part }) => part);
  const links = split.map(({ part, at }) => ({
    label: part.slice(0, at).trim(),
    url: part.slice(at + 1).trim(),
  }));
  return { links, faults };
}

/** Who owns an integration, as far as the service says so. */
interface Owned {
  readonly owner?: { readonly id: string; readonly title?: string | null | undefined } | null | undefined;
  readonly permissions?: { readonly admin?: boolean | null | undefined } | null | undefined;
}

/** The owners of those integrations that the reader may administer, each once. */
export function administeredBy(integrations: readonly Owned[]): { id: string; title: string }[] {
  const owners = integrations.filter(({ permissions }) => permissions?.admin).map(({ owner }) => owner);
  const byId = new Map(owners.map((owner) => [owner?.id, owner?.title ?? '']));
  return [...byId].flatMap(([id, title]) => (id === undefined ? [] : [{ id, title }]));
}
