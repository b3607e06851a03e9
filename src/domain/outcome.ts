import type { ImportResult, Revision } from '../api/contract/operations/content.ts';
import type { OpenApiSpec } from '../api/contract/operations/openapi.ts';

/** The state of work that the service does in the background. */
export type ProcessingState =
  /** `unknown` is a state that this tool does not know: it may or may not be final. */
  | { readonly is: 'pending'; readonly unknown?: string }
  | { readonly is: 'complete' }
  | { readonly is: 'failed'; readonly why: string };

const pending: ProcessingState = { is: 'pending' };
const complete: ProcessingState = { is: 'complete' };

/**
 * Returns the state of processing a specification. The reference names only the state `pending`. The final states are
 * those of the sandbox; any other state may still change. A specification without a state is not processed at all.
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
 * Returns the state of an import. The reference has no state for it: an import is over when the newest revision of the
 * change request, `content`, is the one that the answer names. The counts in the answer say whether everything was
 * imported.
 */
export function importOutcome(answer: ImportResult, content?: Revision): ProcessingState {
  const { revision, importedResources: imported, totalResources: total } = answer;
  const shown = content && [content.id, ...(content.parents ?? [])];
  if (typeof revision === 'string' && !shown?.includes(revision)) return pending;
  if (typeof imported !== 'number' || typeof total !== 'number' || imported >= total) return complete;
  return { is: 'failed', why: `${imported} of ${total} resources were imported` };
}
