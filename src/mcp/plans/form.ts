import { grades } from '../../domain/reach/grades.ts';
import { visible } from '../../text/printable.ts';
import type { Pinned } from '../outside.ts';
import { loses, opens, type PlanStep } from './rank.ts';

/** The most characters of a form that a person is asked to read. */
export const longestForm = 16_000;

/** What a form shows beside the steps of a plan. */
interface FormParts {
  readonly steps: readonly PlanStep[];
  /** What cannot be undone, with the reasons. */
  readonly final: readonly string[];
  /** What people should know before. */
  readonly consequences: readonly string[];
  readonly warnings: readonly string[];
  readonly commandLines: readonly string[];
}

/**
 * Returns the text of a form: what opens, what is lost, what cannot be undone, everything else. Nothing is cut, whatever
 * its length. All of it is written by this program; names in it cannot hide or reorder anything.
 */
export function formText(
  { steps, final, consequences, warnings, commandLines }: FormParts,
  { profile, baseUrl, org, secrets }: Pinned,
): string {
  const place = [`profile ${profile}`, baseUrl, ...(org === undefined ? [] : [`organization ${org}`])];
  const opening = grades.flatMap((grade) => steps.filter((step) => opens(step) === grade));
  const others = steps.filter((step) => !opens(step) && !loses(step));
  const lines = [
    'docs-admin: an assistant wants to change your documentation organization.',
    `Where: ${place.join(', ')}`,
    ...block('Opens', grouped(opening)),
    ...block('Loses', grouped(steps.filter(loses))),
    ...(final.length > 0
      ? block('What cannot be undone', final)
      : ['All of it can be undone with `runs undo`.']),
    ...block('Know before', [...consequences.map((text) => `${text}.`), ...warnings]),
    ...block(opening.length + steps.filter(loses).length > 0 ? 'Other changes' : 'Changes', grouped(others)),
    ...block('Command lines', commandLines),
  ];
  return lines.map((line) => visible(secrets.hide(line))).join('\n');
}

function block(heading: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`${heading} (${lines.length}):`, ...lines.map((line) => `  ${line}`)] : [];
}

/** Returns a line for each step; steps that do the same to several things are one line, which names all of them. */
function grouped(steps: readonly PlanStep[]): string[] {
  const groups = new Map<string, [PlanStep, ...PlanStep[]]>();
  for (const step of steps) {
    const key = JSON.stringify([step.place, step.phrase]);
    const group = groups.get(key);
    if (group) group.push(step);
    else groups.set(key, [step]);
  }
  return [...groups.values()].map(([first, ...more]) => {
    const { place, who, phrase } = first;
    if (more.length === 0) return `${place}${who}${phrase}`;
    const names = [who, ...more.map((step) => step.who)].join('; ');
    return `${place}${more.length + 1} x ${phrase.replace(/^:? /, '')}: ${names}`;
  });
}
