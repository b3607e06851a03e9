import { UsageError } from '../errors.ts';
import { shortened } from '../text/shortened.ts';
import { quoted } from '../text/words.ts';
import type { Evaluation } from './evaluate.ts';
import { newIn } from './evidence.ts';
import { type Exception, isInForce, type JudgedFinding, type PlacedException } from './exceptions.ts';
import type { AuditedObject } from './facts.ts';

/** Entries of files, for rules and objects. */
export interface Accepting {
  readonly exceptions: readonly PlacedException[];
  /** Findings that are known, and do not fail. */
  readonly baseline: readonly PlacedException[];
  readonly now: number;
}

/**
 * Yields the findings. Accepts those that an exception in force names with all their evidence, and marks those that the baseline
 * has in the same way. At the end, throws `UsageError` for exceptions that fit no finding, unless their rule was not applied, or
 * could not judge everything.
 */
export function* withExceptions(
  { findings, rules: applied }: Evaluation,
  { exceptions, baseline, now }: Accepting,
): Generator<JudgedFinding> {
  const met = new Set<Exception>();
  const open = new Set<string>();
  const [exceptionsFor, knownFor] = [entriesByObject(exceptions), entriesByObject(baseline)];
  for (const finding of findings) {
    const { id } = finding.rule;
    if (finding.outcome === 'not-evaluated') open.add(id);
    if (finding.outcome !== 'fail') {
      yield finding;
      continue;
    }
    const fitting = exceptionsFor(id, finding.object);
    for (const one of fitting) met.add(one);
    const { entry, objection } = judged(finding, fitting, now);
    const known = judged(finding, knownFor(id, finding.object), now);
    const isKnown = known.entry !== undefined && known.objection === undefined;
    const why = objection ?? (entry ? undefined : known.objection);
    yield {
      ...finding,
      ...(entry && { exception: told(entry) }),
      ...(entry && objection === undefined && { outcome: 'accepted' as const }),
      ...(isKnown && (entry === undefined || objection !== undefined) && { baseline: true as const }),
      ...(why !== undefined && { message: `${finding.message} (${why})` }),
    };
  }
  const isIdle = (one: Exception) =>
    !met.has(one) && !open.has(one.rule) && applied.some(({ id }) => id === one.rule);
  const idle = exceptions.filter(isIdle);
  if (idle.length > 0) throw idleError(idle);
}

/** Returns the entry that counts for a finding, and why it does not accept it. */
function judged(
  { evidence }: JudgedFinding,
  entries: readonly PlacedException[],
  now: number,
): { readonly entry?: PlacedException; readonly objection?: string | undefined } {
  const all = entries.map((entry) => ({ entry, objection: objectionTo(entry, evidence, now) }));
  return all.find(({ objection }) => objection === undefined) ?? all[0] ?? {};
}

function objectionTo(entry: PlacedException, evidence: JudgedFinding['evidence'], now: number) {
  if (!isInForce(entry, now)) return `the exception for it has expired on ${entry.expires}`;
  const fresh = entry.evidence === 'any' ? [] : newIn(evidence, entry.evidence);
  const since = entry.accepted === undefined ? 'it was accepted' : `it was accepted on ${entry.accepted}`;
  return fresh.length > 0 ? `new since ${since}: ${shortened(fresh).join('; ')}` : undefined;
}

/** The finding shows its own evidence. */
function told({ at: _, evidence: __, ...exception }: PlacedException): Exception {
  return exception;
}

function idleError(idle: readonly PlacedException[]): UsageError {
  const lines = idle.map(({ at, rule, object }) => `${at}: ${rule} has no finding for ${quoted(object)}`);
  const [only = '', ...others] = lines;
  const hint = { code: 'correct-exception', data: {} } as const;
  if (others.length === 0) return new UsageError(only, { hint });
  return new UsageError(`${lines.length} exceptions fit no finding`, { details: shortened(lines), hint });
}

/** Makes a function that finds the entries for a rule and an object. */
function entriesByObject(entries: readonly PlacedException[]) {
  const known = new Map(entries.map((one) => [`${one.rule} ${one.object}`, one] as const));
  return (rule: string, object: AuditedObject): readonly PlacedException[] =>
    known.size === 0 ? [] : namesOfObject(object).flatMap((one) => known.get(`${rule} ${one}`) ?? []);
}

/** Returns the names by which an exception may call an object: its id, or its kind with its name or id. */
export function namesOfObject({ kind, id, name }: AuditedObject): string[] {
  return [id, `${kind}:${name}`, `${kind}:${id}`];
}
