import type { ImportResult, Revision } from '../api/contract/operations/content.ts';
import type { OpenApiSpec } from '../api/contract/operations/openapi.ts';

/** What has become of work that the service does by itself. */
export type ProcessingState =
  /** `unknown` is a state of the service that may or may not be an end. */
  | { readonly is: 'pending'; readonly unknown?: string }
  | { readonly is: 'complete' }
  | { readonly is: 'failed'; readonly why: string };

const pending: ProcessingState = { is: 'pending' };
const complete: ProcessingState = { is: 'complete' };

/**
 * Whether a specification has been processed. The reference names the state `pending`, and no other. The ends are those
 * of the sandbox; any other state may be on the way to one. A specification without a state is not processed at all.
 */
export function specOutcome({ processingState, lastProcessErrorCode }: OpenApiSpec): ProcessingState {
  switch (processingState) {
    case 'pending':
      return pending;
    case 'complete':
    case null:
    case undefined:
      return complete;
    case 'error':
      return { is: 'failed', why: lastProcessErrorCode ?? 'the service does not say why' };
    default:
      return { is: 'pending', unknown: processingState };
  }
}

/**
 * Whether an import is over. The reference has no state of an import: it is over when the change request shows the
 * revision that the answer names, `content` being the newest; its counts say whether all of it came.
 */
export function importOutcome(answer: ImportResult, content?: Revision): ProcessingState {
  const { revision, importedResources: imported, totalResources: total } = answer;
  const shown = content && [content.id, ...(content.parents ?? [])];
  if (typeof revision === 'string' && !shown?.includes(revision)) return pending;
  if (typeof imported !== 'number' || typeof total !== 'number' || imported >= total) return complete;
  return { is: 'failed', why: `${imported} of ${total} resources were imported` };
}
