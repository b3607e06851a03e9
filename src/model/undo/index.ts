import { partOf } from '../resources.ts';
import * as content from './content.ts';
import * as discussion from './discussion.ts';
import type { Kind, WayBack } from './facts.ts';
import * as people from './people.ts';
import * as settings from './settings.ts';
import * as sites from './sites.ts';

const parts = [sites, content, people, settings, discussion];

const kinds = new Map(parts.flatMap((part) => part.kinds.map((one) => [one.kind, one] as const)));

/** What is known of the way back from each operation, by its id. */
export const waysBack: Readonly<Record<string, WayBack>> = Object.assign(
  {},
  ...[...kinds.values()].map(({ ways }) => ways),
  ...parts.map((part) => part.waysBack),
);

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

/** Why the model says that an operation cannot be taken back; `undefined` where it can. */
export async function cannotUndo(operation: string): Promise<string | undefined> {
  const part = await partOf({ id: operation });
  return part?.resource.noWayBack?.[part.role];
}
