import type { Kind } from '../../api/contract/facts.ts';
import { UsageError } from '../../errors.ts';
import { wordOf } from '../../model/resource.ts';
import { resourceOf } from '../../model/resources.ts';
import { titlePaths } from '../../model/title-paths.ts';
import type { TitledThing } from '../../model/titled-things.ts';
import type { Choice, PickOptions } from '../../ports.ts';
import { positionalParams } from '../naming.ts';
import type { LineParts } from '../session/line-parts.ts';
import type { Verb } from '../verb.ts';
import { surroundingOf } from './line-refs.ts';
import { narrowedFor } from './narrowed.ts';

export type Picking = Pick<LineParts, 'system' | 'refs' | 'scope' | 'out'>;

/** The largest number of choices in a list; other things are searched for, or must be named on the line. */
const mostChoices = 5000;

/**
 * Lets the user pick one thing of a kind for a command, or for its `flag`. Throws `UsageError` if there is none to
 * pick.
 */
export async function pickThing(kind: Kind, parts: Picking, command: Verb, flag?: string): Promise<string> {
  const { question, choices, beyond } = await offer(kind, parts, command, flag);
  return parts.system.prompts.pick(question, choices, { beyond });
}

/** Lets the user pick one or more things. */
export async function pickThings(
  kind: Kind,
  parts: Picking,
  command: Verb,
  flag?: string,
): Promise<string[]> {
  const { question, choices, beyond } = await offer(kind, parts, command, flag);
  return parts.system.prompts.pickSeveral(question, choices, { beyond });
}

async function offer(
  kind: Kind,
  { refs, scope, out }: Picking,
  command: Verb,
  flag?: string,
): Promise<{ question: string; choices: Choice[]; beyond: PickOptions['beyond'] }> {
  const word = wordOf(await resourceOf(kind));
  const {
    resource,
    none = `there is no ${word} to choose from`,
    ...rest
  } = await narrowedFor(kind, command, flag);
  const param = paramOf(command, scope);
  const offered = async (text?: string): Promise<Choice[]> => {
    const source = { refs: await refs(), param };
    const entries = await source.refs.entries(resource, { param, text, limit: mostChoices, ...rest });
    const titles = await titlePaths(resource, entries, source);
    return entries.map((entry, at) => ({
      value: entry.id,
      label: label({ ...entry, title: titles[at] ?? '' }),
    }));
  };
  const choices = await offered();
  if (choices.length === 0) {
    throw new UsageError(none.replace(/\{(\w+)\}/g, (_, name: string) => param(name)));
  }
  const hasMore = choices.length === mostChoices;
  const isSearched = hasMore && resource.search !== undefined;
  const others = isSearched ? 'you can search for all others' : 'give any other one as an argument';
  if (hasMore) await out.note(`these are the first ${mostChoices}; ${others}`);
  const question = flag === undefined ? `Which ${word}?` : `Which ${word} for ${flag}?`;
  return { question, choices, beyond: isSearched ? offered : undefined };
}

/** Returns a function that finds path parameters: from the arguments so far, or from the scope. */
function paramOf(command: Verb, scope: LineParts['scope']): (name: string) => string {
  const [op] = command.facts.operations;
  const params = op ? positionalParams(op, command) : [];
  const surrounding = surroundingOf(scope);
  return (name) => command.args[params.indexOf(name)] ?? surrounding(name);
}

function label({ id, title, email }: TitledThing): string {
  return [title, email, id].filter((part, at, all) => part && all.indexOf(part) === at).join('  ');
}
