import { partOf } from '../resources.ts';
import * as content from './content.ts';
import * as discussion from './discussion.ts';
import type { PieceKind, WayBack } from './facts.ts';
import * as people from './people.ts';
import * as settings from './settings.ts';
import * as sites from './sites.ts';

const parts = [sites, content, people, settings, discussion];

const kinds = new Map(parts.flatMap((part) => part.kinds.map((one) => [one.kind, one] as const)));

/** The effects of each operation, by its id. */
export const waysBack: Readonly<Record<string, WayBack>> = Object.assign(
  {},
  ...[...kinds.values()].map(({ ways }) => ways),
  ...parts.map((part) => part.waysBack),
);

/** Tells whether undo knows a kind of pieces. */
export function isPieceKind(name: string): boolean {
  return kinds.has(name);
}

/** Returns how pieces of a kind are read and restored. Throws an `Error` for an unknown kind. */
export function pieceKind(name: string): PieceKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`undo knows no kind "${name}"`);
  return kind;
}

/** Returns why a request of an operation cannot be undone at all; `undefined` if it can. */
export async function noWayBack(operation: string): Promise<string | undefined> {
  return waysBack[operation] ? undefined : ((await cannotUndo(operation)) ?? 'it is not known how');
}

/** Returns why an operation's effect on an existing thing cannot be undone; `undefined` if it can. */
export async function cannotUndo(operation: string): Promise<string | undefined> {
  const part = await partOf({ id: operation });
  return part?.resource.noWayBack?.[part.role];
}
