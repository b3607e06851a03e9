import { completionScripts } from '../cli/completion/scripts.ts';
import { referencePage } from '../cli/reference-page.ts';
import { type ReadyAnswer, readyAnswers, wholeProgram } from './help.ts';

/** A file of the repository that is made from the command tree, and never edited. */
export interface GeneratedFile {
  /** From the repository's root. */
  readonly path: string;
  readonly content: string;
}

/** Every generated file, as it must be. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const program = await wholeProgram();
  const scripts = completionScripts(program).map(({ file, text }) => ({
    path: `completions/${file}`,
    content: text,
  }));
  return [...scripts, { path: 'docs/reference.md', content: referencePage(program) }];
}

/** The file that `bin/docs-admin.js` reads: each answer after a form feed and a line with its words. */
export async function helpFile(): Promise<string> {
  const entry = ({ words, text }: ReadyAnswer) => `\f${words}\n${text}`;
  return (await readyAnswers()).map(entry).join('');
}
