import { shellQuote } from '../../text/shell.ts';
import { shortened } from '../../text/shortened.ts';
import { type ToolAnswer, wrongCall } from '../answer.ts';
import { ask, type FormSeal } from '../plans/consent.ts';
import type { PlanEnd } from '../plans/planned.ts';
import type { Plans, Waiting } from '../plans/store.ts';
import { object, string } from '../protocol.ts';
import { type Server, type Tool, tool } from '../tool.ts';

/** Carries out a plan, if a person agrees. */
export function applyPlan(server: Server, plans: Plans, seal: FormSeal): Tool {
  /** One plan after the other: the second is made on what the first has left. */
  let before: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = before.then(work);
    before = mine.catch(() => {});
    return mine;
  }

  return tool({
    name: 'apply_plan',
    title: 'Carry out a plan',
    description:
      'Shows a person the plan in a form, and carries it out only if they agree there. Nothing else counts as agreement. ' +
      'Each plan can be carried out once, and only if nothing that it changes has changed since.',
    input: object({
      plan: string().min(1).max(100).describe('the id that plan_change or plan_undo has returned'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    async call({ plan: id }, context, caller) {
      const waiting = plans.find(id);
      if (!waiting)
        return wrongCall(
          'There is no such plan. It was used, or it is older than ten minutes. Make a new one. Nothing was sent.',
        );
      if (!caller.canAsk) {
        plans.take(id);
        return declined(waiting, 'This client cannot show a form to a person, so nothing was sent.');
      }
      const said = await ask({ context, caller, seal, plans }, waiting);
      if (said === undefined)
        return wrongCall(
          'A form for this plan is open already, or this answer belongs to another form. Nothing was sent.',
        );
      if (typeof said !== 'string') return { asks: said };
      // Whatever the person has said, this plan is used.
      const taken = plans.take(id);
      if (said !== 'yes') return declined(waiting, refusals[said]);
      if (!taken) return declined(waiting, 'The plan is older than ten minutes, so nothing was sent.');
      return inTurn(async () => {
        const { carryOut } = await import('../plans/planned.ts');
        return answerOf(server, await carryOut(server, taken.planned, caller));
      });
    },
  });
}

const refusals = {
  no: 'The person did not agree, so nothing was sent.',
  nothing: 'The person did not answer, so nothing was sent.',
};

/** Returns the answer without a change, with what a person can run instead. */
function declined({ planned }: Waiting, message: string): ToolAnswer {
  return {
    message: `${message} A person can run this in a shell.`,
    facts: { applied: false, commandLines: planned.commandLines },
  };
}

async function answerOf({ commands, pages, settings }: Server, ended: PlanEnd): Promise<ToolAnswer> {
  const { run, error } = ended;
  const line = (verb: string) => `docs-admin runs ${verb} ${run} --profile ${shellQuote(settings.profile)}`;
  const { data: results, ...page } = pages.first(ended.results);
  const notes = shortened(ended.notes);
  const facts = {
    applied: true,
    run: run ?? null,
    ...page,
    ...(run && { undo: line('undo') }),
  };
  if (error === undefined)
    return { message: 'Done.', facts: { ...facts, exitCode: 0 }, untrusted: { results, notes } };
  const report = await commands.report(error);
  return {
    isError: true,
    message: 'Not all of it was done. See the results, and what to do next.',
    facts: { ...facts, exitCode: report.exitCode, resume: line('resume') },
    untrusted: { results, notes, error: report },
  };
}
