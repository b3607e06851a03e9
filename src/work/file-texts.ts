import { UsageError } from '../errors.ts';
import { type InputPorts, inputName, isStdin, readInput } from '../inputs.ts';
import { isObject } from '../text/fields.ts';
import { mapParts } from '../text/map-parts.ts';
import type { Session } from './run/session.ts';

/**
 * Stands for a text with a secret, which is neither in a plan nor in a journal: it is read again from this place of a
 * YAML file when the request is sent.
 */
export interface FileText {
  /** The absolute path of the file; `-` for standard input. */
  readonly $file: string;
  readonly at: readonly (string | number)[];
}

function isFileText(value: unknown): value is FileText {
  return isObject(value) && typeof value.$file === 'string' && Array.isArray(value.at);
}

/** Copies plain data and replaces each {@link FileText} by the result of `replace`. */
export function mapFileTexts(value: unknown, replace: (text: FileText) => unknown): unknown {
  return isFileText(value) ? replace(value) : mapParts(value, (part) => mapFileTexts(part, replace));
}

/**
 * Reads all texts that `value` refers to, each file once. Resolves with a function that puts them in their places.
 * Throws `UsageError` for a file that cannot be read, and for a place without a text.
 */
export async function readFileTexts(
  { system }: Pick<Session, 'system'>,
  value: unknown,
): Promise<<Value>(value: Value) => Value> {
  const files = new Map<string, unknown>();
  mapFileTexts(value, ({ $file }) => files.set($file, undefined));
  for (const path of files.keys()) files.set(path, await parsed(path, await textOf(system, path)));
  const textAt = ({ $file, at }: FileText): string => {
    const found = at.reduce<unknown>(
      (inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step],
      files.get($file),
    );
    if (typeof found === 'string') return found;
    throw new UsageError(`${inputName($file)} has no text at ${at.join('.')} any more; nothing was sent`, {
      hint: { code: 'renew-plan', data: {} },
    });
  };
  mapFileTexts(value, textAt);
  return (own) => (files.size === 0 ? own : (mapFileTexts(own, textAt) as typeof own));
}

/** Standard input holds the file again if the process that has read it has ended. */
async function textOf(ports: InputPorts, path: string): Promise<string> {
  try {
    return await readInput(ports, path);
  } catch (error) {
    if (!isStdin(path) || !(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, { hint: { code: 'pipe-file-again', data: {} } });
  }
}

/** Reads YAML, which few runs need: its reader is loaded here. */
async function parsed(path: string, text: string): Promise<unknown> {
  const { parsePlaced, YamlFault } = await import('../formats/yaml.ts');
  try {
    return parsePlaced(text).value;
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError(
      `${inputName(path)}:${error.line}: not valid YAML (${error.message}); nothing was sent`,
    );
  }
}
