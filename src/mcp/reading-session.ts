import type { Session } from '../work/run/session.ts';
import type { ToolAnswer } from './answer.ts';
import { outsideOf, type Printed } from './outside.ts';
import type { Server } from './tool.ts';

/** Does work of several reading requests, as a reading line would. Throws what the work throws. */
export function inReadingSession(
  server: Server,
  signal: AbortSignal,
  work: (session: Session) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const printed: Printed = { stdout: '', stderr: '' };
  const outside = outsideOf(server, { mayChange: false, signal }, printed);
  return server.commands.inSession(outside, { dryRun: true }, work);
}
