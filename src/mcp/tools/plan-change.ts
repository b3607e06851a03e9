import { UsageError } from '../../errors.ts';
import { shellQuote } from '../../text/shell.ts';
import { shortened } from '../../text/shortened.ts';
import { type ToolAnswer, wrongCall } from '../answer.ts';
import type { ListedCommand } from '../commands.ts';
import { longestForm } from '../plans/form.ts';
import type { Planned, PlannedWork } from '../plans/planned.ts';
import type { Plans } from '../plans/store.ts';
import { array, boolean, object, optional, string } from '../protocol.ts';
import { NotAllowed, refusal } from '../refused-words.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { nounOf, withoutProgram, withoutTool } from '../usage.ts';

/** Plans a change, without sending it. */
export function planChange(server: Server, plans: Plans): Tool {
  return tool({
    name: 'plan_change',
    title: 'Plan a change',
    description:
      'Plans a change and sends nothing: one or several command lines, or an organization file of this folder. Returns the ' +
      'requests, what cannot be undone, and the id of the plan for apply_plan. A plan lasts ten minutes, and can be carried ' +
      'out once.',
    input: object({
      commands: optional(array(string().min(1).max(10_000)).min(1).max(200)).describe(
        'command lines without docs-admin, with quotes as in a shell: ["teams update team_docs --title \'New title\'"]',
      ),
      organization_file: optional(string().min(1).max(1000)).describe(
        'path of an organization file, instead of commands: the organization is made as it says',
      ),
      delete: optional(boolean()).describe('with organization_file: also delete what the file leaves out'),
    }),
    annotations: reads,
    async call({ commands, organization_file: file, delete: deletes = false }, _, caller) {
      if ((commands === undefined) === (file === undefined))
        throw new UsageError('give commands, or an organization_file');
      const work = commands ? await linesWork(server, commands) : fileWork(file as string, deletes);
      const { planWork } = await import('../plans/planned.ts');
      return planAnswer(server, plans, await planWork(server, work, caller));
    },
  });
}

export function planAnswer({ pages }: Server, plans: Plans, planned: Planned): ToolAnswer {
  const { changes, notes, operations, consequences, final, commandLines, form } = planned;
  const { data, ...page } = pages.first(changes);
  const facts = {
    commandLines: shortened(commandLines),
    requests: operations.length,
    ...page,
    consequences,
    cannotBeUndone: final,
  };
  const untrusted = { changes: data, notes: shortened(notes) };
  if (form.length > longestForm)
    return wrongCall(
      `The form of this plan has ${form.length} characters, and a person is asked to read at most ${longestForm}. ` +
        'Nothing was sent. Plan less at once, or let a person run this in a shell.',
      { commandLines },
    );
  if (operations.length === 0)
    return { message: 'There is nothing to change, so there is no plan.', facts, untrusted };
  return {
    message:
      'Nothing was sent. Tell the person what this changes, then call apply_plan with the id: the person sees a form, and ' +
      'decides. The plan lasts ten minutes.',
    facts: { plan: plans.keep(planned), ...facts },
    untrusted,
  };
}

/** Reads command lines. Throws `UsageError` for a line that cannot be planned. */
async function linesWork(server: Server, texts: readonly string[]): Promise<PlannedWork> {
  const lines = await Promise.all(texts.map((text) => wordsOf(server, text)));
  return {
    words: lines,
    async run(session, rows) {
      const { runCommandLines } = await import('../../rows/command-lines.ts');
      await runCommandLines(session, rows, lines);
    },
  };
}

async function wordsOf(server: Server, text: string): Promise<readonly string[]> {
  const { splitWords } = await import('../../rows/template.ts');
  const words = splitWords(text);
  if (!words) throw new UsageError('a quote is opened and never closed in a command line');
  const own = withoutProgram(words);
  const line = await server.commands.read(own, server.system);
  const problem = refusal(line);
  if (problem) throw new UsageError(problem);
  const all = await server.commands.describe();
  const found = all.find(({ command }) => withoutTool(command) === line.command);
  const changing = found?.operations.filter(({ effect }) => effect !== 'read') ?? [];
  if (!found || line.command === '' || line.meant !== undefined)
    throw new UsageError(`\`${text}\` is no command`, {
      hint: line.meant ?? 'find commands with search_commands',
    });
  if (found.flags.some(({ name }) => name === '--journal')) throw bulkWork(line.command);
  if (changing.length === 0) throw noChange(found);
  const noun = changing.map(({ id }) => nounOf(id)).find((name) => !server.allowed.has(name));
  if (noun) throw new NotAllowed(noun, [...server.allowed]);
  return own;
}

/** Says what to plan instead of a command that makes many changes with a run of its own. */
function bulkWork(command: string): UsageError {
  return new UsageError(`\`${command}\` is bulk work, and cannot be one of the commands of a plan`, {
    hint: insteadOf[command] ?? 'plan a command for each change, or let a person run it in a shell',
  });
}

const planUndo = 'call plan_undo with the id of the run';

const insteadOf: Readonly<Record<string, string>> = {
  'org apply': 'give the path of the file as organization_file',
  'runs undo': planUndo,
  undo: planUndo,
};

function noChange({ command, effect }: ListedCommand): UsageError {
  const words = withoutTool(command);
  if (effect === 'delete') return bulkWork(words);
  if (effect === 'any')
    return new UsageError(`\`${words}\` cannot be planned`, {
      hint: 'find the command for this change with search_commands',
    });
  return new UsageError(`\`${words}\` sends no request that changes the service`, {
    hint: 'find commands with search_commands; reading commands run with read',
  });
}

function fileWork(path: string, deletes: boolean): PlannedWork {
  const words = ['org', 'apply', '--file', path, ...(deletes ? ['--delete'] : [])];
  return {
    words: [words],
    async run(session) {
      const { readOrganizationFile } = await import('../../org/file/read.ts');
      const { keysWithoutEffect } = await import('../../org/file/counts.ts');
      const { secretTexts } = await import('../../org/apply/secret-texts.ts');
      const { applyOrganization } = await import('../../org/apply/apply.ts');
      const file = await readOrganizationFile(session.system, [path]);
      for (const line of keysWithoutEffect(file)) await session.out.warn(line);
      await applyOrganization(
        session,
        {
          file,
          secrets: secretTexts(file, session.system.journals.absolute),
          options: { deletes, limits: session.limits, allowDelete: [], refresh: [] },
          command: words.map(shellQuote).join(' '),
        },
        {},
      );
    },
  };
}
