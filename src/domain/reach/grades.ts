/** Whom it concerns: readers outside of the organization, people who may do everything, or others. The strongest first. */
export const grades = ['public', 'administrators', 'other'] as const;
export type Grade = (typeof grades)[number];

/** The grades that several changes reach only where it is allowed. */
export const heldGrades = ['public', 'administrators'] as const satisfies readonly Grade[];
export type HeldGrade = (typeof heldGrades)[number];

export function isHeld(grade: string | undefined): grade is HeldGrade {
  return heldGrades.some((held) => held === grade);
}

/** Who reads a site, from nobody to everyone. */
export const visibilities: readonly string[] = ['nobody', 'visitor-auth', 'share-link', 'unlisted', 'public'];

/** What an effect does to who can reach what. */
export interface Reach {
  /** More can be reached afterwards, by more people, or with more rights. */
  readonly opens?: Grade;
  /** Less can be reached, by fewer people, or with fewer rights. */
  readonly takes?: Grade;
}

/** Returns the grade of a level that people get or lose; that of the highest one where it is not known. */
export function gradeOf(level: unknown): Grade {
  return level === 'admin' || level === undefined ? 'administrators' : 'other';
}

/** Returns what opens and takes the same. */
export function both(grade: Grade): Reach {
  return { opens: grade, takes: grade };
}

/** Returns what several do together: the strongest of each. */
export function together(all: readonly Reach[]): Reach {
  const opens = grades.find((grade) => all.some((one) => one.opens === grade));
  const takes = grades.find((grade) => all.some((one) => one.takes === grade));
  return { ...(opens && { opens }), ...(takes && { takes }) };
}

/**
 * Returns what a change from one rank to another does, where a higher one reaches more, and 0 the least; `undefined` is a rank
 * that is not known.
 */
export function rising(before: number | undefined, after: number | undefined, grade: Grade): Reach {
  const canRise = before === undefined || after === undefined || before < after;
  const canFall = before === undefined || after === undefined || before > after;
  return {
    ...(canRise && after !== 0 && { opens: grade }),
    ...(canFall && before !== 0 && { takes: grade }),
  };
}
