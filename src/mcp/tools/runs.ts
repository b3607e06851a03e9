import { object, optional, string } from '../protocol.ts';
import { runReadingLine } from '../reading.ts';
import { readsHere, type Server, type Tool, tool } from '../tool.ts';

/** Shows what was changed by runs of bulk work, of assistants too. */
export function runs(server: Server): Tool {
  return tool({
    name: 'runs',
    title: 'Runs of changes',
    description:
      'Lists the runs of changes on this machine, the newest first, with their command and state. With the id of a run: its ' +
      'rows, the outcome of each, and what is left. Journals contain no secrets.',
    input: object({ run: optional(string().min(1).max(200)).describe('the id of one run') }),
    annotations: readsHere,
    call: ({ run }, _, { signal }) =>
      runReadingLine(server, run === undefined ? ['runs', 'list'] : ['runs', 'show', '--', run], [], signal),
  });
}
