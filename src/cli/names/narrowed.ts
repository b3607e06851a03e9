import { effectOf } from '../../api/contract/effect.ts';
import type { Kind } from '../../api/contract/facts.ts';
import type { Resource } from '../../model/resource.ts';
import { partOf, resourceOf } from '../../model/resources.ts';
import type { EntriesOptions } from '../../model/titled-things.ts';
import type { Verb } from '../verb.ts';

/** The things of a kind that a command can work on. */
export interface Narrowed extends Pick<EntriesOptions, 'query' | 'except'> {
  /** The kind whose list contains them: the members of a team. */
  readonly resource: Resource;
  /** The message if there is none: `no comment is open in space {space}`. */
  readonly none?: string | undefined;
}

const comments: Readonly<Record<string, Pick<Narrowed, 'query' | 'none'>>> = {
  resolve: { query: { status: 'open' }, none: 'no comment is open in space {space}' },
  reopen: { query: { status: 'resolved' }, none: 'no comment is resolved in space {space}' },
};

/**
 * Returns the things of `kind` that a command, or one of its flags, can mean. A command that ends a tie can mean only
 * tied things.
 */
export async function narrowedFor(kind: Kind, command: Verb, flag?: string): Promise<Narrowed> {
  const resource = await resourceOf(kind);
  const whole = { resource, none: resource.none };
  const [op] = command.facts.operations;
  const part = op && (await partOf(op));
  if (part?.resource === resource && kind === 'comment') return { ...whole, ...comments[command.name()] };
  if (part?.resource.idOf !== resource.kind) return whole;
  const tie = { resource: part.resource, none: part.resource.none };
  if (flag === '--add') return { resource, except: part.resource, none: 'everyone is in team {team}' };
  const isEnded = op !== undefined && effectOf(op) === 'delete';
  return isEnded || flag === '--remove' ? tie : whole;
}
