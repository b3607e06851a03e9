import type { Session } from '../work/run/session.ts';
import type { ToolAnswer } from './answer.ts';
import { type Printed, restrictedSystem } from './restricted-system.ts';
import type { Server } from './tool.ts';

/** Does work of several reading requests, as a reading line would. Throws what the work throws. */
export function inReadingSession(
  server: Server,
  signal: AbortSignal,
  work: (session: Session) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const printed: Printed = { stdout: '', stderr: '' };
  const restricted = restrictedSystem(server, { mayChange: false, signal }, printed);
  return server.commands.inSession(restricted, { dryRun: true }, work);
}
