import { UsageError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';
import { shortened } from '../text/shortened.ts';
import type { Evaluation } from './evaluate.ts';
import { type Exception, isInForce, type JudgedFinding, type PlacedException } from './exceptions.ts';
import type { AuditedObject } from './facts.ts';

/**
 * Yields the findings, and accepts those that an exception in force names. At the end, throws `UsageError` for exceptions
 * that fit no finding, unless their rule was not applied, or could not judge everything.
 */
export function* withExceptions(
  { findings, rules: applied }: Evaluation,
  exceptions: readonly PlacedException[],
  now: number,
): Generator<JudgedFinding> {
  const met = new Set<Exception>();
  const open = new Set<string>();
  const exceptionsFor = exceptionsByObject(exceptions);
  for (const finding of findings) {
    const { id } = finding.rule;
    if (finding.outcome === 'not-evaluated') open.add(id);
    const fitting = finding.outcome === 'fail' ? exceptionsFor(id, finding.object) : [];
    for (const one of fitting) met.add(one);
    const exception = fitting.find((one) => isInForce(one, now)) ?? fitting[0];
    if (!exception) {
      yield finding;
      continue;
    }
    const { at: _, ...told } = exception;
    yield { ...finding, exception: told, ...(isInForce(exception, now) && { outcome: 'accepted' as const }) };
  }
  const isIdle = (one: Exception) =>
    !met.has(one) && !open.has(one.rule) && applied.some(({ id }) => id === one.rule);
  const idle = exceptions.filter(isIdle);
  if (idle.length > 0) throw idleError(idle);
}

function idleError(idle: readonly PlacedException[]): UsageError {
  const lines = idle.map(({ at, rule, object }) => `${at}: ${rule} has no finding for ${quoted(object)}`);
  const [only = '', ...others] = lines;
  const hint = { code: 'correct-exception', data: {} } as const;
  if (others.length === 0) return new UsageError(only, { hint });
  return new UsageError(`${lines.length} exceptions fit no finding`, { details: shortened(lines), hint });
}

/** Makes a function that finds the exceptions for a rule and an object: by its id, or as `kind:name`. */
function exceptionsByObject(exceptions: readonly PlacedException[]) {
  const known = new Map(exceptions.map((one) => [`${one.rule} ${one.object}`, one] as const));
  return (rule: string, { kind, id, name }: AuditedObject): readonly PlacedException[] =>
    known.size === 0
      ? []
      : [id, `${kind}:${name}`, `${kind}:${id}`].flatMap((one) => known.get(`${rule} ${one}`) ?? []);
}
