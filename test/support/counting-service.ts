import type { Operation } from '../../src/api/contract/operation.ts';
import { calledOperation } from './called-operation.ts';
import type { Script } from './cli.ts';

/** Returns the operation that a request calls. */
export function operationOf(method: string, path: string): Operation {
  const found = calledOperation(method, path);
  if (!found) throw new Error(`no operation is called by ${method} ${path}`);
  return found;
}

/** Makes one thing that fits any list. The last one of a list is an administrator, and the owner of the team. */
function thing(op: Operation, index: number, size: number) {
  const id = `x${index}`;
  const isLast = index === size - 1;
  const user = { id, displayName: `Name ${index}` };
  const names = { id, name: id, slug: id, language: id, title: `Title ${index}` };
  return {
    ...names,
    user,
    role: isLast ? 'admin' : 'edit',
    permission: 'edit',
    teams: 0,
    ...(op.id === 'teams.members.list' && { organization: { id, user } }),
    team: { id, title: `Title ${index}`, role: isLast ? 'owner' : 'member' },
  };
}

/** So many things are in each of the things that are counted. */
const mostWithin = 10;

/**
 * Makes a service whose lists each have `count` things, `x0` and so on, and that accepts every change. What is in one of these
 * things are few.
 */
export function countingService(count: number): Script {
  return ({ method, path }) => {
    const op = operationOf(method, path);
    const url = new URL(path, 'https://docs.example');
    const size = /\/x\d+\//.test(url.pathname) ? Math.min(count, mostWithin) : count;
    if (!op.item)
      return {
        json: { ...thing(op, 0, size), id: decodeURIComponent(url.pathname.split('/').at(-1) ?? '') },
      };
    const most = Number(url.searchParams.get('limit'));
    const items = Array.from({ length: Math.min(size, most) }, (_, index) => thing(op, index, size));
    return { json: { items } };
  };
}
