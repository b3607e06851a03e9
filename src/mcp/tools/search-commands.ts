import { countsOf } from '../../text/group-by.ts';
import type { ListedCommand } from '../commands.ts';
import { int, object, optional, string } from '../protocol.ts';
import { readsHere, type Server, type Tool, tool } from '../tool.ts';
import { usageOf } from '../usage.ts';

const usualLimit = 10;

/** Finds commands by words. */
export function searchCommands({ commands, canRun }: Server): Tool {
  return tool({
    name: 'search_commands',
    title: 'Search commands',
    description:
      'Finds commands of docs-admin by words, such as "team members" or "change request comments". Returns command lines with ' +
      'their required flags, what they do, and the tool that runs them. Start here.',
    input: object({
      words: string().min(1).max(200).describe('what to look for, in English'),
      limit: optional(int().min(1).max(50)).describe(`the most commands to return (default: ${usualLimit})`),
    }),
    annotations: readsHere,
    async call({ words, limit = usualLimit }) {
      const ranked = rankedCommands(await commands.describe(), words);
      return {
        message:
          ranked.length === 0
            ? 'No command has these words: try fewer or other words.'
            : 'The best come first.',
        facts: {
          found: ranked.length,
          commands: ranked.slice(0, limit).map((command) => ({
            command: usageOf(command),
            summary: command.summary,
            effect: command.effect,
            tool: canRun(command),
          })),
        },
      };
    },
  });
}

const stopWords = wordSet(
  'a an and are as at be by can could do does for from give has have how i in into is it its let me my of on or please ' +
    'should someone someone that the their them then there they this to want was we what when where which why will with you your',
);

/** Words of users, with those of this tool that may be meant. */
const alike: Readonly<Record<string, string>> = {
  add: 'create set',
  allow: 'permissions role',
  backup: 'export snapshot',
  build: 'create',
  change: 'update set',
  colleague: 'member offboard',
  colleagues: 'members',
  edit: 'update role',
  employee: 'member onboard offboard',
  fire: 'offboard',
  grant: 'permissions set',
  hire: 'onboard',
  invite: 'onboard',
  join: 'onboard set',
  kick: 'remove',
  leave: 'offboard',
  login: 'sso saml',
  make: 'create update',
  modify: 'update',
  new: 'create',
  people: 'members',
  permission: 'role',
  person: 'member',
  promote: 'update role',
  publish: 'site-spaces',
  reach: 'access',
  rename: 'update title',
  restore: 'undo',
  revert: 'undo',
  right: 'permissions role',
  rollback: 'undo',
  sign: 'sso saml',
  update: 'change',
  user: 'member',
};

/** A command with its words, by where they are. */
interface Indexed {
  readonly command: ListedCommand;
  readonly path: readonly string[];
  /** The words of its summary that mean something, in their order. */
  readonly summary: string;
  readonly fields: readonly (readonly [words: ReadonlySet<string>, weight: number])[];
}

/** Returns the commands that fit a question, the best first. Whole words count, whatever their endings. */
export function rankedCommands(
  commands: readonly ListedCommand[],
  question: string,
): readonly ListedCommand[] {
  const indexed = commands.filter(({ command }) => command.includes(' ')).map(indexOf);
  const asked = [...new Set(meaningful(question))];
  const terms = asked.map((word) => ({
    own: stem(word),
    others: wordsIn(alike[singular(word)] ?? '').map(stem),
  }));
  const known = new Set(terms.flatMap(({ own, others }) => [own, ...others]));
  const rarity = rarityOf(indexed);
  return indexed
    .map((one) => ({ command: one.command, score: scoreOf(one, terms, known, rarity) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}

/** Verbs that questions leave out. */
const usualVerbs = wordSet('list get');

interface Term {
  readonly own: string;
  readonly others: readonly string[];
}

function scoreOf(
  { command, path, summary, fields }: Indexed,
  terms: readonly Term[],
  known: ReadonlySet<string>,
  rarity: (word: string) => number,
): number {
  const weightOf = (word: string) =>
    Math.max(0, ...fields.map(([words, weight]) => (words.has(word) ? weight : 0))) * rarity(word);
  const scores = terms.map(({ own, others }) =>
    Math.max(weightOf(own), ...others.map((other) => 0.6 * weightOf(other))),
  );
  // A command for something more special, or one that deletes, is meant only by a person who says so.
  const unasked = path.filter((word) => !known.has(word) && !usualVerbs.has(word)).length;
  const isHarm = command.effect === 'delete' && !known.has(path.at(-1) as string);
  const found = scores.filter((score) => score > 0).length / Math.max(1, terms.length);
  const isSaid = terms.length > 1 && summary.includes(` ${terms.map(({ own }) => own).join(' ')} `);
  const sum = scores.reduce((total, one) => total + one, 0);
  return (sum * found * (isHarm ? 0.5 : 1) * (isSaid ? 1.5 : 1)) / (1 + 0.2 * unasked);
}

function indexOf(command: ListedCommand): Indexed {
  const path = wordsIn(command.command).slice(2).map(stem);
  const stems = (texts: readonly string[]) => new Set(texts.flatMap(wordsIn).map(stem));
  return {
    command,
    path,
    summary: ` ${meaningful(command.summary).map(stem).join(' ')} `,
    fields: [
      [new Set(path), 4],
      [stems([command.summary, ...command.aliases]), 2],
      [stems(command.flags.flatMap(({ name, known }) => [name, ...known])), 1],
      [stems(command.flags.map(({ description }) => description)), 0.5],
    ],
  };
}

/** Makes a function that says how much a word tells commands apart. */
function rarityOf(indexed: readonly Indexed[]): (word: string) => number {
  const counts = countsOf(
    indexed.flatMap(({ fields }) => [...new Set(fields.slice(0, 2).flatMap(([words]) => [...words]))]),
  );
  return (word) => Math.log(1 + indexed.length / (1 + (counts.get(word) ?? 0)));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function meaningful(text: string): string[] {
  return wordsIn(text).filter((word) => !stopWords.has(word));
}

function singular(word: string): string {
  return Object.hasOwn(alike, word) ? word : word.replace(/s$/, '');
}

/** Returns a word without its ending: `polic` for `policies`, `delet` for `deleted`. */
function stem(word: string): string {
  const one = word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word;
  return one.length > 4 ? one.replace(/(?:ing|ed)$/, '').replace(/e$/, '') : one.replace(/e$/, '');
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
