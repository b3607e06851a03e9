import { heldGrades } from '../../domain/reach/grades.ts';
import type { Commands, LineFacts } from '../../mcp/commands.ts';
import type { Count } from '../../output/progress-text.ts';
import type { Session } from '../../work/run/session.ts';
import { readCommandLine } from '../line/load.ts';
import { takesStdin } from '../line/one-input.ts';
import { findProblem } from '../line/problem.ts';
import type { Line } from '../line/read.ts';
import { refusalOf } from '../line/refuse.ts';
import { createProgram } from '../program.ts';
import type { Verb } from '../verb.ts';
import type { CommandLine } from './command-line.ts';
import type { LineParts } from './line-parts.ts';

/**
 * Gives a server for assistants all commands. `whole` is the line of the server; `createLine` makes another line, on
 * another system.
 */
export function createCommands(
  { redactor, line, otherLine }: LineParts,
  createLine: (system: LineParts['system']) => CommandLine,
): Commands {
  const serving = line.running as Verb;
  // The lines of an assistant run in the place of the server: hints do not name it.
  const unplaced = () => ({ running: serving, tokenSource: line.tokenSource });
  // These flags have no variable of the environment, which would give them to the lines.
  const { allowHttp = false } = line.flags;
  const given = allowHttp ? ['--allow-http'] : [];
  const program = serving.parent as Verb;
  return {
    describe: async () => (await import('../help/described.ts')).describedProgram(program),
    async read(words, system) {
      const found = await readCommandLine(createProgram(createLine(system)), words);
      const problem = findProblem(found);
      const isKnown = problem?.kind !== 'unknown command';
      if (isKnown) return { ...factsOf(found), meant: undefined };
      const { reportOf } = await import('../report/worded.ts');
      const meant = reportOf(await refusalOf(problem, found), unplaced()).hint;
      return { ...factsOf(found), meant };
    },
    run: (words, system) => otherLine([...given, ...words], system),
    async inSession(system, { dryRun, onProgress, ...own }, work) {
      const whole = createLine(system);
      const { life } = whole;
      // The form begins with what opens, and a person agrees to that.
      const allowOpening = heldGrades;
      await life.start({ json: true, yes: true, dryRun, allowHttp, allowOpening }, serving);
      const { parts } = whole;
      const session: Session = Object.assign(Object.create(parts.session), own, {
        progress: {
          start: () => {},
          update: ({ done, total }: Count) => onProgress?.(done ?? 0, total),
          stop: () => {},
        },
      });
      try {
        return await work(session, await parts.rows());
      } finally {
        await life.finish();
      }
    },
    async report(error) {
      const { redactReport, reportOf } = await import('../report/worded.ts');
      const { exitCode, message, details, hint } = redactReport(reportOf(error, unplaced()), redactor);
      return { exitCode, message, details, hint };
    },
  };
}

/** Returns the variables of the environment in the value of a flag; the others are files: `NAME=@FILE`. */
function variablesIn({ value = '' }: Line['flags'][number]): string[] {
  return value.split(',').filter((source) => !source.includes('=@'));
}

function factsOf({ command, flags, operands, asksHelp }: Line): LineFacts {
  return {
    command: command.path,
    flags: flags.map(({ option }) => option.long as string),
    inputs: flags.flatMap((flag) => (takesStdin(flag) ? '-' : (flag.value ?? []))),
    variables: flags.filter(({ option }) => option.long === '--secret').flatMap(variablesIn),
    writing: flags.filter(({ option }) => option.facts.writesFile).map(({ option }) => option.long as string),
    limit: flags.find(({ option }) => option.long === '--limit')?.value,
    operands,
    asksHelp,
  };
}
