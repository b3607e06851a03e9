import { checkedRuleSet } from '../domain/access/checked-rules.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import { kept } from '../text/kept.ts';
import { createService } from './http/app.ts';
import { asFetch, askedOnWire } from './http/exchange.ts';
import { type OperationRoute, pathBeginning } from './http/route.ts';
import { dataId } from './http/signed.ts';
import { filesByBeginning, routeFiles } from './routes/table.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { metaOf } from './store/meta.ts';
import { openStore, type Store } from './store/store.ts';

/**
 * Opens a sandbox that has data already; returns `undefined` for a new file. Throws `LocalStateError` if the file cannot be
 * used, see {@link openStore}.
 */
export function openFilledSandbox({ path, accessRules, ...options }: SandboxOptions): Sandbox | undefined {
  const store = openStore(path, { accessRules: chosenRules(accessRules) });
  if (organizationOf(store) !== undefined) return sandboxOn(store, options);
  store.close();
  return undefined;
}

/** Returns the rules of access that the environment chooses; a flag has been checked before. Throws `UsageError`. */
export function chosenRules(name: string | undefined): RuleSet | undefined {
  return name ? checkedRuleSet('DOCS_ADMIN_SANDBOX_ACCESS_RULES', name) : undefined;
}

export function sandboxOn(
  store: Store,
  { token, now, onDefect }: Pick<SandboxOptions, 'token' | 'now' | 'onDefect'>,
): Sandbox {
  const exchange = createService({ store, token, now, routesOf, onDefect });
  return {
    fetch: asFetch(exchange),
    exchange: (request) => exchange(askedOnWire(request)),
    token,
    org: organizationOf(store) ?? '',
    dataId: () => dataId(store),
    close: () => store.close(),
  };
}

/** Returns the organization of the data; `undefined` if there is none yet. */
export function organizationOf(store: Store): string | undefined {
  return metaOf(store, 'org');
}

const loaded = new Map<string, Promise<readonly OperationRoute[]>>();

/**
 * Resolves with the routes that may match a path: the same array each time. A command in this process needs the routes
 * of one noun, and loading all contracts would take longer than everything else.
 */
export async function routesOf(path: string): Promise<readonly OperationRoute[]> {
  const files = filesByBeginning[pathBeginning(path)] ?? [];
  const key = files.join();
  return kept(loaded, key, () => load(files));
}

export function allRoutes(): Promise<readonly OperationRoute[]> {
  return load(Object.keys(routeFiles));
}

async function load(files: readonly string[]): Promise<readonly OperationRoute[]> {
  const modules = await Promise.all(files.map((file) => routeFiles[file]?.()));
  return modules.flatMap((module) => module?.routes ?? []);
}
