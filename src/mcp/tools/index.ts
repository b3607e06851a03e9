import type { FormSeal } from '../plans/consent.ts';
import { createPlans } from '../plans/store.ts';
import type { Server, Tool } from '../tool.ts';
import { applyPlan } from './apply-plan.ts';
import { describeCommand } from './describe-command.ts';
import { planChange } from './plan-change.ts';
import { planUndo } from './plan-undo.ts';
import { read } from './read.ts';
import { searchCommands } from './search-commands.ts';

/** Returns the tools of a server, in the order in which clients list them. */
export function toolsOf(server: Server, seal: FormSeal): readonly Tool[] {
  return [
    searchCommands(server),
    describeCommand(server),
    read(server),
    ...(server.allowed.size > 0 ? changing(server, seal) : []),
  ];
}

/** Returns the tools that plan changes and carry them out. */
function changing(server: Server, seal: FormSeal): readonly Tool[] {
  const plans = createPlans(server.system.clock);
  return [planChange(server, plans), applyPlan(server, plans, seal), planUndo(server, plans)];
}
