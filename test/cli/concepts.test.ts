import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { concepts } from '../../src/cli/help/concepts-table.ts';
import { type CommandDescription, describeProgram } from '../../src/cli/help/reference.ts';
import { formats } from '../../src/output/output.ts';

const commands = describeProgram(await wholeProgram());

type Flag = CommandDescription['flags'][number];

/** Words of other tools, and of earlier states of this one, for what has a spelling here. */
const synonyms =
  /^--(infile|from-file|rows|roster|fixture|outfile|out-file|output-file|save|export|plan|plan-file|confirm|assume-yes|approve|force-yes|sections|include|exclude|top|max-items|max-results|max-losses|exit-code|detailed-exitcode|fail-if-changed)$/;

function isSecondSpelling(flag: Flag): boolean {
  const { name, value = '', writesFile = false } = flag;
  if (synonyms.test(name)) return true;
  if (value === 'file' || value === 'folder') {
    const concept = concepts.find(({ flags: [first] }) => first === (writesFile ? '--out' : '--file'));
    return !concept?.flags.includes(name) && !(name in (concept?.others ?? {})) && name !== '--ca-file';
  }
  // The form of what is printed is `-o`; Markdown is also the text of a comment.
  const forms = [...formats.filter((format) => format !== 'id'), 'html', 'markdown', 'sarif', 'junit'];
  return forms.some((form) => name === `--${form}`) && name !== '--json' && value === '';
}

const offending = (flag: (one: Flag) => boolean) =>
  commands.flatMap(({ command, flags }) => flags.filter(flag).map(({ name }) => `${command} ${name}`));

describe('one spelling for each thing', () => {
  test('no command has a second one', () => {
    expect(offending(isSecondSpelling)).toEqual([]);
  });

  test('this finds the earlier ones', () => {
    const flag = { value: 'file', writesFile: true } as Flag;
    for (const name of ['--plan', '--html', '--csv', '--roster', '--fixture'])
      expect(isSecondSpelling({ ...flag, name }), name).toBe(true);
    expect(isSecondSpelling({ name: '--html', type: 'switch' } as Flag)).toBe(true);
    expect(isSecondSpelling({ ...flag, name: '--out' })).toBe(false);
  });

  test('sections are chosen with both flags, or with none', () => {
    const takes = ({ flags }: CommandDescription, wanted: string) =>
      flags.some(({ name, value }) => name === wanted && value === 'section');
    const choosing = commands.filter((command) => takes(command, '--only') || takes(command, '--without'));
    expect(choosing.map(({ command }) => command.replace('docs-admin org ', '')).sort()).toEqual([
      'apply',
      'export',
      'plan',
      'rehearse',
      'snapshot',
      'validate',
    ]);
    expect(choosing.filter((command) => !(takes(command, '--only') && takes(command, '--without')))).toEqual(
      [],
    );
  });

  test('only apply-plan takes a stored plan', () => {
    const takers = commands.filter((one) =>
      one.arguments.some(({ name, description }) => name === 'file' && /\bplan\b/.test(description)),
    );
    expect(takers.map(({ command }) => command)).toEqual(['docs-admin apply-plan']);
  });

  test('--check is a switch of commands that read', () => {
    const takers = commands.flatMap(({ command, flags }) =>
      flags.flatMap(({ name, type, description }) =>
        name === '--check' ? [{ command, type, description }] : [],
      ),
    );
    expect(takers.map(({ command }) => command.replace('docs-admin ', ''))).toEqual(
      expect.arrayContaining(['org plan', 'org audit diff', 'access diff']),
    );
    for (const { type, description } of takers) {
      expect(type).toBe('switch');
      expect(description).toMatch(/exit code 11/);
    }
  });
});
