import { RequestFailure, ServiceError } from '../api/client/errors.ts';
import { DocsAdminError, errorKinds, UsageError } from '../errors.ts';

/**
 * Returns an error of the same kind that names no one. The words of the service, the addresses of requests, and lists of
 * people with the same name are left out: all of them may hold names and ids.
 */
export function anonymousError(error: unknown): unknown {
  if (error instanceof ServiceError) {
    const { status, code, requestId, attempts, request } = error;
    const { origin } = new URL(request.url);
    const message = `the service answered ${status}`;
    return new ServiceError(message, {
      ...{ status, code, requestId, attempts },
      request: { ...request, url: origin },
    });
  }
  if (error instanceof RequestFailure) {
    const { kind, hint } = error;
    return new DocsAdminError(kind, errorKinds[kind].meaning, { hint });
  }
  if (error instanceof UsageError) return new UsageError(error.message, { hint: error.hint });
  return error;
}
