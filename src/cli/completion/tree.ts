import type { Command } from 'commander';
import { describeCommands, describeSharedFlags, type FlagDescription } from '../reference.ts';
import { argumentSource, optionSource } from './source.ts';

/** What can be typed after some words of a line. */
export interface CompletionNode {
  /** The words that lead here, without `docs-admin`, once for each combination of aliases: `crs get`. */
  readonly paths: readonly string[];
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly FlagDescription[];
  /** The names of the flags whose values the tool looks up; `''` where it looks up arguments. */
  readonly live: readonly string[];
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
    live: liveInputs(command),
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

function liveInputs(command: Command): string[] {
  const flags = command.options.filter((option) => option.required && optionSource(option, command));
  const isLive = command.registeredArguments.some((argument) => argumentSource(argument, command));
  return [...flags.map(({ long }) => long as string), ...(isLive ? [''] : [])];
}

/** The positions of a node at which the tool looks values up, as path and flag: `teams list --owner`, `teams get`. */
export function livePositions({ paths, live }: CompletionNode): string[] {
  // A profile may be named anywhere.
  const own = live.filter((flag) => flag !== '--profile');
  return paths.flatMap((path) => own.map((flag) => `${path} ${flag}`.trim()));
}

/** A flag's names: `-o`, `--output`. */
export function flagNames(flag: FlagDescription): string[] {
  return flag.short ? [flag.short, flag.name] : [flag.name];
}

/** Text in single quotes, as POSIX shells and zsh read it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
