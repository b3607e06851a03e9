import { fstatSync } from 'node:fs';
import { UsageError } from '../errors.ts';

/**
 * Throws for a standard input that cannot be read. Node replaces a closed one by the null device, and reads nothing
 * from a directory.
 */
export function assertReadable({ fd, isTTY }: { readonly fd: number; readonly isTTY?: boolean }): void {
  const stats = fstatSync(fd);
  const problem = stats.isDirectory()
    ? 'a directory'
    : stats.isCharacterDevice() && !isTTY
      ? 'closed'
      : undefined;
  if (problem)
    throw new UsageError(`standard input is ${problem}`, { hint: { code: 'give-input', data: {} } });
}
