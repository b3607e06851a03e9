import { int, object, optional, string } from '../protocol.ts';
import { rankedCommands } from '../ranked-commands.ts';
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
