import type { Store } from './store.ts';

/** Tables whose rows stand below each other: how a row and the one above it are named. */
const trees = [
  { table: 'collections', id: 'id', parent: 'parent', tree: `''` },
  { table: 'pages', id: 'id', parent: 'parent', tree: 'revision' },
];

const deepest = 100;

interface Branch {
  readonly id: string;
  readonly parent: string;
  readonly tree: string;
}

/** Every row that stands below itself, or deeper than anybody nests. Each row above another one exists. */
export function treeProblems(store: Store): string[] {
  return trees.flatMap(({ table, id, parent, tree }) => {
    const branches = store.all<Branch>(
      `SELECT ${id} AS id, ${parent} AS parent, ${tree} AS tree FROM ${table} WHERE ${parent} IS NOT NULL`,
    );
    const parents = new Map(branches.map((branch) => [`${branch.tree}/${branch.id}`, branch]));
    return branches.flatMap((branch) => {
      const problem = branchProblem(branch, parents);
      return problem ? [`${table} ${id} "${branch.id}" stands ${problem}`] : [];
    });
  });
}

function branchProblem(start: Branch, parents: ReadonlyMap<string, Branch>): string | undefined {
  let above: Branch | undefined = start;
  for (let level = 0; level < deepest; level++) {
    above = parents.get(`${above.tree}/${above.parent}`);
    if (!above) return undefined;
    if (above.id === start.id) return 'below itself';
  }
  return `more than ${deepest} levels deep`;
}

/** Lets the numbers of new ids begin after those that are there. */
export function countOn(store: Store, tables: readonly string[]): void {
  const highest = new Map<string, number>();
  for (const table of tables) {
    for (const { id } of store.all<{ id: string }>(`SELECT id FROM ${table}`)) {
      const [, prefix, digits] = /^([^_]+)_(\d{1,15})$/.exec(id) ?? [];
      if (prefix === undefined) continue;
      highest.set(prefix, Math.max(highest.get(prefix) ?? 0, Number(digits)));
    }
  }
  for (const [prefix, value] of highest) {
    store.run(
      `INSERT INTO counters (prefix, value) VALUES (?, ?)
       ON CONFLICT (prefix) DO UPDATE SET value = max(value, excluded.value)`,
      prefix,
      value,
    );
  }
}
