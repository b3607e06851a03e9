import { resolve } from 'node:path';
import {
  type BindingElement,
  type Node,
  type PropertyAccessExpression,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Project } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** What sends requests itself: the client, the reader, commands that show one answer, the command line, and the sandbox. */
const own = ['src/api/', 'src/model/read/', 'src/commands/', 'src/cli/', 'src/sandbox/', 'src/build/'];

/**
 * Other files that use a client, and how often. What reads for a decision asks the reader of `src/model/read/`, which reads
 * nothing twice: this list may only become shorter.
 */
const clientUsed: Readonly<Record<string, number>> = {
  // Clients around others: names, and what is recorded.
  'src/model/names.ts': 2,
  'src/work/journal/journaled-client.ts': 2,
  // Rows, and changes.
  'src/work/change-work.ts': 1,
  'src/work/guards/take-away.ts': 1,
  'src/work/unsent.ts': 1,
  // Names that a user gives are resolved by the client.
  'src/model/refs.ts': 1,
};

test('only the reader reads for decisions', { timeout: 120_000 }, () => {
  const compiler = new API({ cwd: process.cwd() });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects();
    if (!project) throw new Error('the compiler has not read the project');
    const found: Record<string, number> = {};
    for (const path of sourceFiles('src')) {
      if (own.some((folder) => path.startsWith(folder))) continue;
      const visit = (node: Node): void => {
        if (usesClient(project, node)) found[path] = (found[path] ?? 0) + 1;
        node.forEachChild(visit);
      };
      project.program.getSourceFile(resolve(path))?.forEachChild(visit);
    }
    expect(found).toEqual(clientUsed);
  } finally {
    compiler.close();
  }
});

/** Tells whether a node takes `call` or `pages` of a client. */
function usesClient({ checker }: Project, node: Node): boolean {
  const isOfClient = (name: Node | undefined, type?: Node) => {
    if (!name || !/^(call|pages)$/.test(name.getText())) return false;
    const holder = type && checker.getTypeAtLocation(type);
    const symbol = holder
      ? checker.getPropertyOfType(holder, name.getText())
      : checker.getSymbolAtLocation(name);
    return symbol?.declarations.some(({ path }) => path.endsWith('/src/api/client/client.ts')) === true;
  };
  if (node.kind === SyntaxKind.PropertyAccessExpression)
    return isOfClient((node as PropertyAccessExpression).name);
  if (node.kind !== SyntaxKind.BindingElement) return false;
  const { propertyName, name, parent } = node as BindingElement;
  return isOfClient(propertyName ?? name, parent);
}
