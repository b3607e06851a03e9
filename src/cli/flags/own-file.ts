import { UsageError } from '../../errors.ts';
import type { Files } from '../../ports.ts';
import type { Verb } from '../verb.ts';

/** Throws `UsageError` if another flag of the command names the file of `flag`. */
export function assertOwnFile(flag: string, path: string, files: Files, command: Verb): void {
  const own = files.identity(path);
  for (const option of command.options) {
    const values = [command.getOptionValue(option.attributeName())].flat();
    const other = values.find((value) => typeof value === 'string' && files.identity(value) === own);
    if (own === undefined || other === undefined) continue;
    throw new UsageError(`${flag} and ${option.long} name the same file, ${path}`, {
      hint: `give ${flag} a file of its own`,
    });
  }
}
