import { UsageError } from '../../errors.ts';
import type { Files } from '../../ports.ts';
import type { Verb } from '../verb.ts';

/** Throws `UsageError` if another flag of the command, or a word behind it, names the file of `flag`. */
export function assertOwnFile(flag: string, path: string, files: Files, command: Verb): void {
  const own = files.identity(path);
  if (own === undefined) return;
  const isOwn = (value: unknown) => typeof value === 'string' && files.identity(value) === own;
  const option = command.options.find((one) =>
    one.long === flag ? false : [command.getOptionValue(one.attributeName())].flat().some(isOwn),
  );
  const argument = command.registeredArguments.find((_, at) => isOwn(command.args[at]));
  const other = option?.long ?? (argument && `<${argument.name()}>`);
  if (other === undefined) return;
  throw new UsageError(`${flag} and ${other} name the same file, ${path}`, {
    hint: `give ${flag} a file of its own`,
  });
}
