import { isDifferent, type OrganizationDocument } from '../org/plan/document.ts';
import { type LineOptions, planLines } from '../org/plan/show/lines.ts';
import type { ShownLine } from '../output/output.ts';
import type { RehearsalReport } from './rehearse.ts';
import {
  accessCounts,
  accessEntries,
  auditEntries,
  requestSentence,
  type SectionEntry,
} from './report-words.ts';

/** Returns the lines of a report: the plan, access, the audit, and the requests. */
export function rehearsalLines(
  { plan, access, audit, requests }: RehearsalReport,
  { rate, ...options }: LineOptions & { readonly rate: number | undefined },
): ShownLine[] {
  const arrow = options.plain ? 'to' : options.unicode ? '→' : '->';
  const shown = ({ act, what, name, detail, tone }: SectionEntry): ShownLine => ({
    text: `  ${act} ${what} ${name}: ${detail.replace('→', arrow)}`,
    tone,
  });
  const part = (text: string, entries: Iterable<SectionEntry> | undefined): ShownLine[] => {
    const lines = [...(entries ?? [])].map(shown);
    const words = entries ? 'nothing' : 'not computed';
    return [
      { text: '' },
      { text, tone: 'heading' },
      ...(lines.length > 0 ? lines : [{ text: `  ${words}` }]),
    ];
  };
  return [
    ...planPart(plan, options),
    ...part(access ? `access${accessCounts(access)}` : 'access', access ? accessEntries(access) : undefined),
    ...part('audit', audit ? auditEntries(audit) : undefined),
    { text: '' },
    { text: requestSentence(requests, rate) },
  ];
}

function planPart(plan: OrganizationDocument | null, options: LineOptions): ShownLine[] {
  if (!plan) return [{ text: 'nothing was changed' }];
  const isEmpty = !isDifferent(plan) && plan.objections.length === 0;
  return isEmpty ? [{ text: 'nothing becomes different' }] : planLines(plan, options);
}
