import type { WireRequest } from '../../ports.ts';
import { kept } from '../../text/kept.ts';
import { check, type Findings, type Problem } from '../contract/check.ts';
import type { AnyInput, Operation } from '../contract/operation.ts';
import { notWellFormed, pathProblem, segmentProblem } from '../contract/segment.ts';
import { type InputProblem, InvalidInput } from './errors.ts';

export type { AnyInput };

export interface PreparedRequest {
  readonly request: WireRequest;
  /** Unknown fields and unknown values of enumerations: they are sent, but deserve a warning. */
  readonly unknowns: readonly InputProblem[];
}

/**
 * Makes the request for `input`, without credentials. Pure. `baseUrl` is absolute, without a trailing slash. Throws
 * {@link InvalidInput} with every problem of the input.
 */
export function prepareRequest(op: Operation, input: AnyInput, baseUrl: string): PreparedRequest {
  const query = given(input.query ?? {});
  const findings = [
    ...paramNames(op.path).map((name) => paramFindings(op, name, input.params?.[name])),
    queryFindings(op, query),
    op.body ? at('body', check(op.body, input.body ?? {})) : nothing,
  ];
  const problems = findings.flatMap((finding) => finding.problems);
  if (problems.length > 0) throw new InvalidInput(op, problems);
  const hasBody = op.body !== undefined;
  return {
    request: {
      method: op.method,
      url: buildUrl(op, input.params ?? {}, query, baseUrl),
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(hasBody && { body: JSON.stringify(input.body ?? {}) }),
    },
    unknowns: findings.flatMap((finding) => finding.unknowns),
  };
}

/** Returns `values` without the entries that are `undefined`. */
export function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

interface PartFindings {
  readonly problems: readonly InputProblem[];
  readonly unknowns: readonly InputProblem[];
}

const nothing: PartFindings = { problems: [], unknowns: [] };

/** Adds the part of the request and the path `base` to `findings`. */
function at(part: InputProblem['part'], findings: Findings, base: readonly string[] = []): PartFindings {
  const place = (problem: Problem): InputProblem => ({ ...problem, part, path: [...base, ...problem.path] });
  return { problems: findings.problems.map(place), unknowns: findings.unknowns.map(place) };
}

/** Throws `InvalidInput` for ids that no path can hold. */
export function assertParams(op: Operation, params: Readonly<Record<string, string>> = {}): void {
  const findings = Object.entries(params).map(([name, value]) => paramFindings(op, name, value));
  const problems = findings.flatMap((finding) => finding.problems);
  if (problems.length > 0) throw new InvalidInput(op, problems);
}

function paramFindings(op: Operation, name: string, value: string | undefined): PartFindings {
  const message = op.pathParam === name ? pathProblem(value) : segmentProblem(value);
  if (message) return { problems: [{ part: 'params', path: [name], message, value }], unknowns: [] };
  const schema = op.params?.[name];
  return schema ? at('params', check(schema, value), [name]) : nothing;
}

function undocumented(query: Record<string, unknown>): PartFindings {
  const message = 'is not a documented field';
  const unknowns = Object.entries(query).map(
    ([name, value]) => ({ part: 'query', path: [name], message, value }) as const,
  );
  return { problems: [], unknowns };
}

function queryFindings(op: Operation, query: Record<string, unknown>): PartFindings {
  const { problems, unknowns } = op.query ? at('query', check(op.query, query)) : undocumented(query);
  const malformed = Object.entries(query)
    .filter((entry) => !entry.join().isWellFormed())
    .map(([name, value]) => ({ part: 'query', path: [name], message: notWellFormed, value }) as const);
  return { problems: [...problems, ...malformed], unknowns };
}

function buildUrl(
  op: Operation,
  params: Readonly<Record<string, string>>,
  query: Record<string, unknown>,
  baseUrl: string,
): string {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string));
  const search = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`,
    ),
  );
  const url = baseUrl + path + (search.length > 0 ? `?${search.join('&')}` : '');
  assertSamePlace(url, baseUrl, op.path);
  return url;
}

/** Checks once more, whatever the parameters are, that the URL has the template's segments and the base's origin. */
function assertSamePlace(url: string, baseUrl: string, template: string): void {
  const built = new URL(url);
  const expected = new URL(baseUrl + template.replace(/[{}]/g, ''));
  const sameDepth = built.pathname.split('/').length === expected.pathname.split('/').length;
  if (built.origin !== expected.origin || !sameDepth) throw new Error('the built address left its template');
}

const namesIn = new Map<string, readonly string[]>();

export function paramNames(path: string): readonly string[] {
  return kept(namesIn, path, () => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string));
}
