export const notWellFormed = 'is not well-formed Unicode';

const maxIdLength = 256;

/**
 * Returns why `value` cannot be one segment of a path, or `undefined` if it can. A server or a proxy could read the
 * refused values as another path.
 */
export function segmentProblem(value: unknown): string | undefined {
  if (value === undefined) return 'is required';
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return 'must not be "." or ".."';
  const forbidden = value.match(/[/\\?#%]/)?.[0];
  if (forbidden) return `contains "${forbidden}"`;
  if (/[\u0000-\u001f\u007f-\u009f]/.test(value)) return 'contains a control character';
  if (!value.isWellFormed()) return notWellFormed;
  if (value.length > maxIdLength) return `has more than ${maxIdLength} characters`;
  return undefined;
}

/** Returns the same for a value of several segments, such as `docs/start`. */
export function pathProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return segmentProblem(value);
  for (const part of value.split('/')) {
    if (part === '') return 'has an empty part';
    const problem = segmentProblem(part);
    if (problem) return `has a part that ${problem}`;
  }
  return undefined;
}
