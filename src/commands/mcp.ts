import type { Command } from 'commander';
import { defineVerb, list } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 255,
  summary: 'a server for assistants (Model Context Protocol)',
};

/** This noun is its own verb. */
export const mcp = ({ system, context, commands, endsByInterrupt }: Verb, command: Command) => {
  defineVerb(
    command,
    { summary: 'Serve an assistant on standard input and output; it can only read', effect: 'any' },
    ['docs-admin mcp --dry-run', 'docs-admin mcp --allow members,teams --dry-run'],
  )
    .addOption(list('--allow <noun>', 'nouns whose operations may change something, or all; may be repeated'))
    .action(async ({ allow = [] }) => {
      const { parseAllowed } = await import('../mcp/options.ts');
      const { changingNouns, serveAssistant } = await import('../mcp/server.ts');
      const all = await commands();
      const nouns = await changingNouns(all);
      const fromEnv = system.env.DOCS_ADMIN_MCP_ALLOW;
      const allowed =
        allow.length > 0
          ? parseAllowed(allow, nouns, '--allow')
          : fromEnv
            ? parseAllowed([fromEnv], nouns, 'DOCS_ADMIN_MCP_ALLOW')
            : new Set<string>();
      const pinned = {
        profile: context.profile.value,
        baseUrl: context.baseUrl(),
        org: context.find('org')?.value,
      };
      const { value: token } = await context.token();
      endsByInterrupt();
      await serveAssistant({
        system,
        pinned,
        commands: all,
        allowed,
        hide: (text) => text.replaceAll(token, '[token]'),
      });
    });
  return [];
};
