import type { Command } from 'commander';
import { describeCommands, describeSharedFlags, type FlagDescription } from '../reference.ts';

/** What can be typed after some words of a line. */
export interface CompletionNode {
  /** The words that lead here, without `docs-admin`, once for each combination of aliases: `crs get`. */
  readonly paths: readonly string[];
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly FlagDescription[];
}

/** The nodes of the whole command tree, the root first. */
export function completionNodes(program: Command): CompletionNode[] {
  const shared = describeSharedFlags(program);
  return collect(program, [''], shared);
}

function collect(
  command: Command,
  paths: readonly string[],
  shared: readonly FlagDescription[],
): CompletionNode[] {
  const own = command.commands.length > 0 ? [] : (describeCommands(command)[0]?.flags ?? []);
  const others = shared.filter(({ name }) => !own.some((flag) => flag.name === name));
  const node: CompletionNode = {
    paths,
    words: command.commands.map((child) => ({ name: child.name(), summary: child.description() })),
    flags: [...own, ...others],
  };
  const children = command.commands.flatMap((child) => {
    const names = [child.name(), ...child.aliases()];
    return collect(
      child,
      paths.flatMap((path) => names.map((name) => `${path} ${name}`.trim())),
      shared,
    );
  });
  return [node, ...children];
}

/** A flag's names: `-o`, `--output`. */
export function flagNames(flag: FlagDescription): string[] {
  return flag.short ? [flag.short, flag.name] : [flag.name];
}

/** Text in single quotes, as POSIX shells and zsh read it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
