import { groupBy } from '../../text/group-by.ts';
import { visible } from '../../text/printable.ts';
import { type EffectBlock, effectBlocks, type ShownEffects } from '../../work/show-effects.ts';
import type { ServerSettings } from '../restricted-system.ts';
import type { PlanStep } from './steps.ts';

/** The most characters of a form that a person is asked to read. */
export const longestForm = 16_000;

interface FormParts {
  readonly effects: ShownEffects;
  /** What cannot be undone, with the reasons. */
  readonly final: readonly string[];
  /** What people should know before. */
  readonly consequences: readonly string[];
  readonly warnings: readonly string[];
  readonly steps: readonly PlanStep[];
  readonly commandLines: readonly string[];
}

/**
 * Returns the text of a form: what opens, what is lost, what cannot be undone, then every change. Nothing is cut, whatever
 * its length. All of it is written by this program; names in it cannot hide or reorder anything.
 */
export function formText(
  { effects, final, consequences, warnings, steps, commandLines }: FormParts,
  { profile, baseUrl, org, secrets }: ServerSettings,
): string {
  const place = [`profile ${profile}`, baseUrl, ...(org === undefined ? [] : [`organization ${org}`])];
  const lines = [
    'docs-admin: an assistant wants to change your documentation organization.',
    `Where: ${place.join(', ')}`,
    '',
    ...effectBlocks(effects).flatMap(linesOf),
    ...(final.length > 0
      ? block('cannot be undone', final)
      : ['All of it can be undone with `runs undo`.', '']),
    ...block('know before', [...consequences.map((text) => `${text}.`), ...warnings]),
    ...block('changes', grouped(steps)),
    ...block('command lines', commandLines),
  ];
  return lines
    .map((line) => visible(secrets.hide(line)))
    .join('\n')
    .trimEnd();
}

function block(word: string, entries: readonly string[]): string[] {
  return entries.length > 0 ? linesOf({ heading: `${word} (${entries.length})`, entries }) : [];
}

function linesOf({ heading, entries }: EffectBlock): string[] {
  return [heading, ...entries.map((entry) => `  ${entry}`), ''];
}

/** Returns a line for each step; steps that do the same to several things are one line, which names all of them. */
function grouped(steps: readonly PlanStep[]): string[] {
  const groups = groupBy(steps, ({ place, phrase }) => JSON.stringify([place, phrase]));
  return [...groups.values()].map((all) => {
    const [{ place, who, phrase }, ...more] = all;
    if (more.length === 0) return `${place}${who}${phrase}`;
    return `${place}${all.length} x ${phrase.replace(/^:? /, '')}: ${all.map((step) => step.who).join('; ')}`;
  });
}
