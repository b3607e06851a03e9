import { describe, expect, test } from 'vitest';
import { operations } from '../../src/api/contract/operations/index.ts';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { exampleFiles } from '../support/example-files.ts';
import { sandboxState, without } from '../support/sandbox-state.ts';
import { undoCases } from '../support/undo-cases.ts';

test('each operation that changes something has its case', () => {
  const changing = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(Object.keys(undoCases).sort()).toEqual(changing.sort());
});

describe('undo of a run of batch', () => {
  const table = Object.entries(undoCases).flatMap(([id, list]) =>
    list.map((each) => [each.rows[0] ?? id, id, each] as const),
  );
  test.each(table)('%s', async (_, id, { rows, lost, same, apart }) => {
    const store = demoStore();
    const docs = await sandboxCli(
      {
        ...exampleFiles,
        'rows.txt': `${rows.join('\n')}\n`,
        'schema.json': '{"jsonSchema":{"type":"object"}}',
      },
      undefined,
      store,
    );
    const before = sandboxState(store);
    const ran = await docs(
      'batch --file rows.txt --journal run.jsonl --yes --max-removals 100 --allow-opening administrators',
    );
    expect(ran, ran.stderr + ran.stdout).toMatchObject({ code: 0 });
    expect(ran.writes.length).toBeGreaterThan(0);
    const changed = operationsOf(ran.writes);
    expect(changed).toContain(id);
    if (!same) expect(sandboxState(store)).not.toEqual(before);
    const planned = await docs(
      'runs undo run.jsonl --dry-run --max-removals 100 --allow-delete sites --allow-opening public,administrators',
    );
    expect(planned, planned.stderr).toMatchObject({ code: 0, writes: [] });
    const run = await docs(
      'runs undo run.jsonl --yes --journal undo.jsonl --max-removals 100 --allow-delete sites --allow-opening public,administrators',
    );
    expect(run, run.stderr + run.stdout).toMatchObject({ code: 0 });
    if (lost) expect(planned.stderr).toMatch(lost);
    else expect(planned.stderr).not.toContain('cannot be restored');
    if (!lost || same) expect(sandboxState(store, before)).toEqual(before);
    if (apart) expect(without(sandboxState(store, before), apart)).toEqual(without(before, apart));
  });
});

/** The operations that requests call. */
function operationsOf(requests: readonly { method: string; path: string }[]): string[] {
  return requests.flatMap(({ method, path }) =>
    operations
      .filter((op) => op.method === method && matches(op.path, path.replace(/\?.*/, '')))
      .map(({ id }) => id),
  );
}

function matches(template: string, path: string): boolean {
  const [one, other] = [template.split('/'), path.split('/')];
  return one.length === other.length && one.every((part, at) => part.startsWith('{') || part === other[at]);
}
