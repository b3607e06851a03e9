import { UsageError } from '../errors.ts';
import { isNewerFormat, madeByNewer } from '../formats/newer.ts';
import { type InputPorts, inputName, readInput } from '../inputs.ts';
import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';
import { longestInput } from '../work/journal/kept-input.ts';
import { type AuditReport, auditFormat, type ReportedFinding } from './report.ts';
import { type Severity, severities } from './rule.ts';
import { ruleCalled } from './rules/index.ts';

const outcomes: readonly ReportedFinding['outcome'][] = ['fail', 'accepted', 'not-evaluated'];

/** Reads the report of an earlier audit from a file, or `-` for standard input. Throws `UsageError` naming it. */
export async function readAudit(ports: InputPorts, path: string): Promise<AuditReport> {
  return parseReport(await readInput(ports, path, longestInput), inputName(path));
}

/** Parses the report of an earlier audit. Throws `UsageError` naming `source`. */
function parseReport(text: string, source: string): AuditReport {
  const value = parsedJson(text);
  if (isObject(value) && isNewerFormat(value.format, auditFormat)) throw madeByNewer(source);
  if (isObject(value) && value.format === auditFormat && typeof value.organization === 'string') {
    const { findings, leftOut = [], accessRules = { name: '' } } = value;
    const isNamed = isObject(accessRules) && typeof accessRules.name === 'string';
    const isWhole = isNamed && Array.isArray(findings) && Array.isArray(leftOut);
    const isLeftOut = (one: unknown) => isObject(one) && typeof one.rule === 'string';
    if (isWhole && findings.every(isFinding) && leftOut.every(isLeftOut))
      return withRuleIds(value as object as AuditReport);
  }
  throw new UsageError(`${source} is no audit of the format ${auditFormat}`, {
    hint: { code: 'write-audit', data: {} },
  });
}

/** Ids of rules may be written in small letters. */
function withRuleIds({ findings, leftOut, ...report }: AuditReport): AuditReport {
  const named = <Item extends { readonly rule: string }>(item: Item): Item => {
    const id = ruleCalled(item.rule)?.id ?? item.rule;
    return id === item.rule ? item : { ...item, rule: id };
  };
  return { ...report, findings: findings.map(named), ...(leftOut && { leftOut: leftOut.map(named) }) };
}

function isFinding(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.object) || !isObject(value.evidence)) return false;
  const { rule, severity, outcome, object, message } = value;
  const texts = [rule, message, object.kind, object.id, object.name];
  return (
    texts.every((text) => typeof text === 'string') &&
    severities.includes(severity as Severity) &&
    outcomes.includes(outcome as ReportedFinding['outcome'])
  );
}
