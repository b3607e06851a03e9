import type { Client } from '@modelcontextprotocol/client';

/** What a tool has answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
  /** The data of the service in it. */
  readonly data: unknown;
}

/** Returns the answer in the result of a call. */
export function answerOf(result: Awaited<ReturnType<Client['callTool']>>): ToolAnswer {
  const [first] = result.content;
  const structured = (result.structuredContent ?? {}) as Record<string, unknown>;
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    structured,
    data: (structured.untrusted as { data?: unknown } | undefined)?.data,
  };
}
