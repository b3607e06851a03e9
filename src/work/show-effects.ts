import { type PersonFacts, personEntry } from '../domain/people.ts';
import type { Action } from '../model/effects/facts.ts';
import type { AddressChange } from '../model/structure/addresses.ts';
import type { ShownLine, Tone } from '../output/output.ts';
import type { Blocks, PlanEffects } from './plan-document.ts';
import type { Report, Session } from './run/session.ts';

/** How a line of a plan begins, and what it means. */
export const looksOfActions: Readonly<
  Record<Action, { readonly sign: '+' | '-' | '~'; readonly tone: Tone }>
> = {
  create: { sign: '+', tone: 'good' },
  grant: { sign: '+', tone: 'good' },
  delete: { sign: '-', tone: 'bad' },
  revoke: { sign: '-', tone: 'bad' },
  update: { sign: '~', tone: 'attention' },
  rename: { sign: '~', tone: 'attention' },
  move: { sign: '~', tone: 'attention' },
};

/** What teams and other things, and people, are called, by their ids. */
export interface KnownNames {
  readonly titles?: ReadonlyMap<string, string> | undefined;
  readonly people?: ReadonlyMap<string, PersonFacts> | undefined;
}

export function naming({ titles, people }: KnownNames): (kind: string, id: string) => string | undefined {
  return (kind, id) => {
    const person = kind === 'member' ? people?.get(id) : undefined;
    return person ? personEntry(id, person) : titles?.get(id);
  };
}

/** What changes open, what they take away, and which public addresses become others: a sentence for each. */
export interface ShownEffects {
  readonly opens: readonly string[];
  readonly loses: readonly string[];
  readonly addresses?: readonly string[];
}

/** Returns what changes open, take away and move, in sentences. */
export function effectTexts({ opens, loses, addresses = [] }: Blocks & Partial<PlanEffects>): ShownEffects {
  const text = (one: { readonly text: string }) => one.text;
  return { opens: opens.map(text), loses: loses.map(text), addresses: addressTexts(addresses) };
}

/** Returns the addresses in words; those below one that changes with it are counted. */
function addressTexts(addresses: readonly AddressChange[]): string[] {
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
    return `${one.from} ${one.to === null ? 'ends' : `→ ${one.to}`}${more}`;
  });
}

/** Returns whether an address changes as one above it does, and in no other way. */
function isWith({ from, to }: AddressChange, above: AddressChange): boolean {
  if (above.to === null || to === null) return to === above.to;
  return bare(to) === `${bare(above.to)}${bare(from).slice(bare(above.from).length)}`;
}

function bare(address: string): string {
  return address.replace(/\/$/, '');
}

/** A block of sentences about changes, with a heading that counts them: `opens (3)`. */
export interface EffectBlock {
  readonly heading: string;
  readonly entries: readonly string[];
}

/** Returns the blocks that have entries, in the order in which every text of changes begins with them. */
export function effectBlocks({ opens, loses, addresses = [] }: ShownEffects): EffectBlock[] {
  return Object.entries({ opens, loses, addresses })
    .filter(([, entries]) => entries.length > 0)
    .map(([word, entries]) => ({ heading: `${word} (${entries.length})`, entries }));
}

/** Returns the lines before all others about changes; none if there is nothing to say. Nothing is left out. */
export function effectLines(effects: ShownEffects): ShownLine[] {
  return effectBlocks(effects).flatMap(({ heading, entries }): ShownLine[] => [
    { text: heading, tone: 'heading' },
    ...entries.map((entry) => ({ text: `  ${entry}`, tone: 'attention' as const })),
    { text: '' },
  ]);
}

/** Prints what changes open and what they lose, before anything else about them. Nothing is left out. */
export async function showPlanEffects({ note }: Pick<Report, 'note'>, effects: PlanEffects): Promise<void> {
  for (const { text, tone } of effectLines(effectTexts(effects)))
    await note(text, tone === 'heading' ? undefined : tone);
}

/** So many lines of a plan are shown. */
const mostShown = 60;

export interface PlanLine {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

interface PlanInLines {
  readonly effects: PlanEffects;
  /** Makes the lines; those of a large plan are made one after the other. */
  readonly lines: () => Iterable<PlanLine>;
  readonly count: number;
  /** What is counted, after the number of those that are not shown. @default lines */
  readonly unit?: string;
  readonly warnings?: readonly string[];
  /** The numbers of the plan. */
  readonly sum: string;
}

/** Prints a plan on stderr: what it opens and loses, the first of its lines, and its numbers. */
export async function showInLines(
  session: Pick<Session, 'out' | 'inWords'>,
  { effects, lines, count, unit = ' lines', warnings = [], sum }: PlanInLines,
): Promise<void> {
  const all = await session.inWords({ code: 'see-whole-plan', data: {} });
  await session.out.plan(async (out, isWhole) => {
    await showPlanEffects(out, effects);
    const most = isWhole ? Number.POSITIVE_INFINITY : mostShown;
    let left = most;
    for (const { text, tone } of lines()) {
      if (left-- === 0) break;
      await out.note(text, tone);
    }
    if (count > most) await out.note(`... and ${count - most}${unit} more; ${all}`);
    for (const line of warnings) await out.warn(line);
    await out.note(sum);
  });
}

/** Returns what changes open and lose, as far as it is known, in words. */
export function shownBlocks(effects: PlanEffects | undefined) {
  return effects ? effectBlocks(effectTexts(effects)) : [];
}
