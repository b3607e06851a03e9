import type { Report } from './run/session.ts';

/** What a change opens and what is lost with it, in sentences. */
export interface ShownEffects {
  readonly opens: readonly string[];
  readonly loses: readonly string[];
}

/** Prints what changes open and what they lose, before anything else about them. Nothing is left out. */
export async function showEffects(
  { note }: Pick<Report, 'note'>,
  { opens, loses }: ShownEffects,
): Promise<void> {
  for (const [word, entries] of Object.entries({ opens, loses })) {
    if (entries.length === 0) continue;
    await note(`${word} (${entries.length})`);
    for (const entry of entries) await note(`  ${entry}`, 'attention');
  }
  if (opens.length + loses.length > 0) await note('');
}
