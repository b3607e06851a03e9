import type { Command } from 'commander';
import type { Client } from '../../api/client/client.ts';
import type { InputProblem } from '../../api/client/errors.ts';
import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { isRepeatable } from '../../api/client/retry.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { operations } from '../../api/contract/operations/index.ts';
import { commandFacts } from '../../cli/command.ts';
import { commandPath } from '../../cli/command-path.ts';
import { isGone } from '../../cli/ignore-not-found.ts';
import { describeProblem, positionalParams } from '../../cli/naming.ts';
import { describeError } from '../../cli/report/report.ts';
import type { App } from '../../cli/session/app.ts';
import { NothingCalled } from '../../errors.ts';
import type { RowRunner } from './row-runner.ts';

/** What a row is going to do first. */
export interface Preflight {
  /** The words of its command, with full names: `members update`. */
  readonly command: string;
  readonly op: Operation;
  readonly input: AnyInput;
  /** What it would ask before. */
  readonly question: string | undefined;
  /** The id of what it works on, where the line names it. */
  readonly id: string | undefined;
  /** What it warns of. */
  readonly warnings: readonly string[];
  /** Whether it names what is not there, so that it sends nothing. */
  readonly isGone?: true;
}

/** Ends a preflight where the first request would leave. */
class FirstRequest extends Error {
  readonly op: Operation;
  readonly input: AnyInput;
  readonly unknowns: readonly InputProblem[];
  constructor(op: Operation, input: AnyInput, unknowns: readonly InputProblem[]) {
    super();
    this.op = op;
    this.input = input;
    this.unknowns = unknowns;
  }
}

const usageCode = 2;

/**
 * Runs a row's command up to its first request, which is checked and not sent. Resolves with what it would do, or
 * with the words for what is wrong with the row. With `takesMissing`, a name that is not found is not wrong where
 * the command only reads: the row fails when it runs.
 */
export async function runPreflight(
  app: App,
  runner: RowRunner,
  words: readonly string[],
  { takesMissing = false } = {},
): Promise<Preflight | string> {
  let question: string | undefined;
  const warnings: string[] = [];
  try {
    await runner.run(words, checkingClient(app.api), {
      asks: (asked) => {
        question = asked;
      },
      warns: (warning) => void warnings.push(warning),
    });
  } catch (error) {
    if (error instanceof FirstRequest) return { ...preflightOf(error, runner.running, warnings), question };
    const { running } = runner;
    const isMissing = takesMissing && error instanceof NothingCalled && running && readsOnly(running);
    if (running && (isMissing || isGone(error, running))) return nothingToDo(running);
    const {
      exitCode,
      message,
      details = [],
    } = describeError(error, { running: runner.running, tokenSource: undefined });
    if (exitCode !== usageCode && !(error instanceof NothingCalled)) throw error;
    return details.length > 0 ? details.join('; ') : message;
  }
  return 'it sends no request to the service';
}

function preflightOf(
  { op, input, unknowns }: FirstRequest,
  running: Command | undefined,
  warnings: readonly string[],
) {
  if (!running) throw new Error('a request without a command');
  const unknown = unknowns.map((problem) => `${describeProblem(problem, op, running)}; sent as it is`);
  return {
    command: nameOf(running),
    op,
    input,
    id: idOf(input, running),
    warnings: [...warnings, ...unknown],
  };
}

function nothingToDo(command: Command): Preflight {
  const [op] = commandFacts(command).operations as [Operation];
  return {
    command: nameOf(command),
    op,
    input: {},
    question: undefined,
    id: undefined,
    warnings: [],
    isGone: true,
  };
}

function readsOnly(command: Command): boolean {
  return commandFacts(command).operations.every(({ method }) => method === 'GET');
}

function nameOf(command: Command): string {
  return commandPath(command).replace(/^\S+ /, '');
}

/** What a command works on, where its first argument is the id of it. */
function idOf({ params }: AnyInput, command: Command): string | undefined {
  const [op] = commandFacts(command).operations;
  const [param] = op ? positionalParams(op, command) : [];
  return param === undefined ? undefined : params?.[param];
}

function checkingClient({ assertValid }: Client): Client {
  function stop(op: Operation, input: AnyInput): never {
    throw new FirstRequest(op, input, assertValid(op, input as never));
  }
  return {
    assertValid,
    call: async (op, input) => stop(op, input as AnyInput),
    // biome-ignore lint/correctness/useYield: it stops before the first page
    pages: async function* (op, input) {
      stop(op, input as AnyInput);
    },
  };
}

/**
 * What each of several requests changes: two with the same resource must not be under way at once. `undefined` for
 * requests that read, and for those that make something new in a list without an order.
 */
export function resourcesOf(requests: readonly Preflight[]): (string | undefined)[] {
  const reordered = new Set(requests.filter(({ op }) => op.method !== 'PATCH').map(orderedListOf));
  return requests.map((request) => {
    const list = orderedListOf(request);
    // As long as the order stays the same, several things in a list may change at once.
    return reordered.has(list) ? (list ?? ownResourceOf(request)) : ownResourceOf(request);
  });
}

/** What a request changes, independent of the other requests. */
export function resourceOf(request: Preflight): string | undefined {
  return orderedListOf(request) ?? ownResourceOf(request);
}

function ownResourceOf({ op, input }: Preflight): string | undefined {
  if (op.method === 'GET') return undefined;
  const isInList = operations.some((other) => other.item && other.path === op.path);
  if (isInList && !isRepeatable(op)) return undefined;
  // Requests for one member and for several members of a team change the same thing.
  const path = op.path.replace(/(\/teams\/\{team\})\/members.*/, '$1');
  return filled(path.slice(0, path.lastIndexOf('}') + 1), input);
}

/** Lists that keep the order in which things are put into them, by the paths that make, move and delete these. */
const orderedLists = [
  /^(\/v1\/orgs\/\{org\}\/sites\/\{site\})\/(?:sections|section-groups|site-spaces)(?:\/|$)/,
  /^(\/v1)\/(?:orgs\/\{org\}\/)?collections(?:\/\{collection\}(?:\/move|\/transfer)?)?$/,
];

/** The list whose order a request may change: the structure of a site, or the collections. */
function orderedListOf({ op, input }: Preflight): string | undefined {
  if (op.method === 'GET') return undefined;
  const [, parent] = orderedLists.map((list) => list.exec(op.path)).find(Boolean) ?? [];
  return parent === undefined ? undefined : `${filled(parent, input)} in order`;
}

function filled(path: string, { params = {} }: AnyInput): string {
  return paramNames(path).reduce((text, name) => text.replace(`{${name}}`, params[name] ?? ''), path);
}
