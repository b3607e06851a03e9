import { resolve } from 'node:path';
import {
  type BinaryExpression,
  type BindingElement,
  type CallExpression,
  type CaseClause,
  type ElementAccessExpression,
  type Expression,
  type Identifier,
  type Node,
  type PropertyAccessExpression,
  type SwitchStatement,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast';
import { API, type Project, type Symbol as PropertySymbol } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** Where operations, things and the rules of access are described, and what answers requests. */
const own = ['src/api/', 'src/model/', 'src/sandbox/', 'src/build/', 'src/domain/access/', 'src/access/'];

/**
 * Files that compare the id or the method of an operation, or its role in a kind of things, and how often. The model answers
 * what a request does: this list may only become shorter.
 */
const compared: Readonly<Record<string, number>> = {};

/**
 * Files that read the body of any request. To record, to hide and to check a body is no reading of what it does: this list may
 * only become shorter, too.
 */
const bodiesRead: Readonly<Record<string, number>> = {
  'src/rows/row-inputs.ts': 1,
  'src/rosters/transfer-site-space.ts': 1,
  'src/org/plan/writer.ts': 2,
  'src/work/known-changes.ts': 1,
  'src/work/undo/recorded-requests.ts': 1,
  'src/work/undo/recording.ts': 1,
};

const minute = 60_000;

test('only the contract and the model know operations by their ids, methods and roles', {
  timeout: 2 * minute,
}, () => {
  const compiler = new API({ cwd: process.cwd() });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects();
    if (!project) throw new Error('the compiler has not read the project');
    const rules = rulesOf(project);
    const found = { compared: new Map<string, string[]>(), bodiesRead: new Map<string, string[]>() };
    for (const path of sourceFiles('src')) {
      const file = own.some((folder) => path.startsWith(folder))
        ? undefined
        : project.program.getSourceFile(resolve(path));
      const visit = (node: Node): void => {
        for (const rule of ['compared', 'bodiesRead'] as const)
          if (rules[rule](node)) found[rule].set(path, [...(found[rule].get(path) ?? []), textOf(node)]);
        node.forEachChild(visit);
      };
      if (file) visit(file);
    }
    const counted = (one: ReadonlyMap<string, string[]>) =>
      Object.fromEntries([...one].map(([path, all]) => [path, all.length]));
    const texts = JSON.stringify(
      { compared: [...found.compared], bodiesRead: [...found.bodiesRead] },
      null,
      1,
    );
    expect(counted(found.compared), texts).toEqual(compared);
    expect(counted(found.bodiesRead), texts).toEqual(bodiesRead);
  } finally {
    compiler.close();
  }
});

function textOf(node: Node): string {
  return node.getText().replaceAll(/\s+/g, ' ').slice(0, 100);
}

/** Where the properties that identify an operation are declared. */
const declaredIn: Readonly<Record<string, RegExp>> = {
  id: /\/src\/api\/contract\/operation\.ts$/,
  method: /\/src\/api\/contract\/operation\.ts$/,
  role: /\/src\/model\/resources\.ts$/,
  operation: /\/src\//,
};

/** The calls that compare a text with a literal, or look for it in a list of literals. */
const searches: readonly string[] = ['startsWith', 'endsWith', 'includes', 'has', 'test', 'match'];
const equalities: readonly SyntaxKind[] = [
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
];

