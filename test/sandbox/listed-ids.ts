import { registry } from '../../src/model/registry.ts';
import type { Resource } from '../../src/model/resource.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { fieldReader } from '../../src/text/fields.ts';
import { startTime, token } from './test-sandbox.ts';

/** The ids that the demo data has of each resource, by its key, where it is listed below one of these parents. */
export async function listedIds(
  parents: Readonly<Record<string, string>>,
): Promise<Record<string, readonly string[]>> {
  const sandbox = openSandbox({ path: ':memory:', token, now: () => startTime });
  const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));
  const found: Record<string, readonly string[]> = {};
  for (const { key, id, operations } of resources) {
    if (key === undefined || id === undefined || !operations.list) continue;
    const path = operations.list.path.replace(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await sandbox.fetch(new Request(`http://sandbox.localhost${path}`, { headers }));
    const { items = [] } = (await answer.json()) as { items?: unknown[] };
    if (items.length > 0) found[key] = items.map(fieldReader(id)) as string[];
  }
  sandbox.close();
  return found;
}
