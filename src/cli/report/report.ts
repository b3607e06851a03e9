import { CommanderError } from 'commander';
import { InvalidInput, RequestFailure, ServiceError } from '../../api/client/errors.ts';
import { DocsAdminError, type ErrorKind, errorKinds, type Hint, InvalidOption } from '../../errors.ts';
import { seeHelp } from '../command-path.ts';
import type { SharedFlags } from '../flags/flag.ts';
import type { describeProblem } from '../input-words.ts';
import type { Verb } from '../verb.ts';

/** An error with its code and its words; its hint is still a code. */
export interface Description {
  readonly kind: ErrorKind;
  readonly exitCode: number;
  readonly message: string;
  readonly hint?: Hint | string | undefined;
  readonly details: readonly string[];
  readonly status?: number;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly method?: string;
  readonly url?: string;
}

/** The facts about the line that reports use. */
export interface RanLine {
  readonly running: Verb | undefined;
  readonly tokenSource: string | undefined;
  /** What its flags say of the place, and of the surroundings of a thing. */
  readonly flags?: Pick<SharedFlags, 'profile' | 'org' | 'site' | 'space' | 'changeRequest'>;
}

/**
 * Describes `error`, with the command that ran and the token that it used, if they are known. `inFlags` has the words for
 * problems with the input of a command.
 */
export function describeError(
  error: unknown,
  { running, tokenSource }: RanLine,
  inFlags?: typeof describeProblem,
): Description {
  if (error instanceof CommanderError) return commandLineReport(error);
  if (!(error instanceof DocsAdminError)) return internalError;
  if (error instanceof InvalidInput) return invalidInputReport(error, running, inFlags);
  if (error instanceof ServiceError) return serviceReport(error, tokenSource);
  const { kind, exitCode, hint, details } = error;
  return {
    kind,
    exitCode,
    message: messageOf(error),
    hint,
    details,
    ...(error instanceof RequestFailure && aboutRequest(error)),
  };
}

const internalError: Description = {
  ...ofKind('internal'),
  message: 'internal error: this is a bug in docs-admin',
  hint: 'run it again with --debug and report what it prints',
};

export function ofKind(kind: ErrorKind): Pick<Description, 'kind' | 'exitCode' | 'details'> {
  return { kind, exitCode: errorKinds[kind].exitCode, details: [] };
}

function aboutRequest({ request, requestId }: RequestFailure | ServiceError): Partial<Description> {
  return { requestId, method: request.method, url: request.url };
}

/** Returns the message of an error, with the flags that gave its values. */
function messageOf(error: DocsAdminError): string {
  const { message, hint } = error;
  if (error instanceof InvalidOption) return `invalid --${error.option}: ${error.problem}`;
  if (hint?.code === 'name-new-journal') return `--journal ${message}`;
  if (hint?.code !== 'choose-other-file') return message;
  const [one, other] = hint.data.uses.map((use) => (use === 'row' ? 'a row' : `--${use}`));
  return `${one} and ${other} name the same file, ${hint.data.path}`;
}

function invalidInputReport(
  error: InvalidInput,
  command: Verb | undefined,
  inFlags: typeof describeProblem | undefined,
): Description {
  const lines = error.problems.map((problem) =>
    command && inFlags
      ? inFlags(problem, error.operation, command)
      : `${problem.path.join('.')} ${problem.message}`,
  );
  const report = { ...ofKind('usage'), hint: command && seeHelp(command) };
  const [only, ...others] = lines;
  if (others.length === 0) return { ...report, message: only ?? 'invalid input' };
  return { ...report, message: `${lines.length} problems with the input; nothing was sent`, details: lines };
}

/** Describes an error of commander. Few remain: the tool refuses lines without a meaning before commander sees them. */
function commandLineReport(error: CommanderError): Description {
  const [one, other] = error.message.match(/--[\w-]+/g) ?? [];
  const isConflict = error.code === 'commander.conflictingOption' && other !== undefined;
  return {
    ...ofKind('usage'),
    message: isConflict ? `${one} and ${other} exclude each other` : 'the command line cannot be understood',
    ...(isConflict && { hint: 'give one of the two' }),
  };
}

function serviceReport(error: ServiceError, tokenSource: string | undefined): Description {
  const { kind, exitCode, hint, status, code, details } = error;
  return {
    kind,
    exitCode,
    message: serviceMessage(error, tokenSource),
    status,
    code,
    ...aboutRequest(error),
    // The details of a body with one message repeat it.
    details: details.filter((detail) => detail !== error.message),
    hint,
  };
}

/** The words before a message of the service, for kinds whose meaning is clear. */
const openings: Partial<Record<ErrorKind, string>> = {
  forbidden: 'not allowed',
  'not-found': 'not found',
  conflict: 'conflict',
  'rate-limited': 'rate limited',
};

function serviceMessage({ kind, status, message, request }: ServiceError, tokenSource: string | undefined) {
  if (kind === 'token-refused') {
    const source = tokenSource ? ` (source: ${tokenSource})` : '';
    return `token rejected by ${new URL(request.url).origin}${source}: ${message}`;
  }
  const opening = openings[kind];
  if (opening) return `${opening}: ${message}`;
  const answered = `the service answered ${status}`;
  return kind === 'unreachable' || message === answered ? message : `${answered}: ${message}`;
}
