import { partOf } from '../resources.ts';
import * as content from './content.ts';
import * as discussion from './discussion.ts';
import type { Kind, WayBack } from './facts.ts';
import * as people from './people.ts';
import * as settings from './settings.ts';
import * as sites from './sites.ts';

const parts = [sites, content, people, settings, discussion];

/** What is known of the way back from each operation, by its id. */
export const waysBack: Readonly<Record<string, WayBack>> = Object.assign(
  {},
  ...parts.map((part) => part.waysBack),
);

const kinds = new Map(parts.flatMap((part) => part.kinds.map((one) => [one.kind, one] as const)));

/** How pieces of a kind are read and set back. Throws an `Error` for a kind that is not known. */
export function kindOf(name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`undo knows no kind "${name}"`);
  return kind;
}

/** Why a request of an operation cannot be taken back at all; `undefined` where there is a way. */
export async function noWayBack(operation: string): Promise<string | undefined> {
  return waysBack[operation] ? undefined : ((await cannotUndo(operation)) ?? 'it is not known how');
}

/** Why what an operation does to a thing that is there does not come back; `undefined` where it does. */
export async function cannotUndo(operation: string): Promise<string | undefined> {
  const part = await partOf({ id: operation });
  const undo = part?.resource.undo[part.role];
  if (!undo || 'by' in undo) return undefined;
  if ('cannot' in undo) return undo.cannot;
  return 'cannot' in undo.changed ? undo.changed.cannot : undefined;
}
