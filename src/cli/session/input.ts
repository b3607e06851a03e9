import { UsageError } from '../../errors.ts';
import type { System } from '../../ports.ts';
import { isObject } from '../../text/fields.ts';

const stdinName = '-';

/** The files that a command line names, and standard input, which it can read once. */
export interface Input {
  /** Resolves with the text of a file, or of standard input for `-`. */
  text(path: string): Promise<string>;
  /** Resolves with the object in a JSON or YAML file, or in standard input for `-`. `hint` is for a text without one. */
  document(path: string, hint?: string): Promise<Record<string, unknown>>;
}

export function createInput({ files, stdin }: Pick<System, 'files' | 'stdin'>): Input {
  let stdinTaken = false;
  async function text(path: string): Promise<string> {
    if (path !== stdinName) return files.readText(path);
    if (stdinTaken)
      throw new UsageError('standard input can be read only once', {
        hint: 'give one of the files by its path',
      });
    stdinTaken = true;
    return stdin.read();
  }
  return {
    text,
    async document(path, hint = 'write fields and their values, such as { "title": "Handbook" }') {
      const { parseDocument } = await import('../document.ts');
      const name = path === stdinName ? 'standard input' : path;
      const value = await parseDocument(await text(path), name);
      if (isObject(value)) return value;
      throw new UsageError(`${name} must hold an object, as JSON or YAML`, { hint });
    },
  };
}
