import type { Server, Tool } from '../tool.ts';
import { describeCommand } from './describe-command.ts';
import { read } from './read.ts';
import { searchCommands } from './search-commands.ts';

/** Returns the tools of a server, in the order in which clients list them. */
export function toolsOf(server: Server): readonly Tool[] {
  return [searchCommands(server), describeCommand(server), read(server)];
}
