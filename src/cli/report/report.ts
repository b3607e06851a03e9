import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { InvalidInput, RequestFailure, ServiceError } from '../../api/client/errors.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { DocsAdminError, type ErrorKind, errorKinds } from '../../errors.ts';
import { visible } from '../../text/printable.ts';
import { commandPath, seeHelp } from '../command-path.ts';
import { describeProblem } from '../naming.ts';
import { inWords, namingFlag } from './hints.ts';

/** An error in the words and codes of the interface. */
export interface Report {
  readonly kind: ErrorKind;
  readonly exitCode: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: readonly string[];
  readonly status?: number;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly method?: string;
  readonly url?: string;
}

/** What reports use of the line that ran. */
interface RanLine {
  readonly running: Command | undefined;
  readonly tokenSource: string | undefined;
}

/** The report of `error`, with the command that ran and the token that it used, if they are known. */
export function describeError(error: unknown, { running, tokenSource }: RanLine): Report {
  if (error instanceof CommanderError) return commandLineReport(error);
  if (!(error instanceof DocsAdminError)) return internalError;
  if (error instanceof InvalidInput) return invalidInputReport(error, running);
  const { kind, exitCode, details } = error;
  const reader = running && readerBeside(running);
  const hint = error.hint && inWords(error.hint, { reader, tokenSource });
  if (error instanceof ServiceError) return serviceReport(error, hint, tokenSource);
  return {
    kind,
    exitCode,
    message: namingFlag(error.message, error.hint),
    hint,
    ...(details && { details }),
    ...(error instanceof RequestFailure && aboutRequest(error)),
  };
}

const internalError: Report = {
  ...ofKind('internal'),
  message: 'internal error: this is a bug in docs-admin',
  hint: 'run it again with --debug and report what it prints',
};

/** A kind and its exit code, as reports have them. */
export function ofKind(kind: ErrorKind): Pick<Report, 'kind' | 'exitCode'> {
  return { kind, exitCode: errorKinds[kind].exitCode };
}

function aboutRequest({ request, requestId }: RequestFailure): Partial<Report> {
  return { requestId, method: request.method, url: request.url };
}

/** The command that shows what a change may have done: the one that reads, beside the one that ran. */
function readerBeside(running: Command): string | undefined {
  if (running.name() === 'api') return `${commandPath(running)} GET`;
  const near = running.parent?.commands ?? [];
  const reader = ['list', 'get', 'info'].flatMap(
    (name) => near.find((verb) => verb.name() === name) ?? [],
  )[0];
  return reader && commandPath(reader);
}

function invalidInputReport(error: InvalidInput, command: Command | undefined): Report {
  const lines = error.problems.map((problem) =>
    command
      ? describeProblem(problem, error.operation, command)
      : `${problem.path.join('.')} ${problem.message}`,
  );
  const report = { ...ofKind('usage'), hint: command && seeHelp(command) };
  const [only, ...others] = lines;
  if (others.length === 0) return { ...report, message: only ?? 'invalid input' };
  return { ...report, message: `${lines.length} problems with the input; nothing was sent`, details: lines };
}

/** What a line cannot mean is refused before commander sees it; this is what is left. */
function commandLineReport(error: CommanderError): Report {
  const [one, other] = error.message.match(/--[\w-]+/g) ?? [];
  const isConflict = error.code === 'commander.conflictingOption' && other !== undefined;
  return {
    ...ofKind('usage'),
    message: isConflict ? `${one} and ${other} exclude each other` : 'the command line cannot be understood',
    ...(isConflict && { hint: 'give one of the two' }),
  };
}

function serviceReport(
  error: ServiceError,
  hint: string | undefined,
  tokenSource: string | undefined,
): Report {
  const { kind, exitCode, status, code, requestId, request, details } = error;
  return {
    kind,
    exitCode,
    message: serviceMessage(error, tokenSource),
    status,
    code,
    requestId,
    method: request.method,
    url: request.url,
    // A body with one message says it twice.
    details: details.filter((detail) => detail !== error.message),
    hint,
  };
}

/** What stands before the words of the service, for kinds that say enough by themselves. */
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

/** The report without secrets. */
export function redactReport(report: Report, redactor: Redactor): Report {
  return {
    ...report,
    message: redactor.redactText(report.message),
    ...(report.hint !== undefined && { hint: redactor.redactText(report.hint) }),
    ...(report.details && { details: report.details.map(redactor.redactText) }),
    ...(report.url !== undefined && { url: redactor.redactUrl(report.url) }),
  };
}

/** The lines that a person reads. */
export function reportLines({ message, hint, details, requestId }: Report): string[] {
  const lines = [
    `error: ${message}${requestId ? ` (request ${requestId})` : ''}`,
    ...(details ?? []).map((detail) => `  ${detail}`),
    ...(hint ? [`hint: ${hint}`] : []),
  ];
  return lines.map(visible);
}
