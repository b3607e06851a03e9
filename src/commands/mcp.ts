import { flag, list } from '../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { quoted } from '../text/words.ts';

/** This noun is its own verb. */
export const mcp = (command: Verb) => {
  defineVerb(
    command,
    {
      summary: 'Serve an assistant on standard input and output; it only reads, unless --allow names more',
      effect: 'any',
    },
    [
      'docs-admin mcp --dry-run',
      'docs-admin mcp --allow members,teams --dry-run',
      'docs-admin mcp --print-config vscode --profile sandbox',
    ],
  )
    .addOption(
      list('--allow <noun>', 'nouns whose operations may change something, or all [DOCS_ADMIN_MCP_ALLOW]'),
    )
    .addOption(
      flag('--print-config <client>', 'print the settings of a client that start this server').with({
        known: clients,
      }),
    )
    .run(async (parts, { allow = [], printConfig }) => {
      const { system, context, commands, out, endsByInterrupt } = parts;
      const { allowanceOf, serverSettings, startWords } = await import('./mcp/options.ts');
      const allowance = await allowanceOf(parts, allow);
      if (printConfig !== undefined) {
        const config = clientConfig(printConfig, startWords(parts, allowance));
        return out.raw(JSON.stringify(config, null, 2));
      }
      const settings = await serverSettings(parts);
      const options = { system, settings, commands: await commands(), allowed: allowance.allowed };
      if (context.dryRun) {
        const { printOptions } = await import('./mcp/dry-run.ts');
        return printOptions(parts, options, allowance.source);
      }
      const { serveAssistant } = await import('../mcp/server.ts');
      endsByInterrupt();
      await serveAssistant(options);
    });
  return [];
};

interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** The settings of each client that start a server on standard input and output. */
const configs: Readonly<Record<string, (start: Start) => object>> = {
  // claude_desktop_config.json, or .mcp.json in a project.
  claude: (start) => ({ mcpServers: { 'docs-admin': start } }),
  // .vscode/mcp.json
  vscode: (start) => ({ servers: { 'docs-admin': { type: 'stdio', ...start } } }),
  // .cursor/mcp.json
  cursor: (start) => ({ mcpServers: { 'docs-admin': start } }),
  // settings.json
  zed: (start) => ({ context_servers: { 'docs-admin': { ...start, env: {} } } }),
};

const clients = Object.keys(configs);

/** Returns the settings of a client that start the server with `args`. Throws `UsageError` for an unknown client. */
function clientConfig(client: string, args: readonly string[]): object {
  const config = Object.hasOwn(configs, client) ? configs[client] : undefined;
  if (config) return config({ command: 'docs-admin', args });
  throw new UsageError(`invalid --print-config: there is no client ${quoted(client)}`, {
    hint: `use one of ${clients.join(', ')}`,
  });
}
