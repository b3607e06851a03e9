import { createHash } from 'node:crypto';
import { InvalidOption } from '../errors.ts';

/** One of several parts that share an input: each resource belongs to exactly one. */
export interface Shard {
  holds(resource: string): boolean;
}

/** Parses `--shard 2/5`. */
export function parseShard(value: string): Shard {
  const [, number, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const [part, parts] = [Number(number), Number(count)];
  if (!(part >= 1 && part <= parts)) {
    throw new InvalidOption('shard', 'must be i/n with i from 1 to n, such as 2/5');
  }
  return { holds: (resource) => hash(resource) % parts === part - 1 };
}

/** Hashes a text: the same on every machine and in every version. */
function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
