import { list, verb } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { UsageError } from '../errors.ts';
import { sectionCountView } from '../views/org.ts';

export const noun: NounWords = {
  group: 'Whole organization',
  order: 185,
  summary: 'the organization as one file',
};

export const org = (parts: Verb) => [validate(parts)];

/** The files of an organization; a folder stands for all files in it. */
const fileFlag = () => list('--file <path>', 'organization file, or a folder of its parts; may be repeated');

const validate = ({ system, out }: Verb) =>
  verb('validate', 'Check an organization file by itself: keys, values, names, references', [
    'docs-admin org validate --file organization.yaml',
    'docs-admin org validate --file organization/ --json',
  ])
    .addOption(fileFlag())
    .action(async ({ file }) => {
      if (!file)
        throw new UsageError('no --file given', { hint: 'name the organization file, or its folder' });
      const { readOrganizationFile } = await import('../org/file/read.ts');
      const { countsOf } = await import('../org/file/counts.ts');
      const loaded = await readOrganizationFile(system.files, file);
      const counts = countsOf(loaded);
      await out.list([counts], sectionCountView);
      await out.done(`valid: ${counts.length === 0 ? 'it declares nothing' : file.join(', ')}`);
    });
