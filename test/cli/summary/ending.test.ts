import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectResults, endingMarkdown, resultsMarkdown } from '../../../src/cli/summary/job-summary.ts';

const report = { kind: 'usage', exitCode: 2, message: 'no', hint: 'yes', details: [] } as const;
const length = 3000;

describe('the end of a summary', () => {
  test('is empty for a command that went well', () => {
    expect(endingMarkdown(undefined, length)).toBe('');
  });

  test('shortens a long message and a long hint, and says how long they are', () => {
    const text = endingMarkdown({ ...report, message: '😀'.repeat(5000), hint: 'h'.repeat(5000) }, length);
    expect(text.length).toBeLessThan(length);
    expect(text).toMatch(/^\n\*\*Exit code 2:\*\* `(😀)+\ufffd? \.\.\. \(10000 characters\)`\n/);
    expect(text).toMatch(/\n\*\*Next:\*\* `h+ \.\.\. \(5000 characters\)`\n$/);
  });

  test('says how many details do not fit', () => {
    const details = Array.from({ length: 500 }, (_, at) => `problem ${at}`);
    const text = endingMarkdown({ ...report, details }, length);
    const shown = text.match(/^- `problem/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(100);
    expect(text).toContain(`\n_${500 - shown} of 500 lines are left out._\n\n**Next:** \`yes\`\n`);
  });
});

/** Returns Markdown without its code spans, as CommonMark finds them. */
function withoutCode(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

const hostile = fc.string({
  unit: fc.constantFrom(...'`|<>&*_[]()!#@\\\n\r\t\u202e\u2028\u0007 ax-='),
  maxLength: 12,
});

test('text of a row is in code, on one line, whatever it is', () => {
  const row = fc.record({ change: hostile, user: hostile, name: hostile, team: hostile, error: hostile });
  const options = { redactText: (text: string) => text, maxChars: 10_000 };
  fc.assert(
    fc.property(row, (fields) => {
      const text = resultsMarkdown(collectResults([{ ...fields, status: 'failed' }], options), 10_000);
      expect(withoutCode(text)).toBe('**1 failed**\n\n### Failed (1)\n\n-    in team : \n');
    }),
  );
});
