import type { FormSeal } from '../plans/consent.ts';
import { createPlans } from '../plans/store.ts';
import type { Server, Tool } from '../tool.ts';
import { applyPlan } from './apply-plan.ts';
import { audit } from './audit.ts';
import { describeCommand } from './describe-command.ts';
import { explainAccess } from './explain-access.ts';
import { find } from './find.ts';
import { organizationOverview } from './organization-overview.ts';
import { planChange } from './plan-change.ts';
import { planUndo } from './plan-undo.ts';
import { read } from './read.ts';
import { runs } from './runs.ts';
import { searchCommands } from './search-commands.ts';

/** The tools that only read, in the order in which clients list them. */
const reading = [searchCommands, describeCommand, read, organizationOverview, find, explainAccess, audit];

/** Returns the tools of a server, in the order in which clients list them. */
export function toolsOf(server: Server, seal: FormSeal): readonly Tool[] {
  return [
    ...reading.map((tool) => tool(server)),
    ...(server.allowed.size > 0 ? changing(server, seal) : []),
    runs(server),
  ];
}

/** Returns the tools that plan changes and carry them out. */
function changing(server: Server, seal: FormSeal): readonly Tool[] {
  const plans = createPlans(server.system.clock);
  return [planChange(server, plans), applyPlan(server, plans, seal), planUndo(server, plans)];
}
