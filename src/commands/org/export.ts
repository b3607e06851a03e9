import { flag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { Unfinished, UsageError } from '../../errors.ts';
import { countingReads } from '../../model/counted-by.ts';
import type { ExportFile, ExportFiles, ExportFormat } from '../../org/file/write.ts';
import type { Exported } from '../../org/organization.ts';
import type { Files, System } from '../../ports.ts';
import { shortened } from '../../text/shortened.ts';
import { counted, quoted } from '../../text/words.ts';
import { choiceFlags } from './plan.ts';

export const exportFile = () =>
  verb('export', { summary: 'Write the organization as one YAML file, by names', effect: 'read' }, [
    'docs-admin org export',
    'docs-admin org export --out organization.yaml',
    'docs-admin org export --split acme',
    'docs-admin org export --without people,organization -o json',
  ])
    .addOption(
      flag('--out <file>', 'file to write (default: standard output)')
        .with({ writesFile: true })
        .conflicts('split'),
    )
    .addOption(
      flag('--split <folder>', 'folder to write: a file for each section, and their JSON Schema').with({
        writesFile: true,
      }),
    )
    .addOptions(...choiceFlags())
    .option(
      '--allow-partial',
      'leave out sections that cannot be read whole; the exit code is 12 all the same',
    )
    .run(
      async (
        { system, context, line, session, scope, out, progress, askToReplace, canAsk, confirm },
        { out: file, split, only, without, allowPartial },
      ) => {
        const { choiceOf } = await import('../../org/file/choice.ts');
        const { readOrganization } = await import('../../org/read.ts');
        const { exportText, splitFiles, splitPaths, wholeFiles } = await import('../../org/file/write.ts');
        const { output } = line.flags;
        if (output !== undefined && output !== 'json' && output !== 'yaml')
          throw new UsageError(`an organization file is YAML or JSON, not ${quoted(output)}`);
        const format = context.format() === 'json' ? 'json' : 'yaml';
        const chosen = choiceOf({ only, without });
        if (file !== undefined) await askToReplace(file);
        const asking = { system, canAsk, confirm };
        if (split !== undefined) {
          await assertOneFormat(system.files, split, format);
          const paths = splitPaths(split, chosen.sections, format);
          await prepareFolder(asking, split, paths, `replace the files of the organization in ${split}?`);
        }
        await system.saveMemory();
        const exported = await countingReads(progress, (options) =>
          readOrganization(session.api, scope.org(), chosen, options),
        );
        if (exported.gaps.length === 0 || allowPartial) {
          if (split !== undefined) {
            const { organizationSchemaText } = await import('../../org/file/json-schema.ts');
            const { files, teams } = splitFiles(exported, split, format, organizationSchemaText());
            await system.files.makeFolder(split);
            if (teams) await prepareFolder(asking, teams.folder, pathsOf(teams.files));
            await writeFiles(system, { files, teams });
            await warnOfOthers({ system, out }, split, files);
            const count = files.length + (teams?.files.length ?? 0);
            await out.done(`wrote ${counted(count, 'file')} in ${split}`);
          } else if (file !== undefined) {
            const { files, teams } = wholeFiles(exported, file, format);
            const [main = file, ...tables] = pathsOf(files).toReversed();
            for (const path of tables) await askToReplace(path);
            if (teams) {
              const { folder } = teams;
              await prepareFolder(asking, folder, pathsOf(teams.files), `replace the files in ${folder}?`);
            }
            await writeFiles(system, { files, teams });
            const inFolder = teams ? [`${counted(teams.files.length, 'file')} in ${teams.folder}`] : [];
            const names = new Intl.ListFormat('en-GB').format([main, ...tables, ...inFolder]);
            await out.done(`wrote ${names}`);
          } else await out.raw(exportText(exported, format));
        }
        assertWhole(exported, allowPartial);
      },
    );

function pathsOf(files: readonly ExportFile[]): string[] {
  return files.map(({ path }) => path);
}

/** Throws `UsageError` if a folder holds sections in files of another format: other commands would read both. */
async function assertOneFormat(files: Files, folder: string, format: ExportFormat): Promise<void> {
  const { sectionFiles } = await import('../../org/file/write.ts');
  const found = sectionFiles(files.folder(folder) ?? []);
  const others = found.filter((name) => !name.endsWith(`.${format}`));
  if (others.length === 0) return;
  const other = format === 'json' ? 'yaml' : 'json';
  const isWholly = found.every((name) => name.endsWith(`.${other}`));
  throw new UsageError(`${folder} holds ${others.join(', ')}, and this export writes .${format} files`, {
    hint: `name another folder, ${isWholly ? `give -o ${other}, ` : ''}or delete these files`,
  });
}

/**
 * Checks that files can be written in a folder, and asks before the files there are replaced. Throws `UsageError` if they
 * cannot.
 */
async function prepareFolder(
  { system: { files }, canAsk, confirm }: Pick<LineParts, 'system' | 'canAsk' | 'confirm'>,
  folder: string,
  paths: readonly string[],
  question?: string,
): Promise<void> {
  if (files.size(folder) > 0) throw new UsageError(`${folder} is a file, and no folder`);
  const names = files.folder(folder);
  if (!names) return files.assertWritable(folder);
  for (const path of paths) files.assertWritable(path);
  if (question !== undefined && names.length > 0 && canAsk()) await confirm(question, 'machine');
}

/** Writes the files of an export. What a file names is written before it. */
async function writeFiles(system: Pick<System, 'files'>, { files, teams }: ExportFiles): Promise<void> {
  if (teams) await system.files.makeFolder(teams.folder);
  for (const { path, text } of [...(teams?.files ?? []), ...files]) await system.files.write(path, text);
}

/** Warns of sections in a folder that an export has not written there. */
async function warnOfOthers(
  { system, out }: Pick<LineParts, 'system' | 'out'>,
  folder: string,
  written: readonly ExportFile[],
): Promise<void> {
  const { sectionFiles } = await import('../../org/file/write.ts');
  const others = sectionFiles(system.files.folder(folder) ?? [], written);
  if (others.length > 0)
    await out.warn(
      `${folder} also holds ${others.join(', ')}: this export has not written what is there, and --file ${folder} reads it`,
    );
}

/** Throws `Unfinished` if sections are left out because they cannot be read whole. */
function assertWhole({ gaps }: Exported, allowPartial = false): void {
  if (gaps.length === 0) return;
  const names = gaps.map(({ section }) => section).join(', ');
  throw new Unfinished(`the export is incomplete: it lacks ${names}`, {
    kind: 'incomplete',
    details: shortened(
      gaps.flatMap(({ section, reasons }) => reasons.map((reason) => `${section}: ${reason}`)),
    ),
    ...(allowPartial ? {} : { hint: 'nothing was written; --allow-partial leaves these sections out' }),
  });
}
