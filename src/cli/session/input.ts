import { type InputPorts, inputName, readInput } from '../../inputs.ts';

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
