import type { Client } from '../../../api/client/client.ts';
import type { InputProblem } from '../../../api/client/errors.ts';
import { type AnyInput, paramNames } from '../../../api/client/request.ts';
import type { Operation } from '../../../api/contract/operation.ts';
import { NothingCalled, withoutStack } from '../../../errors.ts';
import type { ChangingRequest } from '../../../model/effects/facts.ts';
import { wordOf } from '../../../model/resource.ts';
import { isKind, partOf, resourceOf } from '../../../model/resources.ts';
import type {
  LineRunner,
  Lines,
  Preflight,
  Question,
  RowMistake,
  RowRules,
  TemplateParts,
} from '../../../rows/lines.ts';
import { called } from '../../../text/called.ts';
import { describeProblem } from '../../input-words.ts';
import { readCommandLine } from '../../line/load.ts';
import { findProblem } from '../../line/problem.ts';
import { type GivenFlag, givenFlagWord, joinLine } from '../../line/read.ts';
import { positionalParams } from '../../naming.ts';
import { createProgram } from '../../program.ts';
import { describeError } from '../../report/report.ts';
import type { Verb } from '../../verb.ts';
import { createCommandLine } from '../command-line.ts';
import { createRow, type RowRunner, type WholeLine } from './row.ts';

/**
 * Makes the reader and runner of rows' commands. Each row is a line of its own, with the flags of the whole work's
 * line.
 */
export function createLines(whole: WholeLine): Lines {
  let text: Promise<string> | undefined;
  /** Reads standard input once for all rows. */
  const sharedText = () => {
    text ??= whole.files.text('-');
    return text;
  };
  return {
    readTemplate: (words) => readTemplate(whole, words),
    createRunner: (rules) => createRunner(whole, rules, sharedText),
  };
}

function createRunner(whole: WholeLine, rules: RowRules, sharedText: () => Promise<string>): LineRunner {
  const row = createRow(whole, rules, sharedText);
  return {
    preflight: (words) => runPreflight(whole.api, row, words, rules),
    async run(words, client) {
      const { kind } = await row.run(words, client);
      return kind === 'gone' ? undefined : row.printed;
    },
  };
}

async function readTemplate({ system }: WholeLine, template: readonly string[]): Promise<TemplateParts> {
  const line = await readCommandLine(createProgram(createCommandLine(system)), template);
  const { flags } = line;
  return {
    // Each row reports the problems of the template itself.
    words: findProblem(line) || line.asksHelp ? template : joinLine(line, flagWords),
    withValue: new Set(flags.flatMap(({ words }) => (words.length > 1 ? (words[0] ?? []) : []))),
    pairs: flags.flatMap(({ option, value = '' }) =>
      option.facts.isPair ? [{ flag: option.long ?? '', value }] : [],
    ),
  };
}

/** Writes a flag for each of several values that the template separates by commas. */
function flagWords(flag: GivenFlag): readonly string[] {
  const { option, value } = flag;
  if (value === undefined || !option.facts.isRepeatable || option.facts.isShared)
    return [givenFlagWord(flag)];
  return value.split(',').map((part) => givenFlagWord({ option, value: part.trim() }));
}

/** Ends a preflight instead of sending the first request. */
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

/** The warnings of most rows. */
const none: readonly string[] = [];

/**
 * Runs a row's command up to its first request, which is checked and not sent. Resolves with what it would do, or with
 * the row's mistake. With `takesMissing`, a name that is not found is no mistake if the command only
 * reads: the row fails when it runs.
 */
async function runPreflight(
  api: Client,
  row: RowRunner,
  words: readonly string[],
  { takesMissing = false }: RowRules,
): Promise<Preflight | RowMistake> {
  let question: string | undefined;
  const warnings: string[] = [];
  try {
    const end = await row.run(words, checkingClient(api), {
      asks: (asked) => {
        question = asked;
      },
      warns: (warning) => void warnings.push(warning),
    });
    if (end.kind === 'gone' && row.running) return nothingToDo(row.running);
    return { mistake: 'it sends no request to the service' };
  } catch (error) {
    const { running } = row;
    if (error instanceof FirstRequest && running)
      return await preflightOf(error, running, row, question, warnings);
    if (takesMissing && error instanceof NothingCalled && running?.readsOnly) return nothingToDo(running);
    const described = describeError(error, { running, tokenSource: undefined }, describeProblem);
    const { exitCode, message, details, hint } = described;
    if (exitCode !== usageCode && !(error instanceof NothingCalled)) throw error;
    return { mistake: details.length > 0 ? details.join('; ') : message, hint };
  }
}

async function preflightOf(
  { op, input, unknowns }: FirstRequest,
  command: Verb,
  { saysYes, share }: Pick<RowRunner, 'saysYes' | 'share'>,
  question: string | undefined,
  warnings: readonly string[],
): Promise<Preflight> {
  const unknown = unknowns.map((problem) => `${describeProblem(problem, op, command)}; sent as it is`);
  const text = question ?? (saysYes || !op.isFinal ? undefined : await questionOf({ op, input }));
  return {
    command: command.path,
    op,
    operation: op.id,
    input: share(input),
    part: await partOf(op),
    question: text === undefined ? undefined : { text, about: await subjectOf(op, input) },
    id: idOf(input, command),
    warnings: warnings.length + unknown.length === 0 ? none : [...warnings, ...unknown],
  };
}

async function questionOf(request: ChangingRequest): Promise<string | undefined> {
  return (await import('../../../work/guards/consent.ts')).finalQuestion(request);
}

/** Returns the thing at the end of a request's path, with its name in questions without its title. */
async function subjectOf(op: Operation, { params = {} }: AnyInput): Promise<Question['about']> {
  const kind = paramNames(op.path).at(-1) ?? '';
  const id = params[kind];
  if (!isKind(kind) || id === undefined) return undefined;
  return { kind, id, called: called(wordOf(await resourceOf(kind)), { id, title: '' }) };
}

function nothingToDo(command: Verb): Preflight {
  const [op] = command.facts.operations as [Operation];
  return {
    command: command.path,
    op,
    operation: op.id,
    input: {},
    part: undefined,
    question: undefined,
    id: undefined,
    warnings: [],
    isGone: true,
  };
}

/** Returns the id of the thing that a command works on, if its first argument is that id. */
function idOf({ params }: AnyInput, command: Verb): string | undefined {
  const [op] = command.facts.operations;
  const [param] = op ? positionalParams(op, command) : [];
  return param === undefined ? undefined : params?.[param];
}

function checkingClient({ assertValid }: Client): Client {
  function stop(op: Operation, input: AnyInput): never {
    const unknowns = assertValid(op, input);
    throw withoutStack(() => new FirstRequest(op, input, unknowns));
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
