import type { ShownLine } from '../../../output/output.ts';
import { groupBy } from '../../../text/group-by.ts';
import { effectLines, effectTexts, looksOfActions } from '../../../work/show-effects.ts';
import { factsOf } from '../../sections/kinds.ts';
import { isDifferent, type OrganizationChange, type OrganizationDocument } from '../document.ts';
import { changeTexts } from './change.ts';
import {
  countsSentence,
  kindNoun,
  liftText,
  notComparedHeading,
  notComparedText,
  unknownText,
  unmanagedSentence,
} from './words.ts';

export interface LineOptions {
  /** Whether words are used instead of signs, for screen readers. */
  readonly plain: boolean;
}

/** Returns as much of a digest as `org apply` needs. */
function shortDigest(digest: string): string {
  return digest.replace(/^\w+:/, '').slice(0, 12);
}

/** Returns the lines of a plan: what it opens and takes away, its changes by section, then what is withheld, objected to and unknown, and the counts. */
export function planLines(document: OrganizationDocument, { plain }: LineOptions): ShownLine[] {
  const { changes, withheld, objections, unknown, notCompared = [], possibleRenames = [] } = document;
  const signed = (change: Pick<OrganizationChange, 'action'>) => {
    if (plain) return change.action;
    return change.action === 'move' ? '→' : looksOfActions[change.action].sign;
  };
  const lines: ShownLine[] = effectLines(effectTexts(document));
  const heading = (text: string) => {
    if (lines.length > 0 && lines.at(-1)?.text !== '') lines.push({ text: '' });
    lines.push({ text, tone: 'heading' });
  };

  let section: string | undefined;
  for (const change of changes) {
    const own = factsOf(change.kind).section;
    if (own !== section) heading(own);
    section = own;
    const [first = '', ...more] = changeTexts(change);
    const { tone } = looksOfActions[change.action];
    lines.push({ text: `  ${signed(change)} ${first}`, tone });
    for (const text of more) lines.push({ text: `      ${text}`, tone });
  }
  for (const [reason, held] of groupBy(withheld, (one) => one.reason)) {
    heading(`withheld: ${reason}`);
    for (const one of held) {
      const [first] = changeTexts({ ...one, fields: one.fields ?? [] });
      lines.push({ text: `  ${signed(one)} ${first}`, tone: looksOfActions[one.action].tone });
    }
  }
  if (possibleRenames.length > 0) heading('possible renames: name the old one under previously');
  for (const { kind, from, to } of possibleRenames)
    lines.push({ text: `  ${kindNoun(kind)} ${from} → ${to}`, tone: 'attention' });
  if (unknown.length > 0) heading('unknown, and left out');
  for (const one of unknown) lines.push({ text: `  ${unknownText(one)}`, tone: 'attention' });
  if (notCompared.length > 0) heading(notComparedHeading);
  for (const one of notCompared) lines.push({ text: `  ${notComparedText(one)}` });
  if (objections.length > 0) heading('held back');
  for (const { message, flag } of objections)
    lines.push({ text: `  ${message} (${liftText(flag)})`, tone: 'bad' });
  if (lines.length > 0 && lines.at(-1)?.text !== '') lines.push({ text: '' });
  const unmanaged = unmanagedSentence(document);
  if (unmanaged !== undefined) lines.push({ text: unmanaged });
  lines.push({ text: countsSentence(document) });
  if (isDifferent(document)) lines.push({ text: `digest ${shortDigest(document.digest)}` });
  return lines;
}
