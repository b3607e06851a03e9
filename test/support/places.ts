import '../../src/model/effects/things.ts';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { answerFields, showsField } from '../../src/api/contract/answer-fields.ts';
import { effectOf } from '../../src/api/contract/effect.ts';
import { takenBy } from '../../src/api/contract/facts.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { pageKind } from '../../src/cli/page-nouns.ts';
import { isRestorable } from '../../src/model/effects/restoring.ts';
import { registry } from '../../src/model/registry.ts';
import { operationsOf, type Resource, type Role } from '../../src/model/resource.ts';
import type { View } from '../../src/output/view.ts';
import { allRoutes } from '../../src/sandbox/open.ts';
import { type ReferenceRow, referenceRows } from '../api/reference.ts';
import { importsOf, sourceFiles } from './imports.ts';
import { verbs } from './tree.ts';

/** A place that every operation needs. */
interface Place {
  /** The name of the place: `verb`. */
  readonly what: string;
  /** The file that a contributor has to edit. */
  readonly file: (noun: string, op: Operation) => string;
  /** The command that makes the file, if no one edits it. */
  readonly command?: string;
  readonly has: (op: Operation, found: Found) => boolean;
}

/** The contents of the repository for each kind of place. */
export interface Found {
  /** The lines of the commands that call an operation, by its id: `docs-admin sites create`. */
  readonly verbs: ReadonlyMap<string, readonly string[]>;
  /** Ids of operations. */
  readonly routes: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  /**
   * Operations that undo handles, or whose resource says why not; and operations of which a resource says what they
   * end.
   */
  readonly undone: ReadonlySet<string>;
  readonly endings: ReadonlySet<string>;
  /** Operations that show a thing with a page (`urls.app`), but that `docs-admin open` does not know. */
  readonly unopened: ReadonlySet<string>;
  /** The views that a noun may use, by noun. */
  readonly views: ReadonlyMap<string, readonly unknown[]>;
  /** Nouns for which a test proves that every field is sent. */
  readonly coveredNouns: ReadonlySet<string>;
  /** The code of all tests of commands, and of the tests of guards. */
  readonly tests: string;
  readonly guards: string;
  /** The code of the tests that take every change back. */
  readonly undoTests: string;
  readonly reference: readonly ReferenceRow[];
  /** `docs/reference.md`. */
  readonly manual: string;
}

const guardsTest = 'test/commands/guards.test.ts';
const undoTest = 'test/support/undo-cases.ts';

const places: readonly Place[] = [
  { what: 'verb', file: commandFile, has: ({ id }, { verbs }) => verbs.has(id) },
  {
    what: 'route',
    file: (noun) => `src/sandbox/routes/${noun}.ts`,
    has: ({ id }, { routes }) => routes.has(id),
  },
  {
    what: 'resource',
    file: (noun) => `src/model/${noun}.ts`,
    has: ({ id }, { resources }) => resources.has(id),
  },
  {
    what: 'way back',
    file: (noun) => `src/model/effects, nor a reason in src/model/${noun}.ts`,
    has: (op, { undone }) => effectOf(op) === 'read' || undone.has(op.id),
  },
  {
    what: 'ending',
    file: (noun) => `src/model/${noun}.ts`,
    has: (op, { endings }) => effectOf(op) !== 'delete' || endings.has(op.id),
  },
  { what: 'view', file: (noun) => `src/commands/${noun}.ts`, has: isShown },
  {
    what: 'noun with a page',
    file: () => 'src/cli/page-nouns.ts',
    has: ({ id }, { unopened }) => !unopened.has(id),
  },
  { what: 'test', file: (noun) => `test/commands/${noun}.test.ts`, has: isTested },
  {
    what: 'line',
    file: () => guardsTest,
    has: (op, { guards }) => takenBy(op).length === 0 || guards.includes(`'${op.id}'`),
  },
  {
    what: 'case',
    file: () => undoTest,
    has: ({ id, method }, { undoTests }) => method === 'GET' || undoTests.includes(`\n  '${id}': `),
  },
  { what: 'row', file: () => 'test/api/reference.ts', has: isInReference },
  {
    what: 'documentation',
    file: () => 'docs/reference.md',
    command: 'npm run generate',
    has: isDocumented,
  },
];

/**
 * Returns what a new operation still lacks, as one line with the path of every missing place: `sites.archive: no verb
 * in src/commands/sites.ts; no route in src/sandbox/routes/sites.ts`. `undefined` if nothing is missing.
 */
export function whatIsMissing(op: Operation, found: Found): string | undefined {
  const noun = nounOf(op);
  const missing = places
    .filter(({ has }) => !has(op, found))
    .map(({ what, file, command }) => `no ${what} in ${file(noun, op)}${command ? ` (${command})` : ''}`);
  return missing.length === 0 ? undefined : `${op.id}: ${missing.join('; ')}`;
}

/** The verbs of `teams.members` have a file of their own. */
function commandFile(noun: string, { id }: Operation): string {
  const nested = `src/commands/${id.split('.').slice(0, -1).join('/')}.ts`;
  return existsSync(nested) ? nested : `src/commands/${noun}.ts`;
}

function nounOf({ id }: Pick<Operation, 'id'>): string {
  return id.split('.')[0] as string;
}

