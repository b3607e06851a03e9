/** A Git repository, by its address. */
export interface Repository {
  /** `acme/guides` */
  readonly name: string;
  /** The address without user name, password and query. */
  readonly url: string;
}

/** Parses a Git address, a URL or `git@host:path`; `undefined` if the text is neither. */
export function readRepository(address: string): Repository | undefined {
  const [, login, path] = /^([^/:]+@[^/:]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  const text = login === undefined ? address : `ssh://${login}/${path}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const name = url?.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!url || !name) return undefined;
  for (const part of ['username', 'password', 'search', 'hash'] as const) url[part] = '';
  return { name, url: url.href };
}
