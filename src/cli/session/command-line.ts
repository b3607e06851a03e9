import type { Client } from '../../api/client/client.ts';
import { createRedactor } from '../../api/redact/redact.ts';
import type { Lines } from '../../bulk/rows/lines.ts';
import type { Commands } from '../../mcp/commands.ts';
import { withNames } from '../../model/names.ts';
import { coveringSink } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Lookup } from '../names/line-refs.ts';
import { createContext } from '../settings/context.ts';
import { secretsOf } from '../settings/secrets.ts';
import { createBodyOf } from './body.ts';
import { createConnections } from './connections.ts';
import { createInput } from './input.ts';
import { later } from './later.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';
import { createNames, loadResolve } from './line-names.ts';
import type { LineParts } from './line-parts.ts';
import { createSession } from './line-session.ts';
import { createLosses } from './losses.ts';
import { createQuestions } from './questions.ts';
import type { RowParts } from './row-parts.ts';
import { createRunningLine, type LineState } from './running-line.ts';
import { safePrompts } from './safe-prompts.ts';
import { createScope } from './scope.ts';
import { withSorting } from './sorted-lists.ts';
import { createListCount } from './summary.ts';
import { isPlain } from './terminal.ts';

/** One command line: the parts that its verb may use, and its life. */
export interface CommandLine {
  readonly parts: LineParts;
  readonly life: LifeCycle;
}

/** Loads the code that reads and runs the commands of rows for a command line. */
export type LoadRows = (whole: LineParts) => Promise<Lines>;

/** Loads the code that gives a server for assistants all commands. `createLine` makes a line on another system. */
export type LoadCommands = (
  whole: LineParts,
  createLine: (system: System) => CommandLine,
) => Promise<Commands>;

interface Further {
  /** The parts that a row of bulk work shares. */
  readonly row?: RowParts;
  /** Absent for a row, which has no rows. */
  readonly rows?: LoadRows;
  /** Absent for a row, which runs no other line. */
  readonly other?: LineParts['otherLine'];
  /** Absent for a row, which serves no assistant. */
  readonly commands?: LoadCommands;
}

const noSummary: LineParts['summary'] = { add: () => {}, addResults: () => {} };
const noRows: LoadRows = () => Promise.reject(new Error('this command line has no rows'));
const noOther: LineParts['otherLine'] = () =>
  Promise.reject(new Error('this command line runs no other one'));
const noCommands: LoadCommands = () => Promise.reject(new Error('this command line has no commands'));

/** Makes the parts of a command line. They work once it is started with its flags. */
export function createCommandLine(outside: System, further: Further = {}): CommandLine {
  const { row, rows = noRows, other = noOther, commands = noCommands } = further;
  const state: LineState = { flags: {}, input: createInput(outside), pending: [] };
  const system = coveredSystem(outside, state);
  const line = createRunningLine(state, system.env, row !== undefined);
  const redactor = row?.redactor ?? createRedactor(secretsOf(system.env));
  const context = later(() => known(state.context));
  const out = later(() => known(state.out));
  const progress = later(() => known(state.progress));
  const summary = later(() => state.summary ?? noSummary);
  const files = later(() => state.input);
  const count = createListCount();
  const print = (message: Promise<void>) => void state.pending.push(message);

  const { beforeChange, ...questions } = createQuestions({
    system,
    line,
    context,
    note: (message) => print(out.note(message)),
    row,
  });
  const { connectOwn, ...connections } = createConnections({
    ...{ system, context, out, progress, redactor, line, count, print, beforeChange },
    onToken: (source) => {
      state.tokenSource = source;
    },
  });
  const scope = createScope(context, line, (given) => {
    state.flags = { ...state.flags, ...given };
    state.context = createContext(state.flags, system, {}, state.folderFile);
  });

  let client: Client | undefined;
  const api = later(() => {
    client ??= withSorting(
      withNames(row?.api ?? connectOwn(), () => loadResolve(lookup)),
      { out, line },
    );
    return client;
  });
  const { canAsk } = questions;
  const lookup: Lookup = { api: row?.whole.api ?? api, context, scope, canAsk, line, found: new Map() };
  const names = createNames(lookup, out);

  const { askToReplace } = questions;
  const life = createLifeCycle({ outside, system, state, line, redactor, count, row, askToReplace });
  const common = { system, context, api, scope, names, out, summary, progress, redactor, line, ...questions };
  const session = createSession(common, { beforeChange, connectForBulk: connectOwn });
  const parts: LineParts = {
    ...common,
    ...createLosses(session),
    session,
    rows: () => rows(parts),
    otherLine: other,
    commands: () => commands(parts, (another) => createCommandLine(another, further)),
    files,
    bodyOf: createBodyOf(files, line),
    connections,
    endsByInterrupt: life.endsByInterrupt,
  };
  return { parts, life };
}

/** Returns the system of a line: all output replaces the progress line, and questions are safe to show. */
function coveredSystem(outside: System, state: LineState): System {
  const clear = () => state.progress?.clear();
  // A list that is drawn again at every key suits no screen reader and not every terminal.
  const drawsLists = () => !isPlain(state.flags, outside.env) && outside.env.TERM !== 'dumb';
  const stderr = coveringSink(outside.stderr, clear);
  return {
    ...outside,
    stdout: coveringSink(outside.stdout, clear),
    stderr,
    prompts: safePrompts(outside.prompts, { drawsLists, write: stderr.write }),
  };
}

function known<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('used before the flags were known');
  return part;
}
