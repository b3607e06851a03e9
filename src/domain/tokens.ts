/** A token as people may see it: its last four characters where that gives nothing away. */
export function maskToken(token: string): string {
  return token.length >= 24 ? `****${token.slice(-4)}` : '****';
}
