import type * as z from 'zod/mini';
import type { Operation } from '../../api/contract/operation.ts';
import { UsageError } from '../../errors.ts';
import { type InputPorts, inputName, readInput } from '../../inputs.ts';
import { seeHelp } from '../command-path.ts';
import type { Verb } from '../verb.ts';
import type { RunningLine } from './running-line.ts';

/** The files that a command line names, and standard input. */
export interface InputFiles {
  /** Resolves with the text of a file, or of standard input for `-`. */
  text(path: string): Promise<string>;
  /** Resolves with the object in a JSON or YAML file, or in standard input for `-`. `hint` is for a text without one. */
  document(path: string, hint?: string): Promise<Record<string, unknown>>;
}

export function createInput(ports: InputPorts): InputFiles {
  const text = (path: string) => readInput(ports, path);
  return {
    text,
    async document(path, hint) {
      const { parseObject } = await import('../document.ts');
      return parseObject(await text(path), inputName(path), hint);
    },
  };
}

/**
 * Makes a request body: the document of `--input`, with its fields replaced by the given `fields`. `undefined` fields
 * were not given. Throws `UsageError` if a required field is missing.
 */
export type BodyOf = <const Op extends Operation & { body: z.ZodMiniType }>(
  op: Op,
  input: string | undefined,
  fields: { readonly [Field in keyof z.input<Op['body']>]?: z.input<Op['body']>[Field] | undefined },
) => Promise<z.input<Op['body']>>;

export function createBodyOf(
  files: Pick<InputFiles, 'document'>,
  line: Pick<RunningLine, 'running'>,
): BodyOf {
  return async (op, input, fields) => {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const document = input === undefined ? {} : await files.document(input);
    const body = { ...document, ...given };
    if (line.running) assertNeeded(line.running, body);
    // The client checks the whole body against the operation's schema before it sends anything.
    return body as z.input<(typeof op)['body']>;
  };
}

/** Throws `UsageError` if a required field is missing in `body`, from flags and `--input`. */
function assertNeeded(command: Verb, body: Readonly<Record<string, unknown>>): void {
  const missing = command.options.find((option) => option.facts.isNeeded && body[option.field] === undefined);
  if (missing) throw new UsageError(`${missing.long} is required`, { hint: seeHelp(command) });
}
