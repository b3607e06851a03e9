import { getContent, type ImportResult } from '../../api/contract/operations/content.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { importOutcome } from '../../domain/outcome.ts';
import { importResultView } from '../../views/content.ts';
import { showWhenProcessed, type WaitFlags } from '../wait-until-processed.ts';
import { inChangeRequest } from './reading.ts';

/** Shows the answer of an import into `target`; with `--wait`, after the change request shows its revision. */
export function showImported(
  { system, api, scope, out, progress }: Pick<LineParts, 'system' | 'api' | 'scope' | 'out' | 'progress'>,
  flags: WaitFlags,
  answer: ImportResult,
  target: string,
): Promise<void> {
  // Only the revision matters, not its content.
  const query = { metadata: false, computed: false };
  const { importedResources: done, totalResources: all } = answer;
  const counted = typeof done === 'number' && typeof all === 'number' ? `${done} of ${all} resources ` : '';
  return showWhenProcessed({ system, out, progress }, flags, {
    what: `the import into ${target}`,
    outcome: importOutcome(answer),
    read: async (until) =>
      importOutcome(answer, await api.call(getContent, { params: inChangeRequest({ scope }), query }, until)),
    show: (isOver) =>
      out.item(answer, importResultView, isOver ? `imported ${counted}into ${target}` : undefined),
  });
}
