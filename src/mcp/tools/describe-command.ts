import { wrongCall } from '../answer.ts';
import { object, string } from '../protocol.ts';
import { readsHere, type Server, type Tool, tool } from '../tool.ts';
import { termOf, usageOf, withoutProgram, withoutTool } from '../usage.ts';

export function describeCommand({ commands, system, canRun }: Server): Tool {
  return tool({
    name: 'describe_command',
    title: 'Describe a command',
    description:
      'Describes one command of docs-admin: its arguments, all flags with their known values, its requests, what people ' +
      'should know before it runs, and examples.',
    input: object({
      command: string()
        .min(1)
        .max(100)
        .describe('words of the command, without docs-admin: "teams members list"'),
    }),
    annotations: readsHere,
    async call({ command: words }) {
      const own = withoutProgram(words.trim().split(/\s+/));
      const path = own.join(' ');
      const { command: name, meant } = await commands.read(own, system);
      const all = await commands.describe();
      const found = all.find(({ command }) => withoutTool(command) === name);
      if (!found || name === '' || meant !== undefined) {
        const near = all
          .map(({ command }) => withoutTool(command))
          .filter((one) => one !== '' && one.startsWith(path));
        const hint = meant ?? 'find its name with search_commands.';
        return wrongCall(`There is no such command: ${hint}`, { near: near.slice(0, 20) });
      }
      const { summary, arguments: operands, flags, operations, examples } = found;
      return {
        message: summary,
        facts: {
          usage: usageOf(found),
          effect: found.effect,
          tool: canRun(found),
          arguments: operands.map(({ name, required, description }) => ({ name, required, description })),
          flags: flags.map((flag) => ({
            flag: termOf(flag),
            description: flag.description,
            ...(flag.required && { required: true }),
            ...(flag.known.length > 0 && { known: flag.known }),
          })),
          requests: operations.map(({ method, path: address, effect, consequence }) => ({
            ...{ method, path: address, effect },
            ...(consequence !== undefined && { consequence }),
          })),
          examples,
        },
      };
    },
  });
}
