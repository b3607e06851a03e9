import { readFileSync } from 'node:fs';
import { completionScripts } from '../cli/completion/scripts.ts';
import { completionTable } from '../cli/completion/table.ts';
import { withConcepts } from '../cli/help/concepts-table.ts';
import { type ManPage, manPages } from '../cli/help/man-pages.ts';
import { recipesPage } from '../cli/help/recipes-page.ts';
import { type CommandDescription, describeProgram } from '../cli/help/reference.ts';
import { referencePage } from '../cli/help/reference-page.ts';
import { withSettings } from '../cli/help/settings-table.ts';
import { withRules } from './audit-page.ts';
import { type ReadyAnswer, readyAnswers, wholeProgram } from './help.ts';
import { organizationPage } from './organization-page.ts';

export { organizationSchemaText } from '../org/file/json-schema.ts';

/** A file of the repository that is generated and never edited. */
export interface GeneratedFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly content: string;
}

/** Returns every generated file with its present content. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const program = await wholeProgram();
  const scripts = completionScripts.map(({ file, text }) => ({ path: `completions/${file}`, content: text }));
  const pages = (await manual()).map(({ file }) => `dist/man/${file}`);
  return [
    ...scripts,
    { path: 'docs/reference.md', content: referencePage(program) },
    { path: 'docs/organization-file.md', content: organizationPage() },
    { path: 'docs/audit.md', content: withRules(readFileSync('docs/audit.md', 'utf8')) },
    {
      path: 'docs/scripting.md',
      content: withConcepts(readFileSync('docs/scripting.md', 'utf8'), describeProgram(program)),
    },
    { path: 'docs/configuration.md', content: withSettings(readFileSync('docs/configuration.md', 'utf8')) },
    { path: 'package.json', content: withManual(readFileSync('package.json', 'utf8'), pages) },
  ];
}

/** Adds the manual pages to package.json: npm links only pages that are listed there. */
function withManual(packageFile: string, pages: readonly string[]): string {
  return `${JSON.stringify({ ...JSON.parse(packageFile), man: pages }, null, 2)}\n`;
}

/** Returns the file of answers for `bin/docs-admin.js`: each after a form feed and a line with its words. */
export async function helpFile(): Promise<string> {
  const entry = ({ words, text }: ReadyAnswer) => `\f${words}\n${text}`;
  return (await readyAnswers()).map(entry).join('');
}

/** Returns the table of completion for `bin/docs-admin.js`. */
export async function completionFile(): Promise<string> {
  return completionTable(await wholeProgram());
}

/** Returns the descriptions of all commands, as the tool prints them. */
export async function commandDescriptions(): Promise<readonly CommandDescription[]> {
  return describeProgram(await wholeProgram());
}

/** Returns the pages of the manual. */
export async function manual(): Promise<ManPage[]> {
  const recipes = recipesPage(readFileSync('docs/recipes.md', 'utf8'));
  return [...manPages(await wholeProgram()), recipes];
}
