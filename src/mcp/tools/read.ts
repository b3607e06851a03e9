import { wrongCall } from '../answer.ts';
import { array, int, object, optional, string } from '../protocol.ts';
import { pageAnswer, runReadingLine } from '../reading.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { flagWords } from '../usage.ts';

/** Runs one command that only reads. */
export function read(server: Server): Tool {
  return tool({
    name: 'read',
    title: 'Run a reading command',
    description:
      'Runs one command of docs-admin that only reads, and returns its data. Find commands with search_commands. Long results ' +
      'come in parts, with a cursor for the next one. Ask for the fields that you need.',
    input: object({
      command: optional(array(string().max(4000)).min(1).max(60)).describe(
        'the words of the command, without docs-admin: ["teams", "members", "list", "team_docs"]',
      ),
      limit: optional(int().min(1).max(100_000)).describe('the most items to read'),
      fields: optional(array(string().max(100)).min(1).max(50)).describe(
        'only these fields: ["id", "title"]',
      ),
      query: optional(string().min(1).max(4000)).describe(
        'a JMESPath expression that is applied to the result',
      ),
      cursor: optional(string().max(60)).describe('the cursor of an earlier answer, instead of a command'),
    }),
    annotations: reads,
    async call({ command, limit, fields, query, cursor }, _, { signal }) {
      if (cursor !== undefined) {
        if (command) return wrongCall('Give a command or a cursor, not both.');
        const page = server.pages.next(cursor);
        if (page) return pageAnswer(page);
        return wrongCall('This cursor is unknown or too old: call the first tool again.');
      }
      if (!command) return wrongCall('Give a command, or the cursor of an earlier answer.');
      if (command.length === 1 && /\s/.test(command[0]?.trim() ?? ''))
        return wrongCall('Give each word of the command as an item: ["teams", "list", "--limit=5"].');
      return runReadingLine(server, command, flagWords({ limit, fields, query }), signal);
    },
  });
}
