/**
 * Returns whether the address of a repository contains a password or a token. A user name alone may be a token, except
 * over SSH (`ssh://git@host/...`).
 */
export function hasCredentials(url: string): boolean {
  // A slash in a password makes the address invalid as a URL, but it is still an address.
  if (!URL.canParse(url)) return /:\/\/.*@/s.test(url);
  const { protocol, username, password } = new URL(url);
  return password !== '' || (username !== '' && !['ssh:', 'git+ssh:'].includes(protocol));
}
