import type { McpServer, ServerContext } from './protocol.ts';

/** Who calls a tool, and what can be asked of them. */
export interface Caller {
  /** The name that the client gives itself. */
  readonly name: string;
  readonly server: McpServer;
  /** Whether the client can show a form to a person. */
  readonly canAsk: boolean;
  /** Aborts when the client takes the call back or the server ends, with an `Interrupted`. */
  readonly signal: AbortSignal;
  /** Tells the client how far the work is, if it has asked for that. */
  tellProgress(done: number, total: number | undefined): void;
}

const envelopeKeys = {
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
} as const;

/** Returns whether a call is one of the stateless protocol, in which each call carries what the client can do. */
export function isStateless({ mcpReq }: ServerContext): boolean {
  return mcpReq.envelope !== undefined;
}

/** Returns who calls. Clients of the earlier protocol said once what they can do, when they connected. */
export function callerOf(connected: McpServer, context: ServerContext, signal: AbortSignal): Caller {
  const { server } = connected;
  const { mcpReq } = context;
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const own = isStateless(context)
    ? { capabilities: envelope[envelopeKeys.capabilities], client: envelope[envelopeKeys.client] }
    : { capabilities: server.getClientCapabilities(), client: server.getClientVersion() };
  const capabilities = own.capabilities as { elicitation?: { form?: object; url?: object } } | undefined;
  const { name = 'unknown' } = (own.client ?? {}) as { name?: string };
  const { elicitation } = capabilities ?? {};
  const progressToken = mcpReq._meta?.progressToken;
  return {
    name: name.slice(0, 100),
    server: connected,
    // Clients that name no mode can show forms.
    canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    signal,
    tellProgress(done, total) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: done, ...(total !== undefined && { total }) };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
