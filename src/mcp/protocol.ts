// The Model Context Protocol, and the schemas of its tools. The build makes a file of its own of this module, with its own
// copy of zod, so that no other command loads more than before.

export type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
export { createRequestStateCodec, inputRequired, McpServer } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export type { ZodType as Schema } from 'zod';
export { array, boolean, enum as oneOf, int, optional, strictObject as object, string } from 'zod';
