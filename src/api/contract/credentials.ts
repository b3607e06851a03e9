/**
 * Whether the address of a repository gives away a password or a token. Over SSH a user name alone is no secret
 * (`ssh://git@host/...`), elsewhere it may be a token.
 */
export function hasCredentials(url: string): boolean {
  // A password with a slash makes the address unreadable as a URL, and yet it is one.
  if (!URL.canParse(url)) return /:\/\/.*@/s.test(url);
  const { protocol, username, password } = new URL(url);
  return password !== '' || (username !== '' && !['ssh:', 'git+ssh:'].includes(protocol));
}
