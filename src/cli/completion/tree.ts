import { describeCommands, describeSharedFlags, type FlagDescription } from '../help/reference.ts';
import { surroundingFlag } from '../line/surrounding.ts';
import { nounWords } from '../noun-words.ts';
import type { Verb } from '../verb.ts';
import { argumentSource, optionSource } from './source.ts';

/** The possible words after some words of a line. */
export interface CompletionNode {
  /** The words before, without `docs-admin`, once for each combination of aliases: `crs get`. */
  readonly paths: readonly string[];
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly FlagDescription[];
  /** The flags whose values the tool looks up; `''` for arguments. */
  readonly live: readonly string[];
  /** The flags that take files; `''` for arguments. */
  readonly files: readonly string[];
}

/** Returns the nodes of the whole command tree, the root first. */
export function completionNodes(program: Verb): CompletionNode[] {
  const shared = describeSharedFlags(program);
  return collect(program, [''], shared);
}

function collect(
  command: Verb,
  paths: readonly string[],
  shared: readonly FlagDescription[],
): CompletionNode[] {
  const isGroup = command.commands.length > 0 && !command.isVerb;
  const own = isGroup ? [] : (describeCommands(command)[0]?.flags ?? []);
  const others = shared.filter(({ name }) => !own.some((flag) => flag.name === name));
  const node: CompletionNode = {
    paths,
    words: command.commands.map((child) => ({ name: child.name(), summary: summaryOf(child) })),
    flags: [...own, ...others].map(withoutOptionalValue),
    live: liveInputs(command),
    files: fileInputs(command),
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

/** Returns the summary of a command; a noun with verbs has no description of its own. */
function summaryOf(command: Verb): string {
  return command.description() || (nounWords[command.name()]?.summary ?? '');
}

/** Removes a value that is optional: the word after the flag is completed as if the flag had none. */
function withoutOptionalValue(flag: FlagDescription): FlagDescription {
  const { value, ...others } = flag;
  return flag.valueOptional ? others : flag;
}

function liveInputs(command: Verb): string[] {
  const flags = command.options.filter((option) => option.required && optionSource(option, command));
  const isLive =
    surroundingFlag(command) !== undefined ||
    command.registeredArguments.some((argument) => argumentSource(argument, command));
  return [...flags.map(({ long }) => long as string), ...(isLive ? [''] : [])];
}

function fileInputs(command: Verb): string[] {
  const flags = command.options.filter((option) => option.required && option.takesFile);
  const isFile = command.registeredArguments.some((argument) => argument.name() === 'file');
  return [...flags.map(({ long }) => long as string), ...(isFile ? [''] : [])];
}

/** The places of one kind of values: after some flags on any command, and after a path, or a path and a flag. */
export interface Places {
  /** Both names of a flag that has two. */
  readonly flags: readonly string[];
  /** `teams list --owner`, `teams get`. */
  readonly positions: readonly string[];
}

/** Returns the places of values that the tool looks up, or of files. */
export function placesOf(nodes: readonly CompletionNode[], kind: 'live' | 'files'): Places {
  const all = [...new Set(nodes.flatMap((node) => node[kind]))].filter((name) => name !== '');
  const everywhere = all.filter((name) =>
    nodes.every((node) => node[kind].includes(name) || node.flags.every((flag) => flag.name !== name)),
  );
  const positions = nodes.flatMap((node) =>
    node[kind]
      .filter((name) => !everywhere.includes(name))
      .flatMap((name) =>
        namesOf(node, name).flatMap((one) => node.paths.map((path) => `${path} ${one}`.trim())),
      ),
  );
  const flags = everywhere.flatMap((name) => {
    const node = nodes.find((one) => one[kind].includes(name)) as CompletionNode;
    return namesOf(node, name);
  });
  return { flags, positions };
}

function namesOf({ flags }: CompletionNode, name: string): string[] {
  const flag = flags.find((one) => one.name === name);
  return flag ? flagNames(flag) : [name];
}

/** Returns a flag's names: `-o`, `--output`. */
export function flagNames(flag: FlagDescription): string[] {
  return flag.short ? [flag.short, flag.name] : [flag.name];
}

/** Quotes text for POSIX shells and zsh with single quotes. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
