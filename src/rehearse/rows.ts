import { changeClasses } from '../access/difference.ts';
import type { RehearsalReport } from './rehearse.ts';

/** One line of a report for people. */
export interface ReportLine {
  readonly section: 'plan' | 'access' | 'audit';
  /** What happened: the action of a plan, the class of a change of access, or what became of a finding. */
  readonly change: string;
  /** The kind of the thing, or the rule of the audit. */
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
}

/** Yields what became different, a line for each thing. */
export function* reportLines({ plan, access, audit }: RehearsalReport): Generator<ReportLine> {
  for (const { action, kind, name, fields } of plan?.changes ?? []) {
    const detail = fields.map(({ field, before, after }) => `${field}: ${step(before, after)}`).join(', ');
    yield { section: 'plan', change: action, kind, name, detail };
  }
  if (access) {
    for (const change of changeClasses) {
      for (const { user, target, before, after } of access[change]) {
        const person = user.email ?? user.displayName ?? user.id;
        const name = `${person} in ${target.title ?? target.id}`;
        const detail = step(before?.level ?? null, after?.level ?? null);
        yield { section: 'access', change, kind: target.kind, name, detail };
      }
    }
  }
  for (const [change, findings] of Object.entries(audit ?? {})) {
    for (const { before, after } of findings) {
      const finding = after ?? before;
      if (!finding) continue;
      const { rule, object, message } = finding;
      yield { section: 'audit', change, kind: rule, name: object.name, detail: message };
    }
  }
}

function step(before: unknown, after: unknown): string {
  return `${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
