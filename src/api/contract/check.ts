import type * as z from 'zod/mini';

/** One problem of a value, in words that help a person to correct it. */
export interface Problem {
  /** The place in the value: field names and indexes from the top. */
  readonly path: readonly (string | number)[];
  /** A predicate: `is required`, `must have at least 2 characters`. */
  readonly message: string;
  /** The refused value; `undefined` if it is missing. */
  readonly value: unknown;
  /** Whether the value has another type than asked for: a text where a list is expected. */
  readonly isOfOtherType?: true;
}

export interface Findings {
  /** What the documented contract forbids. */
  readonly problems: readonly Problem[];
  /** Unknown fields and unknown values of enumerations. The service may know them. */
  readonly unknowns: readonly Problem[];
}

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/**
 * Checks `value` against `schema` and returns everything that does not fit. Never throws. An empty value of an enumeration is a
 * problem of a request; an answer may have it.
 */
export function check(schema: z.ZodMiniType, value: unknown, isAnswer = false): Findings {
  const outcome = schema.safeParse(value, { reportInput: true });
  if (outcome.success) return { problems: [], unknowns: [] };
  const issues = withoutFollowing(outcome.error.issues.flatMap((issue) => flatten(issue)));
  return {
    problems: issues.filter((issue) => !isUnknown(issue, isAnswer)).map(toProblem),
    unknowns: issues.filter((issue) => isUnknown(issue, isAnswer)).map(toProblem),
  };
}

/**
 * Leaves out what follows from another type of a value, or from its being empty: a list is no text, so its length says
 * nothing, and no text is no address either.
 */
function withoutFollowing(issues: readonly Issue[]): Issue[] {
  const decided = new Set(issues.filter(saysAll).map(placeOf));
  return issues.filter((issue) => saysAll(issue) || !decided.has(placeOf(issue)));
}

function saysAll({ code, input }: Issue): boolean {
  return code === 'invalid_type' || (code === 'too_small' && !input);
}

function placeOf({ path }: Issue): string {
  return JSON.stringify(path);
}

/** Splits an issue about several fields, a key or the variants of a union into issues about one value each. */
function flatten(issue: Issue, base: readonly PropertyKey[] = []): Issue[] {
  const path = [...base, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const fields = issue.input as Record<string, unknown>;
      return issue.keys.map((key) => {
        const input = fields[key] as NonNullable<typeof issue.input>;
        return { ...issue, keys: [key], path: [...path, key], input };
      });
    }
    case 'invalid_key':
      return issue.issues.flatMap((inner) => flatten(inner, path));
    case 'invalid_union': {
      const variant = likelyVariant(issue);
      if (variant) return variant.flatMap((inner) => flatten(inner, path));
    }
  }
  return [{ ...issue, path }];
}

/** Returns the problems with the variant of a union that the value seems to be; `undefined` if that is unclear. */
function likelyVariant({ errors, input }: UnionIssue): Issue[] | undefined {
  const other = isNothing(input) ? undefined : errors.find((issues) => issues.some(isOtherVariant));
  const [first, second] = documented(errors)
    .filter((issues) => !issues.some(isOfAnotherType))
    .toSorted((one, another) => lacks(one) - lacks(another) || one.length - another.length);
  if (other && (!first || first.some(isMissing) || first.some(isOfAnotherItemType))) return other;
  const tied = first?.length === second?.length && first?.some(isMissing);
  return tied ? undefined : first;
}

/** Returns 1 if a value lacks a field of a variant: it hardly is this one, even if another finds more problems in it. */
function lacks(issues: readonly Issue[]): number {
  return Number(issues.some((issue) => issue.path.length === 1 && isMissing(issue)));
}

/** Returns whether a variant of a union does not fit the type of the value at all. */
function isOfAnotherType(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code !== 'invalid_value') return issue.code === 'invalid_type';
  return !issue.values.some((value) => typeof value === typeof issue.input);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

/** Returns whether an item of a list has a type that no variant of the union allows. */
function isOfAnotherItemType(issue: Issue): boolean {
  return issue.code === 'invalid_type' && typeof issue.path[0] === 'number';
}

function isOtherVariant(issue: Issue): boolean {
  return issue.code === 'custom' && issue.params?.otherVariant === true;
}

function isMissing(issue: Issue): boolean {
  return issue.input === undefined;
}

function isUnknown(issue: Issue, isAnswer: boolean): boolean {
  if (issue.code === 'unrecognized_keys') return true;
  return (
    issue.code === 'custom' &&
    issue.params?.unknownValue === true &&
    (isAnswer || issue.input !== ('' as unknown))
  );
}

function toProblem(issue: Issue): Problem {
  const path = issue.path as Problem['path']; // JSON has no symbols.
  const isOfOtherType = !isMissing(issue) && ['invalid_type', 'invalid_union'].includes(issue.code);
  return { path, message: describe(issue), value: issue.input, ...(isOfOtherType && { isOfOtherType }) };
}

function describe(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'is not a documented field';
  if (isMissing(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'too_small':
      if (issue.input === ('' as unknown)) return 'must not be empty';
      return `must ${bound('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${bound('at most', issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_union':
      return `must be ${[...new Set(documented(issue.errors).map(describeVariant))].join(' or ')}`;
    default:
      return issue.message;
  }
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function bound(limit: 'at least' | 'at most', amount: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit ? `have ${limit} ${amount} ${unit}${Number(amount) === 1 ? '' : 's'}` : `be ${limit} ${amount}`;
}

function documented(errors: readonly Issue[][]): Issue[][] {
  return errors.filter((issues) => !issues.some(isOtherVariant));
}

/** Says what a variant of a union asks for: another type, or the missing fields. */
function describeVariant(issues: readonly Issue[]): string {
  const mismatch = issues.find((issue) => issue.code === 'invalid_type' && issue.path.length === 0);
  if (mismatch?.code === 'invalid_type') return article(mismatch.expected);
  const [first] = issues;
  if (first?.code === 'invalid_value' && first.path.length === 0)
    return describe(first).replace('must be ', '');
  const missing = issues.filter(isMissing).map((issue) => JSON.stringify(issue.path.join('.')));
  return missing.length > 0 ? `an object with ${missing.join(' and ')}` : 'a valid value';
}

function article(type: string): string {
  if (type === 'null') return 'null';
  const word = type === 'int' ? 'whole number' : type === 'record' ? 'object' : type;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
