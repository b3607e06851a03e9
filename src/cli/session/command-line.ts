import type { Client, RecordChange } from '../../api/client/client.ts';
import { assertParams } from '../../api/client/request.ts';
import { mayOpenWith } from '../../api/contract/effect.ts';
import { createRedactor, type Redactor } from '../../api/redact/redact.ts';
import type { Commands } from '../../mcp/commands.ts';
import { ofIds, type Resolve, resolvedInput, withNames } from '../../model/names.ts';
import type { Refs } from '../../model/titled-things.ts';
import { coveringSink } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Lines } from '../../rows/lines.ts';
import type { Scope, SessionNames } from '../../work/run/session.ts';
import type { LineLookup } from '../names/line-refs.ts';
import type { Context } from '../settings/context.ts';
import { secretsOf } from '../settings/secrets.ts';
import { createBodyOf, createInput } from './body.ts';
import { createConnections } from './connections.ts';
import { createLifeCycle, type LifeCycle, type Started } from './life-cycle.ts';
import type { LineParts, RowParts } from './line-parts.ts';
import { createSession } from './line-session.ts';
import { createLosses } from './losses.ts';
import { createQuestions } from './questions.ts';
import { createRunningLine, type LineState, type RunningLine } from './running-line.ts';
import { safePrompts } from './safe-prompts.ts';
import { withSorting } from './sorted-lists.ts';
import { createListCount, type ListCount } from './summary.ts';
import { isPlain } from './terminal.ts';

export interface CommandLine {
  /** All output of this system replaces the progress line, and its questions are safe to show. */
  readonly system: System;
  readonly line: RunningLine;
  readonly redactor: Redactor;
  readonly life: LifeCycle;
  /** The parts that its verb may use. They are made when the line is started with its flags; until then this throws. */
  readonly parts: LineParts;
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

const noSummary: LineParts['summary'] = { isWanted: false, add: () => {}, addResults: () => {} };
const runsNone = () => Promise.reject(new Error('a row runs no other line'));

export function createCommandLine(outside: System, further: Further = {}): CommandLine {
  const { row } = further;
  const state: LineState = { flags: {}, pending: [] };
  const system = coveredSystem(outside, state);
  const line = createRunningLine(state, system.env, row !== undefined);
  const redactor = row?.redactor ?? createRedactor(secretsOf(system.env));
  const count = createListCount();
  const found: LineLookup['found'] = new Map();
  const known = new Map<string, unknown>();
  let parts: LineParts | undefined;
  const life = createLifeCycle({ outside, system, state, line, redactor, count, row, known }, (started) => {
    parts = createParts({
      ...{ system, state, line, redactor, count, found, known, life, further },
      ...started,
    });
  });
  return {
    ...{ system, line, redactor, life },
    get parts() {
      if (!parts) throw new Error('used before the flags were known');
      return parts;
    },
  };
}

interface Materials extends Started, Pick<CommandLine, 'system' | 'line' | 'redactor' | 'life'> {
  readonly state: LineState;
  readonly count: ListCount;
  readonly found: LineLookup['found'];
  readonly known: Map<string, unknown>;
  readonly further: Further;
}

function createParts(materials: Materials): LineParts {
  const { system, state, line, redactor, count, found, known, life, further } = materials;
  const { context, out, progress } = materials;
  const { row, rows = runsNone, other = runsNone, commands = runsNone } = further;
  const summary = state.summary ?? noSummary;
  const files = createInput(system);
  const print = (message: Promise<void>) => void state.pending.push(message);
  const { beforeChange, ...questions } = createQuestions({
    ...{ system, line, context, row },
    note: (message) => print(out.note(message)),
    owners: { session: () => session },
  });
  const { connectOwn, ...connections } = createConnections({
    ...{ system, context, out, progress, redactor, line, count, print, record, beforeChange },
    async beforeSending(op, input) {
      // Most requests need no question.
      const isShown = session.dryRun && !op.takes?.includes('several');
      if (!(mayOpenWith(op, input) && !isShown) && !op.isFinal) return;
      await (await import('../../work/guards/consent.ts')).beforeSending(session, { op, input });
    },
    onChange: () => known.clear(),
    onToken: (source) => {
      state.tokenSource = source;
    },
  });
  let recording: Promise<RecordChange> | undefined;
  /** Records the changes of the line, as one command. */
  async function record(...[op, input, send]: Parameters<RecordChange>): Promise<unknown> {
    if (!context.keepsHistory()) return send();
    recording ??= import('../../work/history/recorder.ts').then(({ createRecorder }) =>
      createRecorder(session, {
        command: line.running?.path ?? '',
        operands: line.running?.args ?? [],
        readsBefore: line.flags.undo !== false,
        loadResolve: () => loadResolve(lookup),
      }),
    );
    return (await recording)(op, input, send);
  }
  const scope = createScope(context, line, (given) => {
    state.flags = { ...state.flags, ...given };
  });
  let client: Client | undefined;
  // Not every line has an address.
  const own = passingOn(() => {
    client ??= row?.api ?? connectOwn();
    return client;
  });
  const reading = { client: own, known };
  const api = withSorting(
    withNames(own, () => loadResolve(lookup)),
    { out, line },
  );
  const { canAsk } = questions;
  let lookedUp: Promise<Refs> | undefined;
  const ownRefs = async () => {
    lookedUp ??= import('../../model/refs.ts').then(({ createRefs }) =>
      createRefs({ ...reading, client: api }),
    );
    return lookedUp;
  };
  // The whole work looks up names for all rows.
  const refs = row?.whole.refs ?? ownRefs;
  const lookup: LineLookup = { refs, context, scope, canAsk, line, found };
  const common = {
    ...{ system, context, api, reading, scope, out, summary, progress, redactor, line, ...questions },
    names: createNames(lookup, out),
  };
  const session = createSession(common, {
    ...{ beforeChange, connectForBulk: connectOwn, readingTime: connections.readingTime },
  });
  const parts: LineParts = {
    ...common,
    ...createLosses(session),
    session,
    rows: () => rows(parts),
    otherLine: other,
    commands: () => commands(parts, (another) => createCommandLine(another, further)),
    refs,
    files,
    bodyOf: createBodyOf(files, line),
    connections,
    endsByInterrupt: life.endsByInterrupt,
  };
  return parts;
}

export function passingOn(client: () => Client): Client {
  return {
    call: (...call) => client().call(...call),
    pages: (op, input, range, onPage) => client().pages(op, input, range, onPage),
    assertValid: (op, input) => client().assertValid(op, input),
  };
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
    prompts: safePrompts(outside.prompts, { drawsLists, ready: outside.pager.close, write: stderr.write }),
  };
}

