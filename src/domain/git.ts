/** The full name of a branch, as the service takes it: `main` is `refs/heads/main`. Other full names stay. */
export function branchRef(ref: string): string {
  return ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
}
