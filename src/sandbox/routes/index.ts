import { kept } from '../../text/kept.ts';
import { beginningOf, type OperationRoute } from '../http/route.ts';
import { filesByBeginning, routeFiles } from './table.ts';

const loaded = new Map<string, Promise<readonly OperationRoute[]>>();

/**
 * Resolves with the routes that may match a path: the same array each time. A command in this process needs the routes
 * of one noun, and loading all contracts would take longer than everything else.
 */
export async function routesOf(path: string): Promise<readonly OperationRoute[]> {
  const files = filesByBeginning[beginningOf(path)] ?? [];
  const key = files.join();
  return kept(loaded, key, () => load(files));
}

/** Resolves with every route of the service. */
export function allRoutes(): Promise<readonly OperationRoute[]> {
  return load(Object.keys(routeFiles));
}

async function load(files: readonly string[]): Promise<readonly OperationRoute[]> {
  const modules = await Promise.all(files.map((file) => routeFiles[file]?.()));
  return modules.flatMap((module) => module?.routes ?? []);
}
