import { assertOwnFile } from '../flags/own-file.ts';
import type { Verb } from '../verb.ts';
import { type AskingHere, askToReplace } from './questions.ts';
import type { OutFile } from './running-line.ts';

/**
 * Makes the file of `--out`: it is replaced in one step, when the result is whole. Throws `UsageError` if it cannot be
 * written, or if another flag names it.
 */
export async function createOutFile(path: string, command: Verb, asking: AskingHere): Promise<OutFile> {
  const { files } = asking.system;
  assertOwnFile('--out', path, files, command);
  await askToReplace(path, asking);
  const pieces: string[] = [];
  let isSaved = false;
  return {
    isTerminal: false,
    columns: undefined,
    async write(text) {
      pieces.push(text);
    },
    async save() {
      if (isSaved) return;
      isSaved = true;
      await files.write(path, pieces);
    },
  };
}
