import type { Problem } from '../../api/contract/check.ts';

/** What is wrong with one field. */
export type Complaint = Pick<Problem, 'path' | 'message'>;

/** What the service refuses, with the status that it answers. Thrown by handlers, turned into a response by the app. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  readonly details: readonly Complaint[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    message: string,
    facts: {
      details?: readonly Complaint[];
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.details = facts.details ?? [];
    this.headers = facts.headers ?? {};
  }
}

/** 404: `notFound('site', 'site_docs')`. */
export function notFound(kind: string, id: string): ServiceProblem {
  return new ServiceProblem(404, `${kind} "${id}" not found`);
}

/** 409: what was asked for contradicts what is there. */
export function conflict(message: string): ServiceProblem {
  return new ServiceProblem(409, message);
}

/** 400: one or more fields cannot be accepted; every one is named in the message. */
export function invalid(problems: readonly Complaint[]): ServiceProblem {
  const message = problems.map((problem) => `${problem.path.join('.')} ${problem.message}`.trim()).join('; ');
  const details = problems.map(({ path, message }) => ({ path, message }));
  return new ServiceProblem(400, message, { details });
}

/** 400 for one field: `invalidField('spaces', 'names an unknown space "x"')`. */
export function invalidField(field: string, message: string): ServiceProblem {
  return invalid([{ path: [field], message }]);
}
