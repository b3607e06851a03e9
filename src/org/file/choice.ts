import { InvalidOption } from '../../errors.ts';
import { isObject } from '../../text/fields.ts';
import { quoted } from '../../text/words.ts';
import { type SectionName, sectionNames } from '../section-names.ts';

/** What of an organization file a command works with. */
export interface SectionChoice {
  readonly sections: readonly SectionName[];
  /** Whether nothing names people. */
  readonly isWithoutPeople?: boolean;
  /** Whether it fits every organization. */
  readonly isWithoutOrganization?: boolean;
}

export const everything: SectionChoice = { sections: sectionNames };

/** Names of sections as users give them. */
export interface ChoiceFlags {
  readonly only?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
}

/**
 * Returns what flags choose: `members` and `people` are the same word, and `without` also takes `organization`. Throws
 * `InvalidOption` for what is no section, and if nothing is left.
 */
export function choiceOf({ only, without = [] }: ChoiceFlags): SectionChoice {
  const named = (names: readonly string[]) => names.map((name) => (name === 'people' ? 'members' : name));
  const left = named(without).filter((name) => name !== 'organization');
  const leftOut = sectionsOf('without', left);
  const sections = sectionsOf('only', only && named(only)).filter((name) => !leftOut.includes(name));
  if (sections.length === 0) throw new InvalidOption('without', 'leaves no section');
  return {
    sections,
    isWithoutPeople: leftOut.includes('members'),
    isWithoutOrganization: without.includes('organization'),
  };
}

/** Returns the chosen part of a file whose keys and values may still be wrong. */
export function chosenOf(
  file: Readonly<Record<string, unknown>>,
  { sections, isWithoutPeople = false, isWithoutOrganization = false }: SectionChoice,
): Readonly<Record<string, unknown>> {
  const leftOut: string[] = sectionNames.filter((name) => !sections.includes(name));
  const chosen = omit(file, isWithoutOrganization ? [...leftOut, 'organization'] : leftOut);
  const { managed, teams } = chosen;
  return {
    ...chosen,
    ...(isObject(managed) && { managed: omit(managed, leftOut) }),
    ...(isWithoutPeople && isObject(teams) && { teams: withoutMembers(teams) }),
  };
}

function withoutMembers(teams: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(teams).map(([title, team]) => [title, isObject(team) ? omit(team, ['members']) : team]),
  );
}

function omit(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/**
 * Returns the sections with these names, in the order of a file; all sections without names. Throws `InvalidOption` for
 * a name that is not in `known`; `option` is where the user gave it: `only`.
 */
export function sectionsOf(
  option: string,
  names: readonly string[] = sectionNames,
  known: readonly SectionName[] = sectionNames,
): SectionName[] {
  for (const name of names) {
    if (known.some((one) => one === name)) continue;
    const isSection = sectionNames.some((one) => one === name);
    const message = isSection ? 'cannot be chosen here' : 'is no section of an organization file';
    throw new InvalidOption(option, `${quoted(name)} ${message}`, {
      hint: { code: 'choose-section', data: { names: known } },
    });
  }
  return sectionNames.filter((name) => names.includes(name));
}
