/** A secret of an integration: its name, and the file with its value if one was named. */
export interface SecretSource {
  readonly name: string;
  readonly file?: string;
}

/**
 * Parses words `NAME` and `NAME=@FILE` into the sources of values. Returns `undefined` if a word is neither: it may
 * contain the value itself, so no message may repeat it.
 */
export function parseSecretSources(words: readonly string[]): SecretSource[] | undefined {
  const sources = words.map((word): SecretSource | undefined => {
    const [, name, file] = /^([^=]+)(?:=@(.+))?$/s.exec(word) ?? [];
    return name === undefined ? undefined : { name, ...(file !== undefined && { file }) };
  });
  return sources.every((source) => source !== undefined) ? sources : undefined;
}

/**
 * Parses words `LABEL=URL` into links. One word may have several, separated by commas; a comma belongs to the URL
 * unless `LABEL=scheme:` follows. `faults` has the words that are no links.
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

/** The owner of an integration, as far as the service shows it. */
interface Owned {
  readonly owner?: { readonly id: string; readonly title?: string | null | undefined } | null | undefined;
  readonly permissions?: { readonly admin?: boolean | null | undefined } | null | undefined;
}

/** Returns the owners of the integrations that the reader may administer, each once. */
export function administeredBy(integrations: readonly Owned[]): { id: string; title: string }[] {
  const owners = integrations.filter(({ permissions }) => permissions?.admin).map(({ owner }) => owner);
  const byId = new Map(owners.map((owner) => [owner?.id, owner?.title ?? '']));
  return [...byId].flatMap(([id, title]) => (id === undefined ? [] : [{ id, title }]));
}
