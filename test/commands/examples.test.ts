import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { commandFacts } from '../../src/cli/command.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { sandboxCli } from '../support/cli.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();

/** The examples of the verbs that call the service; those of the tool's own commands are run where they are tested. */
const examples = verbs(program)
  .filter(
    (verb) => commandFacts(verb).operations.length > 0 && !/ (auth|apply-plan)\b/.test(commandPath(verb)),
  )
  .flatMap((verb) => commandFacts(verb).examples);

describe('every example of the help runs against fresh demo data', () => {
  test.for(examples)('%s', async (line) => {
    const docs = await sandboxCli();
    const run = await docs(line.replace('docs-admin ', ''), { env: { GUIDE_KEY: 'value-of-the-variable' } });
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).not.toMatch(/^(warning|error|hint):/m);
    expect(run.requests).not.toEqual([]);
  });
});
