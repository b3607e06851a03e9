import type { ResourceKind } from '../../model/resources.ts';
import { type FileProblem, pathText } from '../file/problems.ts';
import type { LoadedFile } from '../organization.ts';
import { kindOfSection, type SectionName, sectionNames } from '../section-names.ts';
import { factsOf } from '../sections/kinds.ts';
import type { Place } from '../thing.ts';
import type { Compared } from './compare-sections.ts';
import type { Endings } from './ending-with.ts';
import { unmetPatterns } from './patterns.ts';
import type { PlanReading } from './read.ts';

interface Planned {
  readonly compared: Compared;
  readonly reading: PlanReading;
  readonly ending: Pick<Endings, 'untold' | 'placesOf'>;
  /** The addresses of the sites in which nothing can be read. */
  readonly unread: readonly string[];
}

/** Returns what a plan leaves out, what it does not show, and patterns that mean nothing. `named` are the sections of the file. */
export function planWarnings(
  file: LoadedFile,
  named: readonly SectionName[],
  { compared, reading, ending, unread }: Planned,
): FileProblem[] {
  const inSection = (section: SectionName, message: string) => ({
    ...file.where([section]),
    message: `${section}: ${message}`,
  });
  return [
    ...compared.skipped.map((one) => ({ ...one, message: `left out: ${one.message}` })),
    ...ending.untold.map(({ kind, of, requests }) =>
      inSection(
        factsOf(of).section,
        `${factsOf(kind).words[1]} that end with deleted ${factsOf(of).words[1]} are not shown: to read them takes ${requests.toLocaleString('en')} requests`,
      ),
    ),
    ...unread.map((address) =>
      inSection('sites', `the addresses below ${address} are not shown: what is in the site cannot be read`),
    ),
    ...patternWarnings(file, named, compared, reading, ending),
  ];
}

/** Warns of patterns that mean nothing, where all things of their kind were read. */
function patternWarnings(
  file: LoadedFile,
  named: readonly SectionName[],
  { present, ignored, declared, names, unknown }: Compared,
  { people, snapshot }: PlanReading,
  { placesOf }: Pick<Endings, 'placesOf'>,
): FileProblem[] {
  const all = [...present, ...ignored, ...declared];
  const thingsOf = (kind: string): readonly Place[] | undefined => {
    const section = sectionNames.find((name) => kindOfSection[name] === kind);
    if (!section || unknown.some(({ part }) => part === kind)) return undefined;
    if (!named.includes(section)) return placesOf(kind as ResourceKind);
    if (kind !== 'member')
      return all.filter((one) => one.kind === kind).flatMap((one) => [one, one.today ?? one]);
    if (!snapshot.parts.member.lists.has(snapshot.organization)) return undefined;
    return [...(people?.keys() ?? [])].map((id) => ({ kind, key: [names.person(id).key] }));
  };
  return unmetPatterns(file.organization, thingsOf).map(({ path, message }) => ({
    ...file.where(path),
    message: `${pathText(path)}: ${message}`,
  }));
}
