import type { CommandDescription } from '../commands.ts';
import { int, object, optional, string } from '../protocol.ts';
import { readsHere, type Server, type Tool } from '../tool.ts';
import { usageOf } from '../usage.ts';

const usualLimit = 10;

/** Finds commands by words. */
export function searchCommands({ commands, canRun }: Server): Tool<{ words: string; limit?: number }> {
  return {
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
      const terms = words.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
      const all = await commands.describe();
      const ranked = all
        .map((command) => ({ command, score: scoreOf(command, terms) }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      return {
        message:
          ranked.length === 0
            ? 'No command has these words: try fewer or other words.'
            : 'The best come first.',
        facts: {
          found: ranked.length,
          commands: ranked.slice(0, limit).map(({ command }) => ({
            command: usageOf(command),
            summary: command.summary,
            effect: command.effect,
            tool: canRun(command),
          })),
        },
      };
    },
  };
}

/** Returns how well a command fits: words of its path count most, then its summary, then its flags. */
function scoreOf({ command, aliases, summary, flags }: CommandDescription, terms: readonly string[]): number {
  const path = command.split(' ');
  let score = 0;
  for (const term of terms) {
    const stem = term.replace(/s$/, '');
    const isIn = (text: string) => text.toLowerCase().includes(stem);
    if (path.some((word) => word.replace(/s$/, '') === stem)) score += 8;
    else if (path.some(isIn) || aliases.some(isIn)) score += 5;
    if (isIn(summary)) score += 3;
    if (flags.some(({ name, description }) => isIn(name) || isIn(description))) score += 1;
  }
  return score / path.length ** 0.2;
}
