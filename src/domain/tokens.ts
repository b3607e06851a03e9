/** Masks a token for people: shows its last four characters if that is safe. */
export function maskToken(token: string): string {
  return token.length >= 24 ? `****${token.slice(-4)}` : '****';
}
