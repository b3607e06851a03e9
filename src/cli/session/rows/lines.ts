import type { LineRunner, Lines, RowRules, TemplateParts } from '../../../rows/lines.ts';
import { readCommandLine } from '../../line/load.ts';
import { findProblem } from '../../line/problem.ts';
import { type GivenFlag, givenFlagWord, joinLine } from '../../line/read.ts';
import { createProgram } from '../../program.ts';
import { createCommandLine } from '../command-line.ts';
import { runPreflight } from './preflight.ts';
import { createRow, type WholeLine } from './row.ts';

/**
 * Makes the reader and runner of rows' commands. Each row is a line of its own, with the flags of the whole work's
 * line.
 */
export function createLines(whole: WholeLine): Lines {
  let text: Promise<string> | undefined;
  /** Reads standard input once for all rows. */
  const sharedText = () => {
    text ??= whole.files.text('-');
    return text;
  };
  return {
    readTemplate: (words) => readTemplate(whole, words),
    createRunner: (rules) => createRunner(whole, rules, sharedText),
  };
}

function createRunner(whole: WholeLine, rules: RowRules, sharedText: () => Promise<string>): LineRunner {
  const row = createRow(whole, rules, sharedText);
  return {
    preflight: (words) => runPreflight(whole.api, row, words, rules),
    async run(words, client) {
      const { kind } = await row.run(words, client);
      return kind === 'gone' ? undefined : row.printed;
    },
  };
}

async function readTemplate({ system }: WholeLine, template: readonly string[]): Promise<TemplateParts> {
  const line = await readCommandLine(createProgram(createCommandLine(system)), template);
  const { flags } = line;
  return {
    // Each row reports the problems of the template itself.
    words: findProblem(line) || line.asksHelp ? template : joinLine(line, flagWords),
    withValue: new Set(flags.flatMap(({ words }) => (words.length > 1 ? (words[0] ?? []) : []))),
    pairs: flags.flatMap(({ option, value = '' }) =>
      option.facts.isPair ? [{ flag: option.long ?? '', value }] : [],
    ),
  };
}

/** Writes a flag for each of several values that the template separates by commas. */
function flagWords(flag: GivenFlag): readonly string[] {
  const { option, value } = flag;
  if (value === undefined || !option.facts.isRepeatable || option.facts.isShared)
    return [givenFlagWord(flag)];
  return value.split(',').map((part) => givenFlagWord({ option, value: part.trim() }));
}
