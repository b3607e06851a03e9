import type { Site } from '../api/contract/operations/sites.ts';
import type { Grade } from './reach/grades.ts';
import { gradeOfReaders } from './reach/reach.ts';
import {
  holderOfPath,
  isWithinSite,
  neighbours,
  placeLabel,
  sectionLabel,
  spaceLabel,
  type Transfer,
} from './site-space-transfer.ts';

const readers: Readonly<Record<string, string>> = {
  public: 'everyone can read it',
  unlisted: 'everyone who knows its address can read it',
  'share-link': 'everyone with its link can read it',
  'visitor-auth': 'visitors who sign in can read it',
};

function readersOf({ visibility }: Site): string {
  return readers[visibility ?? ''] ?? `its visibility is ${visibility ?? 'not known'}`;
}

/** Something that a transfer opens or takes away: the site space, and a sentence. */
interface TransferEffect {
  readonly kind: 'site-space';
  readonly name: string;
  readonly id: string;
  readonly count: 1;
  readonly text: string;
}

function effectOf({ siteSpace: { id, title, space } }: Transfer, text: string): TransferEffect {
  return { kind: 'site-space', name: title ?? space?.title ?? id, id, count: 1, text };
}

/** Says who can read the space by a transfer who could not before, also only between two of its requests. */
export function transferOpens(
  transfer: Transfer,
): (TransferEffect & { readonly grade: Grade; readonly before: unknown; readonly after: unknown })[] {
  const { siteSpace, from, to } = transfer;
  const grade = gradeOfReaders(to.site.visibility);
  const before = siteSpace.condition ?? from.section?.condition ?? null;
  const after = siteSpace.condition ?? to.section?.condition ?? null;
  return openSentences(transfer).map((text) => ({ grade, ...effectOf(transfer, text), before, after }));
}

function openSentences(transfer: Transfer): string[] {
  const { siteSpace, from, to } = transfer;
  const label = spaceLabel(siteSpace);
  const target = placeLabel({ ...to, section: undefined });
  const [before, after] = [from.section?.condition, to.section?.condition];
  const { condition } = siteSpace;
  const isOtherSite = !isWithinSite(transfer);
  return [
    ...(isOtherSite ? [`${label} joins ${target}: ${readersOf(to.site)}`] : []),
    ...(from.section && before != null && before !== after
      ? [`the condition of ${sectionLabel(from.section)} no longer holds for it: ${String(before)}`]
      : []),
    ...(condition == null
      ? []
      : [
          `for a moment it has no condition in ${target}: ${readersOf(to.site)}; then the run sets ${String(condition)}`,
        ]),
    ...(condition != null && isOtherSite
      ? [`its condition is judged by the visitors of ${target}${adaptiveText(to.site)}`]
      : []),
  ];
}

/** Returns what is open between two requests of a transfer, by their numbers: the space without its condition. */
export function transferBetween(transfer: Transfer) {
  const { siteSpace, to } = transfer;
  const { condition: before } = siteSpace;
  if (before == null) return [];
  const from = isWithinSite(transfer) ? 1 : 0;
  const text = `${spaceLabel(siteSpace)} has no condition in ${placeLabel(to)}: ${readersOf(to.site)}`;
  const grade = gradeOfReaders(to.site.visibility);
  return [{ from, until: from + 1, opens: { grade, ...effectOf(transfer, text), before, after: null } }];
}

function adaptiveText({ adaptiveContent }: Site): string {
  return adaptiveContent?.enabled === true ? '' : ', where adaptive content is off';
}

/** Says what a transfer loses, as far as it is known before. */
export function transferLoses(transfer: Transfer): TransferEffect[] {
  return lossSentences(transfer).map((text) => effectOf(transfer, text));
}

function lossSentences(transfer: Transfer): string[] {
  const { siteSpace, from, to } = transfer;
  const others = neighbours(from).filter(({ id }) => id !== siteSpace.id);
  const holder = holderOfPath(transfer);
  const place = from.section ? sectionLabel(from.section) : placeLabel(from);
  const after = neighbours(to);
  return [
    ...(isWithinSite(transfer)
      ? ['for a moment the site does not publish it: a site has a space only once']
      : []),
    `its id ${siteSpace.id}, and customizations of its own, if it has any`,
    ...(holder ? [`its path ${JSON.stringify(siteSpace.path)}: ${spaceLabel(holder)} has it there`] : []),
    ...(siteSpace.default === true && others.length > 0
      ? [`it is what ${place} opens first: the service chooses another one`]
      : []),
    ...(others.length === 0 ? [`the last space of ${place}`] : []),
    ...(after.length > 0 ? [`its position: it comes last in ${placeLabel(to)}`] : []),
  ];
}