/** Returns the commands of an operation, or the one that it should have: its name is the name of the operation. */
function linesOf({ id }: Operation, verbs: Found['verbs']): readonly string[] {
  return verbs.get(id) ?? [`docs-admin ${id.replaceAll('.', ' ')}`];
}

/**
 * Tells whether a view of the noun has a column for the answer. A function that makes a view counts, because its
 * columns are unknown.
 */
function isShown(op: Operation, { views }: Found): boolean {
  if (!op.item && !op.result) return true;
  const fields = answerFields(op);
  return (views.get(nounOf(op)) ?? []).some(
    (view) =>
      typeof view === 'function' || (isView(view) && (fields.length === 0 || hasColumn(view, fields))),
  );
}

function isView(value: unknown): value is View {
  return typeof value === 'object' && value !== null && 'columns' in value;
}

/**
 * Tells whether a view has a column for one of the fields. The items of an answer without pages are in a field of it.
 */
function hasColumn({ columns }: View, fields: readonly string[]): boolean {
  return columns.some(({ field }) => fields.some((shown) => `.${shown}.`.includes(`.${field}.`)));
}

function isTested(op: Operation, { verbs, tests, coveredNouns }: Found): boolean {
  const isNamed = linesOf(op, verbs).some((line) => tests.includes(line.replace('docs-admin ', '')));
  return isNamed && coveredNouns.has(nounOf(op));
}

function isInReference({ method, path }: Operation, { reference }: Found): boolean {
  const shape = path.replace(/\{\w+\}/g, '{}');
  return reference.some((row) => row.method === method && row.path === shape);
}

/** Tells whether its command has a heading, with its arguments behind the words. */
function isDocumented(op: Operation, { verbs, manual }: Found): boolean {
  const headings = manual.split('\n').filter((line) => line.startsWith('### '));
  return linesOf(op, verbs).some((line) =>
    headings.some((heading) => `${heading} `.startsWith(`### ${line} `)),
  );
}

/** Finds all places in the repository, for the nouns of these operations. */
export async function findPlaces(operations: readonly Operation[]): Promise<Found> {
  const nouns = [...new Set(operations.map(nounOf))];
  const tests = sourceFiles('test/commands');
  const parts = await partsOfResources();
  const views = nouns.map(async (noun) => [noun, await viewsOf(noun)] as const);
  return {
    verbs: await commandLines(),
    routes: new Set((await allRoutes()).map(({ operation }) => operation.id)),
    resources: new Set(parts.map(({ id }) => id)),
    undone: new Set(
      parts.flatMap(({ id, role, resource }) =>
        isRestorable(id) || resource.whyNotRestorable?.[role] ? [id] : [],
      ),
    ),
    endings: new Set(
      parts.flatMap(({ id, role, resource }) => (resource.endings?.[role as Role] ? [id] : [])),
    ),
    unopened: new Set(parts.flatMap((part) => (isUnopened(part) ? [part.id] : []))),
    views: new Map(await Promise.all(views)),
    coveredNouns: new Set(tests.flatMap(coveredBy)),
    tests: tests.map((path) => readFileSync(path, 'utf8')).join('\n'),
    guards: readFileSync(guardsTest, 'utf8'),
    undoTests: readFileSync(undoTest, 'utf8'),
    reference: referenceRows,
    manual: readFileSync('docs/reference.md', 'utf8'),
  };
}

/** An operation of a resource, with its role there. */
interface Part {
  readonly id: string;
  readonly role: string;
  readonly resource: Resource;
}

function isUnopened({ role, resource: { addresses, noun, operations } }: Part): boolean {
  const hasPage = role === 'get' && addresses !== undefined && showsField(operations.get ?? {}, 'urls.app');
  return hasPage && pageKind(noun) === undefined;
}

/** Returns the operations of all resources. */
async function partsOfResources(): Promise<Part[]> {
  const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));
  return resources.flatMap((resource) =>
    [...operationsOf(resource)].map(([role, { id }]) => ({ id, role, resource })),
  );
}

async function commandLines(): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>();
  for (const verb of verbs(await wholeProgram())) {
    for (const { id } of verb.facts.operations) lines.set(id, [...(lines.get(id) ?? []), commandPath(verb)]);
  }
  return lines;
}

/** Returns the views that the files of a noun have, and those that they import. */
async function viewsOf(noun: string): Promise<unknown[]> {
  const own = [`src/commands/${noun}.ts`, ...sourceFiles(`src/commands/${noun}`)].filter(existsSync);
  const imported = own
    .flatMap(importsOf)
    .map(({ to }) => to)
    .filter((path) => /^src\/(views\/|cli\/default-view)/.test(path));
  const modules = await Promise.all([...new Set([...own, ...imported])].map((path) => import(resolve(path))));
  return modules.flatMap((module) =>
    Object.entries(module as object).flatMap(([name, value]) => (/view$/i.test(name) ? [value] : [])),
  );
}

/** Returns the nouns for which a test file sends every operation and field: it ends with `wireCoverage`. */
function coveredBy(path: string): string[] {
  if (!readFileSync(path, 'utf8').includes('wireCoverage(')) return [];
  return importsOf(path).flatMap(
    ({ to }) => to.match(/^src\/api\/contract\/operations\/([\w-]+)/)?.[1] ?? [],
  );
}
