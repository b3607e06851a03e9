/**
 * Returns the full name of a branch, which the service requires: `main` becomes `refs/heads/main`. Full names stay as
 * they are.
 */
export function branchRef(ref: string): string {
  return ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
}
