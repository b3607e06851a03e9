import { outFlag } from '../cli/flags/flag.ts';
import { verb, verbApart } from '../cli/verb.ts';
import { inputName } from '../inputs.ts';
import { sectionCountView } from '../views/org.ts';
import { apply } from './org/apply.ts';
import { exportFile } from './org/export.ts';
import { choiceFlags, fileFlag, givenFiles, plan } from './org/plan.ts';
import { snapshot } from './org/snapshot.ts';

export const org = () => [
  exportFile(),
  plan(),
  apply(),
  snapshot(),
  verb(
    'validate',
    { summary: 'Check an organization file by itself: keys, values, names, references', effect: 'read' },
    [
      'docs-admin org validate --file organization.yaml',
      'docs-admin org validate --file teams.yaml,people.yaml --json',
    ],
  )
    .addOptions(fileFlag(), ...choiceFlags())
    .run(async ({ system, out }, { file, only, without }) => {
      const files = givenFiles(file);
      const { readOrganizationFile } = await import('../org/file/read.ts');
      const { choiceOf } = await import('../org/file/choice.ts');
      const { sectionCounts: countsOf, keysWithoutEffect } = await import('../org/file/counts.ts');
      const loaded = await readOrganizationFile(system, files, choiceOf({ only, without }));
      const counts = countsOf(loaded);
      for (const line of keysWithoutEffect(loaded)) await out.warn(line);
      await out.list([counts], sectionCountView);
      await out.done(
        `valid: ${counts.length === 0 ? 'it declares nothing' : files.map(inputName).join(', ')}`,
      );
    }),
  verb(
    'schema',
    {
      summary: 'Print the JSON Schema of organization files, for editors',
      effect: 'read',
      worksWithoutSettings: true,
    },
    ['docs-admin org schema --out organization.schema.json'],
  )
    .addOption(outFlag)
    .run(async ({ out }) => {
      const { organizationSchemaText } = await import('../org/file/json-schema.ts');
      await out.raw(organizationSchemaText());
    }),
  verbApart('rehearse', async (command) => (await import('./org/rehearse.ts')).rehearse(command)),
  verbApart('audit', async (command) => (await import('./org/audit.ts')).audit(command)),
];
