import { UsageError } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';

/** What starts a server. */
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

/** The names of the clients. */
export const clients = Object.keys(configs);

/** Returns the settings of a client that start the server with `args`. Throws `UsageError` for an unknown client. */
export function clientConfig(client: string, args: readonly string[]): object {
  const config = Object.hasOwn(configs, client) ? configs[client] : undefined;
  if (config) return config({ command: 'docs-admin', args });
  throw new UsageError(`invalid --print-config: there is no client ${quoted(client)}`, {
    hint: `use one of ${clients.join(', ')}`,
  });
}
