import type { Problem } from '../api/contract/check.ts';

export type Complaint = Pick<Problem, 'path' | 'message'>;

/** The service refuses a request, with this status. Handlers throw it, and the app turns it into an answer. */
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

/** Makes a 404: `notFound('site', 'site_docs')`. */
export function notFound(kind: string, id: string): ServiceProblem {
  return new ServiceProblem(404, `${kind} "${id}" not found`);
}

/** Makes a 409: the request contradicts the present state. */
export function conflict(message: string): ServiceProblem {
  return new ServiceProblem(409, message);
}

/** Makes a 400 for one or more fields; the message names every one. */
export function invalid(problems: readonly Complaint[]): ServiceProblem {
  const message = problems.map((problem) => `${problem.path.join('.')} ${problem.message}`.trim()).join('; ');
  const details = problems.map(({ path, message }) => ({ path, message }));
  return new ServiceProblem(400, message, { details });
}

/** Makes a 400 for one field: `invalidField('spaces', 'names an unknown space "x"')`. */
export function invalidField(field: string, message: string): ServiceProblem {
  return invalid([{ path: [field], message }]);
}
