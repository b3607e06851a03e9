import { flag } from '../cli/flags/flag.ts';
import type { NounWords } from '../cli/noun.ts';
import { verb, verbApart } from '../cli/verb.ts';
import { Unfinished, UsageError } from '../errors.ts';
import { inputName } from '../inputs.ts';
import { countedBy } from '../model/counted-by.ts';
import { quoted } from '../text/quoted.ts';
import { shortened } from '../text/shortened.ts';
import { sectionCountView } from '../views/org.ts';
import { apply } from './org/apply.ts';
import { fileFlag, givenFiles, onlyFlag, plan, withoutFlag } from './org/plan.ts';
import { snapshot } from './org/snapshot.ts';

export const noun: NounWords = {
  group: 'Whole organization',
  order: 185,
  summary: 'the organization as one file; audits and rehearsals',
  first: [
    ['docs-admin org audit', 'find what is wrong, and how to fix it'],
    ['docs-admin org export --out organization.yaml', 'the organization as a file'],
    ['docs-admin org plan --file organization.yaml', 'what a changed file would do'],
    ['docs-admin org rehearse --file organization.yaml', 'try it in a private copy'],
    ['docs-admin access report', 'who can do what'],
  ],
};

export const org = () => [
  exportFile(),
  plan(),
  apply(),
  snapshot(),
  validate(),
  verbApart('rehearse', async (command) => (await import('./org/rehearse.ts')).rehearse(command)),
  verbApart('audit', async (command) => (await import('./org/audit.ts')).audit(command)),
];

const exportFile = () =>
  verb('export', { summary: 'Write the organization as one YAML file, by names', effect: 'read' }, [
    'docs-admin org export',
    'docs-admin org export --out organization.yaml',
    'docs-admin org export --without people,organization -o json',
  ])
    .addOption(flag('--out <file>', 'file to write (default: standard output)').with({ writesFile: true }))
    .addOption(onlyFlag())
    .addOption(withoutFlag())
    .option(
      '--allow-partial',
      'leave out sections that cannot be read whole; the exit code is 12 all the same',
    )
    .run(
      async (
        { system, context, line, session, scope, out, progress, askToReplace },
        { out: file, only, without, allowPartial },
      ) => {
        const { choiceOf } = await import('../org/file/choice.ts');
        const { readOrganization } = await import('../org/read.ts');
        const { organizationJson, organizationYaml } = await import('../org/file/write.ts');
        const { output } = line.flags;
        if (output !== undefined && output !== 'json' && output !== 'yaml')
          throw new UsageError(`an organization file is YAML or JSON, not ${quoted(output)}`);
        const chosen = choiceOf({ only, without });
        if (file !== undefined) {
          system.files.assertWritable(file);
          await askToReplace(file);
        }
        await system.saveMemory();
        progress.start('things read');
        const exported = await readOrganization(session.api, scope.org(), chosen, {
          onProgress: countedBy((done) => progress.update({ done })),
        });
        progress.stop();
        const { gaps } = exported;
        if (gaps.length === 0 || allowPartial) {
          const text = context.format() === 'json' ? organizationJson(exported) : organizationYaml(exported);
          if (file === undefined) for (const piece of text) await out.raw(piece);
          else {
            await system.files.write(file, text);
            await out.done(`wrote ${file}`);
          }
        }
        if (gaps.length === 0) return;
        const names = gaps.map(({ section }) => section).join(', ');
        throw new Unfinished(`the export is incomplete: it lacks ${names}`, {
          kind: 'incomplete',
          details: shortened(
            gaps.flatMap(({ section, reasons }) => reasons.map((reason) => `${section}: ${reason}`)),
          ),
          ...(allowPartial ? {} : { hint: 'nothing was written; --allow-partial leaves these sections out' }),
        });
      },
    );

const validate = () =>
  verb(
    'validate',
    { summary: 'Check an organization file by itself: keys, values, names, references', effect: 'read' },
    [
      'docs-admin org validate --file organization.yaml',
      'docs-admin org validate --file teams.yaml,people.yaml --json',
    ],
  )
    .addOption(fileFlag())
    .addOption(onlyFlag())
    .addOption(withoutFlag())
    .run(async ({ system, out }, { file, only, without }) => {
      const files = givenFiles(file);
      const { readOrganizationFile } = await import('../org/file/read.ts');
      const { choiceOf } = await import('../org/file/choice.ts');
      const { countsOf, keysWithoutEffect } = await import('../org/file/counts.ts');
      const loaded = await readOrganizationFile(system, files, choiceOf({ only, without }));
      const counts = countsOf(loaded);
      for (const line of keysWithoutEffect(loaded)) await out.warn(line);
      await out.list([counts], sectionCountView);
      await out.done(
        `valid: ${counts.length === 0 ? 'it declares nothing' : files.map(inputName).join(', ')}`,
      );
    });
