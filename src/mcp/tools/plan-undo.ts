import type { PlannedWork } from '../plans/planned.ts';
import type { Plans } from '../plans/store.ts';
import { object, string } from '../protocol.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { planAnswer } from './plan-change.ts';

/** Plans how a run is undone. */
export function planUndo(server: Server, plans: Plans): Tool {
  return tool({
    name: 'plan_undo',
    title: 'Plan an undo',
    description:
      'Plans how the changes of a run are taken back, and sends nothing. Returns what comes back, what cannot be restored, ' +
      'and the id of the plan for apply_plan. List the runs with runs.',
    input: object({
      run: string()
        .regex(/^[\w-]+$/)
        .max(60)
        .describe('the id of the run: 20260601T120000-3f9a1c'),
    }),
    annotations: reads,
    async call({ run }, _, caller) {
      const { planWork } = await import('../plans/planned.ts');
      return planAnswer(server, plans, await planWork(server, undoWork(run), caller));
    },
  });
}

function undoWork(run: string): PlannedWork {
  return {
    words: [['runs', 'undo', run]],
    async run(session) {
      const { undoRun } = await import('../../work/undo.ts');
      await undoRun(session, run, {});
    },
  };
}
