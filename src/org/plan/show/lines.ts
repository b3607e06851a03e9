import type { Action } from '../../../model/effects/facts.ts';
import type { AddressChange } from '../../../model/structure/addresses.ts';
import type { ShownLine, Tone } from '../../../output/output.ts';
import { groupBy } from '../../../text/group-by.ts';
import { effectLines, type ShownEffects } from '../../../work/show-effects.ts';
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
  /** Whether words stand instead of signs, for screen readers. */
  readonly plain: boolean;
  /** Whether the terminal shows more than ASCII. */
  readonly unicode: boolean;
}

const looks: Readonly<Record<Action, { readonly sign: string; readonly tone: Tone }>> = {
  create: { sign: '+', tone: 'good' },
  update: { sign: '~', tone: 'attention' },
  rename: { sign: '~', tone: 'attention' },
  move: { sign: '→', tone: 'attention' },
  grant: { sign: '+', tone: 'good' },
  revoke: { sign: '-', tone: 'bad' },
  delete: { sign: '-', tone: 'bad' },
};

/** Returns as much of a digest as `org apply` needs. */
function shortDigest(digest: string): string {
  return digest.replace(/^\w+:/, '').slice(0, 12);
}

/** Returns what stands between the values before and after. */
export function arrowOf({ plain, unicode }: LineOptions): string {
  if (plain) return 'to';
  return unicode ? '→' : '->';
}

/** Returns what a plan opens, takes away and moves, in sentences. */
export function effectTexts(
  { opens, loses, addresses }: Pick<OrganizationDocument, 'opens' | 'loses' | 'addresses'>,
  arrow: string,
): ShownEffects {
  const text = (one: { readonly text: string }) => one.text.replaceAll(' → ', ` ${arrow} `);
  return { opens: opens.map(text), loses: loses.map(text), addresses: addressTexts(addresses, arrow) };
}

/** Returns the addresses in words; those below one that changes with it are counted. */
function addressTexts(addresses: readonly AddressChange[], arrow: string): string[] {
  const changes = new Map(addresses.map((one) => [bare(one.from), one]));
  const below = new Map<AddressChange, number>();
  for (const one of addresses) {
    let root = one;
    for (let at = bare(one.from).lastIndexOf('/'); at > 0; at = one.from.lastIndexOf('/', at - 1)) {
      const above = changes.get(one.from.slice(0, at));
      if (above && isWith(one, above)) root = above;
    }
    below.set(root, (below.get(root) ?? 0) + (root === one ? 0 : 1));
  }
  return addresses.flatMap((one) => {
    const count = below.get(one);
    if (count === undefined) return [];
    const more = count > 0 ? `, and ${count.toLocaleString('en')} below it` : '';
    return `${one.from} ${one.to === null ? 'ends' : `${arrow} ${one.to}`}${more}`;
  });
}

/** Tells whether an address changes as one above it does, and in no other way. */
function isWith({ from, to }: AddressChange, above: AddressChange): boolean {
  if (above.to === null || to === null) return to === above.to;
  return bare(to) === `${bare(above.to)}${bare(from).slice(bare(above.from).length)}`;
}

function bare(address: string): string {
  return address.replace(/\/$/, '');
}

/** Returns the lines of a plan: what it opens and takes away, its changes by section, then what is withheld, objected to and unknown, and the counts. */
export function planLines(document: OrganizationDocument, { plain, unicode }: LineOptions): ShownLine[] {
  const { changes, withheld, objections, unknown, notCompared = [], possibleRenames = [] } = document;
  const arrow = arrowOf({ plain, unicode });
  const signed = (change: Pick<OrganizationChange, 'action'>) => {
    const { sign } = looks[change.action];
    return plain ? change.action : sign === '→' ? arrow : sign;
  };
  const lines: ShownLine[] = effectLines(effectTexts(document, arrow));
  const heading = (text: string) => {
    if (lines.length > 0 && lines.at(-1)?.text !== '') lines.push({ text: '' });
    lines.push({ text, tone: 'heading' });
  };

  let section: string | undefined;
  for (const change of changes) {
    const own = factsOf(change.kind).section;
    if (own !== section) heading(own);
    section = own;
    const [first = '', ...more] = changeTexts(change, { arrow });
    const { tone } = looks[change.action];
    lines.push({ text: `  ${signed(change)} ${first}`, tone });
    for (const text of more) lines.push({ text: `      ${text}`, tone });
  }
  for (const [reason, held] of groupBy(withheld, (one) => one.reason)) {
    heading(`withheld: ${reason}`);
    for (const one of held) {
      const [first] = changeTexts({ ...one, fields: one.fields ?? [] }, { arrow });
      lines.push({ text: `  ${signed(one)} ${first}`, tone: looks[one.action].tone });
    }
  }
  if (possibleRenames.length > 0) heading('possible renames: name the old one under previously');
  for (const { kind, from, to } of possibleRenames)
    lines.push({ text: `  ${kindNoun(kind)} ${from} ${arrow} ${to}`, tone: 'attention' });
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
