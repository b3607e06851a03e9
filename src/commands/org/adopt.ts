import type { LineParts } from '../../cli/session/line-parts.ts';
import { OutOfDate, Unfinished, UsageError } from '../../errors.ts';
import { isStdin } from '../../inputs.ts';
import { countingReads } from '../../model/counted-by.ts';
import type { Adoption } from '../../org/adopt/adopt.ts';
import type { ChangedFile } from '../../org/adopt/workspace.ts';
import type { ChoiceFlags } from '../../org/file/choice.ts';
import type { ShownLine } from '../../output/output.ts';
import { withHiddenCredentials } from '../../text/addresses.ts';
import { unifiedDiff } from '../../text/line-diff.ts';
import { shortened } from '../../text/shortened.ts';
import { counted, quoted } from '../../text/words.ts';
import { adoptionView } from '../../views/org.ts';

/** The flags of a plan; only those that choose sections mean something here. */
type AdoptFlags = ChoiceFlags & { readonly [flag: string]: unknown };

/**
 * Writes what the service has into the files of the organization: shows the difference, asks, and replaces the files. Throws
 * `Unfinished` if a part is left.
 */
export async function adopt(parts: LineParts, paths: readonly string[], flags: AdoptFlags): Promise<void> {
  const { system, session, scope, out, progress } = parts;
  assertFits(parts, flags);
  for (const path of paths) assertFile(parts, path);
  const { choiceOf } = await import('../../org/file/choice.ts');
  const { adoptOrganization } = await import('../../org/adopt/adopt.ts');
  const { kindNoun: nounOf } = await import('../../org/plan/show/words.ts');
  await system.saveMemory();
  const choice = choiceOf(flags);
  const adoption = await countingReads(progress, (options) =>
    adoptOrganization(session.api, scope.org(), system, { paths, choice }, options),
  );
  const changed = adoption.workspace.changed().map((file) => ({ ...file, lines: diffOf(file) }));
  await show(parts, adoption, changed);
  for (const { kind, from, to } of adoption.renamed)
    await out.note(
      `note: ${nounOf(kind)} ${quoted(from)} is called ${quoted(to)} in the service: taken as renamed`,
    );
  for (const { kind, name, content, alike } of adoption.gone) {
    const thing = `${nounOf(kind)} ${quoted(name)}${content && ` with ${content}`}`;
    const names = alike.slice(0, 3).map(quoted).join(' or ');
    const hint = names && `; if it is now called ${names}, write that name in the file instead`;
    await out.warn(`${thing} is not in the service: its entry is taken out of the file${hint}`);
  }
  if (changed.length > 0) await write(parts, adoption, changed);
  else if (adoption.byHand.length === 0 && adoption.unknown.length === 0)
    await out.done('nothing to write: the service is as the file says');
  for (const path of adoption.unnamed) await out.warn(`${path}: nothing names it any more`);
  await assertWhole(adoption);
}

/** Throws `UsageError` for flags that mean nothing here. */
function assertFits(
  { context, session: { limits } }: LineParts,
  { file: _, only, without, ...others }: AdoptFlags,
): void {
  const { maxRemovals, allowOwnerless, allowOpening = [] } = limits;
  const opening = allowOpening.length > 0 || undefined;
  const all = { ...others, maxRemovals, allowOwnerless: allowOwnerless || undefined, allowOpening: opening };
  const [given] = Object.entries(all).find(([, value]) => value !== undefined) ?? [];
  const flag = given?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (flag !== undefined)
    throw new UsageError(`--${flag} means nothing with --adopt, which changes the file and not the service`, {
      hint: 'leave one of the two out',
    });
  if (context.ownFormat() === 'markdown')
    throw new UsageError('-o markdown is for plans; --adopt prints text or json');
}

function assertFile({ system: { files } }: LineParts, path: string): void {
  if (isStdin(path))
    throw new UsageError('--adopt cannot write into standard input', {
      hint: 'name the organization file, or its folder',
    });
  if (!files.folder(path) && files.identity(path) === undefined)
    throw new UsageError(`--adopt cannot write into ${quoted(path)}: it is no regular file`);
}

type Shown = ChangedFile & { readonly lines: readonly string[] };

/** Returns the unified diff of a file. Secrets in addresses are hidden. */
function diffOf({ path, before, after }: ChangedFile): string[] {
  return unifiedDiff(path, before, after).map((line) => withHiddenCredentials(line.replace(/\r$/, '')));
}

const tones: Readonly<Record<string, ShownLine['tone']>> = { '+': 'good', '-': 'bad', '@': 'attention' };

async function show(
  { out, line, context }: LineParts,
  adoption: Adoption,
  changed: readonly Shown[],
): Promise<void> {
  if (context.format() === 'json' || line.choosesFields)
    return out.item(await documentOf(adoption, changed), adoptionView);
  for (const { lines } of changed) {
    await out.lines(
      lines.flatMap((text, at) => {
        const tone = at < 2 ? 'heading' : tones[text[0] ?? ''];
        return text.split('\n').map((own): ShownLine => ({ text: own, ...(tone && { tone }) }));
      }),
    );
  }
}

function count(lines: readonly string[], sign: string): number {
  return lines.slice(2).filter((line) => line.startsWith(sign)).length;
}

async function documentOf(
  { organization, renamed, byHand, unknown }: Adoption,
  changed: readonly Shown[],
): Promise<object> {
  const { unknownOf } = await import('../../org/plan/document.ts');
  return {
    organization,
    complete: byHand.length === 0 && unknown.length === 0,
    files: changed.map(({ path, lines }) => ({
      file: path,
      added: count(lines, '+'),
      removed: count(lines, '-'),
    })),
    renamed: renamed.map((one) => ({ ...one })),
    byHand: byHand.map(({ file, place, message }) => ({ file, ...(place && { line: place.line }), message })),
    unknown: unknown.map(unknownOf),
  };
}

async function write(
  { session, out }: LineParts,
  { workspace }: Adoption,
  changed: readonly Shown[],
): Promise<void> {
  const names = changed.map(({ path }) => path).join(', ');
  if (session.dryRun) return out.note(`${names} would be written; nothing was written`);
  workspace.assertWritable();
  await session.confirm(`write ${names}?`, 'machine');
  const outdated = await workspace.outdated();
  if (outdated.length > 0)
    throw new OutOfDate(`${outdated.join(', ')}: changed since it was read; nothing was written`, {
      hint: 'run the command again',
    });
  await workspace.write();
  for (const { path, lines } of changed)
    await out.done(
      `wrote ${path}: ${counted(count(lines, '+'), 'line')} added, ${count(lines, '-')} removed`,
    );
}

/** Throws `Unfinished` if something is left: 12 where a part cannot be read, else 11, because the file still differs. */
async function assertWhole({ byHand, unknown }: Adoption): Promise<void> {
  const { problemLine } = await import('../../org/file/problems.ts');
  const { partText } = await import('../../org/plan/show/words.ts');
  const details = [
    ...byHand.map(problemLine),
    ...unknown.map((one) => `${partText(one)}: ${one.reason.message}`),
  ];
  if (details.length === 0) return;
  const places = `${counted(byHand.length, 'place')} must be changed by hand`;
  const message = [
    ...(byHand.length > 0 ? [places] : []),
    ...(unknown.length > 0 ? ['not everything can be read'] : []),
  ];
  throw new Unfinished(`the file is not as the service is: ${message.join(', and ')}`, {
    kind: unknown.length > 0 ? 'incomplete' : 'no',
    details: shortened(details),
  });
}