/** Loads the code that looks up names, if there may be one. */
async function loadResolve(lookup: LineLookup): Promise<Resolve> {
  return (await import('../names/line-refs.ts')).resolveFor(lookup);
}

/** Returns the names of a line. Their code is loaded when one is needed. */
function createNames(lookup: LineLookup, out: Pick<LineParts['out'], 'saysChanges'>): SessionNames {
  const load = () => import('../names/name-of.ts');
  return {
    nameOf: async (kind, id) => (await load()).titledName(lookup, kind, id),
    titleOf: async (kind, given) => (await load()).knownTitle(lookup, kind, given),
    valuesBefore: async (kind, id) => (out.saysChanges ? (await load()).valuesBefore(lookup, kind, id) : {}),
    async resolved(op, input) {
      const found = await resolvedInput(op, input, () => loadResolve(lookup));
      // It may be looked up in a list that is read first.
      assertParams(op, found.params);
      return found;
    },
    asIds: ofIds,
  };
}

const allSpaces = '--all-spaces';

/** Makes the scope of a line from its context. `supply` adds to the line, as if the user had given it there. */
function createScope(context: Context, line: Pick<RunningLine, 'running'>, supply: Scope['supply']): Scope {
  function need(key: 'org' | 'site' | 'space' | 'change-request', instead?: string): string {
    // Without an address the line cannot succeed. Reporting that first spares a new user several errors.
    context.baseUrl();
    return context.need(key, instead);
  }

  return {
    org: () => need('org'),
    site: () => need('site'),
    space: () =>
      need('space', line.running?.options.some(({ long }) => long === allSpaces) ? allSpaces : undefined),
    changeRequest: () => need('change-request'),
    known: () => ({
      site: context.find('site')?.value,
      space: context.find('space')?.value,
      changeRequest: context.find('change-request')?.value,
    }),
    supply,
  };
}
