import type { LineRunner, Lines, RowRules, TemplateParts } from '../../../bulk/rows/lines.ts';
import { findProblem } from '../../line/problem.ts';
import { flagWord, type GivenFlag, joinLine } from '../../line/read.ts';
import { isPair, isRepeatableOption } from '../../option-facts.ts';
import { createProgram, readCommandLine } from '../../program.ts';
import { isShared } from '../../shared-flags.ts';
import type { App } from '../app.ts';
import { runPreflight } from './preflight.ts';
import { createRow } from './row.ts';

/** Reads and runs the commands of rows as lines of their own, with the flags of the line of `app`. */
export function createLines(app: App): Lines {
  return {
    readTemplate: (words) => readTemplate(app, words),
    createRunner: (rules) => createRunner(app, rules),
  };
}

function createRunner(app: App, rules: RowRules): LineRunner {
  const row = createRow(app, rules);
  return {
    preflight: (words) => runPreflight(app.api, row, words, rules),
    async run(words, client) {
      const { kind } = await row.run(words, client);
      return kind === 'gone' ? undefined : row.printed;
    },
  };
}

async function readTemplate(app: App, template: readonly string[]): Promise<TemplateParts> {
  const line = await readCommandLine(createProgram(app), template);
  const { flags } = line;
  return {
    // What the template cannot mean, each row says of itself.
    words: findProblem(line) || line.asksHelp ? template : joinLine(line, flagWords),
    withValue: new Set(flags.flatMap(({ words }) => (words.length > 1 ? (words[0] ?? []) : []))),
    pairs: flags.flatMap(({ option, value = '' }) =>
      isPair(option) ? [{ flag: option.long ?? '', value }] : [],
    ),
  };
}

/** A flag for each of several values that the template separates by commas. */
function flagWords(flag: GivenFlag): readonly string[] {
  const { option, value } = flag;
  if (value === undefined || !isRepeatableOption(option) || isShared(option)) return [flagWord(flag)];
  return value.split(',').map((part) => flagWord({ option, value: part.trim() }));
}
