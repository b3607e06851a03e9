import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { InvalidBaseUrl } from '../../api/client/base-url.ts';
import {
  DownloadRefused,
  InvalidInput,
  OutcomeUnknown,
  RateLimited,
  type RequestLabel,
  ServiceError,
  UnexpectedRedirect,
  Unreachable,
  UnusableAnswer,
} from '../../api/client/errors.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import {
  Interrupted,
  LocalStateError,
  NoToken,
  NothingCalled,
  OutOfDate,
  OutputError,
  ProcessingFailed,
  TransportFailure,
  Unfinished,
  UsageError,
  WaitTimedOut,
} from '../../errors.ts';
import { NoSuchField, suggestion } from '../../output/absent-fields.ts';
import { NoIdentifier } from '../../output/id.ts';
import { InvalidQuery, QueryMismatch } from '../../output/query-errors.ts';
import { visible } from '../../text/printable.ts';
import { commandPath, seeHelp } from '../command-path.ts';
import { type ErrorKindName, kindOf } from '../error-kinds.ts';
import { describeProblem } from '../naming.ts';
import { forProfile } from '../settings/context.ts';

/** An error in the words and codes of the interface. */
export interface Report {
  readonly kind: ErrorKindName;
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

export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The report of `error`, with the command that ran and the token that it used, if they are known. */
export function describeError(error: unknown, { running: command, tokenSource }: RanLine): Report {
  if (error instanceof CommanderError) return commandLineReport(error);
  if (error instanceof InvalidInput) return invalidInputReport(error, command);
  if (error instanceof UsageError) return { ...kindOf('usage'), ...words(error), details: error.details };
  if (error instanceof NothingCalled) return { ...kindOf('not-found'), ...words(error) };
  if (error instanceof InvalidBaseUrl) return { ...kindOf('usage'), ...words(error) };
  if (error instanceof LocalStateError) return { ...kindOf('local-state'), ...words(error) };
  if (error instanceof NoToken) return { ...kindOf('no-token'), ...words(error) };
  if (error instanceof ServiceError) return serviceReport(error, tokenSource);
  if (error instanceof TransportFailure) return { ...kindOf('unreachable'), ...words(error) };
  if (error instanceof Unreachable) return { ...kindOf('unreachable'), ...requestWords(error) };
  if (error instanceof UnusableAnswer) return { ...kindOf('unusable-answer'), ...requestWords(error) };
  if (error instanceof UnexpectedRedirect) return { ...kindOf('redirect'), ...requestWords(error) };
  if (error instanceof DownloadRefused) return { ...kindOf('refused'), ...requestWords(error) };
  if (error instanceof RateLimited) return { ...kindOf('rate-limited'), ...requestWords(error) };
  if (error instanceof OutcomeUnknown) return outcomeUnknownReport(error, command);
  if (error instanceof ProcessingFailed) {
    return { ...kindOf('processing-failed'), message: error.message };
  }
  if (error instanceof WaitTimedOut) {
    const hint = 'the service continues: check again later, or allow more time with --wait-timeout';
    return { ...kindOf('wait-timeout'), message: error.message, hint };
  }
  if (error instanceof OutputError) return { ...kindOf('output'), message: error.message };
  if (error instanceof InvalidQuery) return queryReport(error);
  if (error instanceof QueryMismatch) {
    return { ...kindOf('query'), message: `--query does not fit the answer: ${error.message}` };
  }
  if (error instanceof NoSuchField) return fieldReport(error);
  if (error instanceof NoIdentifier) {
    return { ...kindOf('output'), message: error.message, hint: 'choose another --output' };
  }
  if (error instanceof Unfinished) {
    return { kind: error.kind, exitCode: error.exitCode, ...words(error), details: error.details };
  }
  if (error instanceof OutOfDate)
    return { ...kindOf('out-of-date'), ...words(error), details: error.details };
  if (error instanceof Interrupted) {
    return { kind: 'interrupted', exitCode: signalCodes[error.signal], message: error.message };
  }
  return {
    ...kindOf('internal'),
    message: 'internal error: this is a bug in docs-admin',
    hint: 'run it again with --debug and report what it prints',
  };
}

/** Shows the expression with a mark below the place where it goes wrong, where there is one place. */
function queryReport({ message, hint, expression, position }: InvalidQuery): Report {
  if (position === undefined) return { ...kindOf('usage'), message: `invalid --query: ${message}`, hint };
  return {
    ...kindOf('usage'),
    message: `invalid --query: ${message}, at character ${position + 1}`,
    details: [expression, `${' '.repeat(position)}^`],
    hint,
  };
}

function fieldReport({ message, fields }: NoSuchField): Report {
  const [only, ...others] = fields;
  const hint = '`--fields` without a value lists the fields';
  if (only && others.length === 0)
    return { ...kindOf('usage'), message: `${message}${suggestion(only)}`, hint };
  const details = fields.map((each) => `${JSON.stringify(each.field)}${suggestion(each)}`);
  return { ...kindOf('usage'), message, details, hint };
}

function words(error: { message: string; hint: string | undefined }) {
  return { message: error.message, hint: error.hint };
}

interface AboutRequest {
  message: string;
  hint: string | undefined;
  request: RequestLabel;
  requestId: string | undefined;
}

function requestWords({ message, hint, request, requestId }: AboutRequest) {
  return { message, hint, requestId, method: request.method, url: request.url };
}

/** Names the command that shows what is there, next to the one that ran. */
function outcomeUnknownReport(error: OutcomeUnknown, command: Command | undefined): Report {
  const near = command?.parent?.commands ?? [];
  const look = ['list', 'get', 'info'].flatMap((name) => near.find((verb) => verb.name() === name) ?? [])[0];
  const isApi = command?.name() === 'api';
  const check = isApi ? `${commandPath(command)} GET` : look && commandPath(look);
  const report = { ...kindOf('outcome-unknown'), ...requestWords(error) };
  if (!check) return report;
  return { ...report, hint: error.hint?.replace(/^check whether/, () => `check with \`${check}\` whether`) };
}

function invalidInputReport(error: InvalidInput, command: Command | undefined): Report {
  const lines = error.problems.map((problem) =>
    command
      ? describeProblem(problem, error.operation, command)
      : `${problem.path.join('.')} ${problem.message}`,
  );
  const report = { ...kindOf('usage'), hint: command && seeHelp(command) };
  const [only, ...others] = lines;
  if (others.length === 0) return { ...report, message: only ?? 'invalid input' };
  return { ...report, message: `${lines.length} problems with the input; nothing was sent`, details: lines };
}

/** What a line cannot mean is refused before commander sees it; this is what is left. */
function commandLineReport(error: CommanderError): Report {
  const [one, other] = error.message.match(/--[\w-]+/g) ?? [];
  const isConflict = error.code === 'commander.conflictingOption' && other !== undefined;
  return {
    ...kindOf('usage'),
    message: isConflict ? `${one} and ${other} exclude each other` : 'the command line cannot be understood',
    ...(isConflict && { hint: 'give one of the two' }),
  };
}

const statusHints: Record<number, string> = {
  403: 'the token works, but may not do this: ask an administrator for the role it needs',
  404: 'check the id (a title is written name:<title>): it does not exist, or this token may not see it',
  409: 'the present state does not allow it: look at it with the matching `get` or `list`',
  412: 'it has changed since: read it again before you change it',
};

function signInHint(tokenSource: string | undefined): string {
  const [, profile = 'default'] = tokenSource?.match(/^profile (.+)/) ?? [];
  return `sign in again with \`docs-admin auth login${forProfile(profile)}\`, or set DOCS_ADMIN_TOKEN to a valid token`;
}

function serviceReport(error: ServiceError, tokenSource: string | undefined): Report {
  const { status, code, requestId, request, details } = error;
  const facts = {
    status,
    code,
    requestId,
    method: request.method,
    url: request.url,
    // A body with one message says it twice.
    details: details.filter((detail) => detail !== error.message),
    hint: status === 401 ? signInHint(tokenSource) : statusHints[status],
  };
  const answered = `the service answered ${status}`;
  const said = error.message === answered ? answered : `${answered}: ${error.message}`;
  if (status === 401)
    return {
      ...kindOf('token-refused'),
      message: `token rejected by ${new URL(request.url).origin}${tokenSource ? ` (source: ${tokenSource})` : ''}: ${error.message}`,
      ...facts,
    };
  if (status === 403) return { ...kindOf('forbidden'), message: `not allowed: ${error.message}`, ...facts };
  if (status === 404) return { ...kindOf('not-found'), message: `not found: ${error.message}`, ...facts };
  if (status === 409 || status === 412)
    return { ...kindOf('conflict'), message: `conflict: ${error.message}`, ...facts };
  if (status === 429)
    return { ...kindOf('rate-limited'), message: `rate limited: ${error.message}`, ...facts };
  if (status >= 500) return { ...kindOf('unreachable'), message: error.message, ...facts };
  if ([400, 413, 414, 415, 422].includes(status)) return { ...kindOf('validation'), message: said, ...facts };
  return { ...kindOf('refused'), message: said, ...facts };
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