function rulesOf({ checker }: Project) {
  /** Tells whether an expression is, or contains, the id, the method or the role of an operation. */
  function identifies(node: Node): boolean {
    if (node.kind === SyntaxKind.PropertyAccessExpression && isMark((node as PropertyAccessExpression).name))
      return true;
    if (node.kind === SyntaxKind.Identifier) return comesFromMark(node as Identifier);
    let isFound = false;
    node.forEachChild((child) => {
      isFound ||= child.kind !== SyntaxKind.ArrowFunction && identifies(child);
    });
    return isFound;
  }

  function isMark(name: Node, symbol = checker.getSymbolAtLocation(name)): boolean {
    const files = declaredIn[name.getText()];
    if (!files || !symbol?.declarations.some(({ path }) => files.test(path))) return false;
    if (name.getText() !== 'operation') return true;
    const type = checker.getTypeOfSymbol(symbol);
    return type !== undefined && checker.typeToString(type) === 'string';
  }

  /** Follows a variable to the property that it was taken from. */
  function comesFromMark(name: Identifier): boolean {
    const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration?.resolve();
    if (declaration?.kind === SyntaxKind.BindingElement) {
      const element = declaration as BindingElement;
      const property = element.propertyName ?? element.name;
      return property !== undefined && isMark(property, boundProperty(element));
    }
    if (declaration?.kind === SyntaxKind.Parameter) return isMark(name);
    if (declaration?.kind !== SyntaxKind.VariableDeclaration) return false;
    const { initializer } = declaration as VariableDeclaration;
    return initializer?.kind === SyntaxKind.PropertyAccessExpression && identifies(initializer);
  }

  /** Returns the property that `{ name: variable }` takes. */
  function boundProperty(element: BindingElement): PropertySymbol | undefined {
    const name = (element.propertyName ?? element.name)?.getText();
    const type = checker.getTypeAtLocation(element.parent);
    const present = type && checker.getNonNullableType(type);
    return present && name !== undefined ? checker.getPropertyOfType(present, name) : undefined;
  }

  function isSearch({ expression, arguments: [first] }: CallExpression): boolean {
    if (expression.kind !== SyntaxKind.PropertyAccessExpression || !first) return false;
    const { name, expression: subject } = expression as PropertyAccessExpression;
    if (!searches.includes(name.getText())) return false;
    return identifies(first) || (isLiteral(first) && identifies(subject));
  }

  function isCompared(node: Node): boolean {
    switch (node.kind) {
      case SyntaxKind.BinaryExpression: {
        const { left, right, operatorToken } = node as BinaryExpression;
        if (!equalities.includes(operatorToken.kind)) return false;
        return (isLiteral(right) && identifies(left)) || (isLiteral(left) && identifies(right));
      }
      case SyntaxKind.CaseClause: {
        const { expression, parent } = node as CaseClause;
        return isLiteral(expression) && identifies((parent.parent as SwitchStatement).expression);
      }
      case SyntaxKind.CallExpression:
        return isSearch(node as CallExpression);
      case SyntaxKind.ElementAccessExpression:
        return identifies((node as ElementAccessExpression).argumentExpression);
      default:
        return false;
    }
  }

  function isBodyRead(node: Node): boolean {
    const symbol = bodyIn(node);
    return (symbol?.declarations ?? []).some((one) => {
      if (one.path.endsWith('/src/domain/change.ts')) return true;
      if (!one.path.endsWith('/src/api/contract/operation.ts')) return false;
      // The body of an operation is its schema.
      const around = one.resolve()?.parent as { readonly name?: Node } | undefined;
      return around?.name?.getText() === 'AnyInput';
    });
  }

  function bodyIn(node: Node): PropertySymbol | undefined {
    if (node.kind === SyntaxKind.PropertyAccessExpression) {
      const { name } = node as PropertyAccessExpression;
      return name.getText() === 'body' ? checker.getSymbolAtLocation(name) : undefined;
    }
    if (node.kind !== SyntaxKind.BindingElement) return undefined;
    const element = node as BindingElement;
    return (element.propertyName ?? element.name)?.getText() === 'body' ? boundProperty(element) : undefined;
  }

  return { compared: isCompared, bodiesRead: isBodyRead };
}

function isLiteral({ kind }: Expression): boolean {
  return kind === SyntaxKind.StringLiteral || kind === SyntaxKind.NoSubstitutionTemplateLiteral;
}
