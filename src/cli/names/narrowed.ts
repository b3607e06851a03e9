import type { Command } from 'commander';
import type { Kind } from '../../api/contract/facts.ts';
import type { EntriesOptions } from '../../model/refs.ts';
import type { Resource } from '../../model/resource.ts';
import { partOf, resourceOf } from '../../model/resources.ts';
import { commandFacts } from '../command.ts';

/** Of all things of a kind those that a command can mean. */
export interface Narrowed extends Pick<EntriesOptions, 'query' | 'except'> {
  /** The kind whose list holds them: the members of a team. */
  readonly resource: Resource;
  /** What to say where there is none: `no comment is open in space {space}`. */
  readonly none?: string | undefined;
}

const comments: Readonly<Record<string, Pick<Narrowed, 'query' | 'none'>>> = {
  resolve: { query: { status: 'open' }, none: 'no comment is open in space {space}' },
  reopen: { query: { status: 'resolved' }, none: 'no comment is resolved in space {space}' },
};

/** What things of `kind` a command can mean, or one of its flags: what ends a tie can mean only what is tied. */
export async function narrowedFor(kind: Kind, command: Command, flag?: string): Promise<Narrowed> {
  const resource = await resourceOf(kind);
  const whole = { resource, none: resource.none };
  const [op] = commandFacts(command).operations;
  const part = op && (await partOf(op));
  if (part?.resource === resource && kind === 'comment') return { ...whole, ...comments[command.name()] };
  if (part?.resource.idOf !== resource.kind) return whole;
  const tie = { resource: part.resource, none: part.resource.none };
  if (flag === '--add') return { resource, except: part.resource, none: 'everybody is in team {team}' };
  return part.role === 'remove' || flag === '--remove' ? tie : whole;
}
