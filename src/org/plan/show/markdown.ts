import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { blocksMarkdown, codeSpan, defaultMaxChars, piecesThatFit } from '../../../text/markdown.ts';
import { effectBlocks, effectTexts } from '../../../work/show-effects.ts';
import { factsOf } from '../../sections/kinds.ts';
import type { OrganizationChange, OrganizationDocument } from '../document.ts';
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

/** Lines under a heading. */
interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/**
 * Returns a plan as Markdown of at most `maxChars` characters: what it opens and takes away is first, and is never cut. A
 * line says how much of the rest is. Where what is first leaves no room, the text is longer, and has nothing of the rest.
 * Text of the service and of the file is in code. Where there is room, the plan is also there as a comment, which
 * {@link planInMarkdown} reads.
 */
export function planMarkdown(document: OrganizationDocument, maxChars = defaultMaxChars): string {
  const { organization, digest } = document;
  const head = `## Plan for ${codeSpan(organization)}\n\n**${countsSentence(document)}**\n`;
  const unmanaged = unmanagedSentence(document);
  const tail = `\n${unmanaged === undefined ? '' : `${unmanaged}. `}Digest ${codeSpan(digest)}\n`;
  const pieces = blocksOf(document).flatMap(({ heading, lines }) =>
    lines.map((line, at) => (at === 0 ? `\n### ${heading}\n\n${line}` : line)),
  );
  const first = blocksMarkdown(effectBlocks(effectTexts(document)));
  const most = maxChars - head.length - tail.length - first.length;
  const body = pieces.join('');
  const hidden = `\n${hiddenStart}${packed(document)}${hiddenEnd}\n`;
  const text =
    body.length <= most
      ? body
      : piecesThatFit(pieces, pieces.length, most, (left) => cutNote(left, pieces.length));
  return `${head}${first}${text}${body.length + hidden.length <= most ? hidden : ''}${tail}`;
}

const hiddenStart = '<!-- docs-admin-plan ';
const hiddenEnd = ' -->';

/** The most bytes of a plan that is in a text. */
const mostHidden = 20_000_000;

/** Compressed, most plans fit into a comment, and no name in them can end it or mention a person. */
function packed(document: OrganizationDocument): string {
  const level = constants.Z_BEST_COMPRESSION;
  return deflateRawSync(JSON.stringify(document), { level }).toString('base64');
}

/** What a text of {@link planMarkdown} says for programs. */
export interface MarkdownPlan {
  readonly digest: string;
  /** The JSON of the plan; absent if the text had no room for it. */
  readonly plan?: unknown;
}

/** Reads the Markdown of a plan, also in a longer text. Returns `undefined` for any other text. */
export function planInMarkdown(text: string): MarkdownPlan | undefined {
  // A name cannot be like this: there is a space in a code span behind a backtick.
  const [, digest] = /(?:^|\. )Digest `(sha256:[0-9a-f]{64})`\r?$/m.exec(text) ?? [];
  if (digest === undefined) return undefined;
  const from = text.indexOf(hiddenStart);
  const to = text.indexOf(hiddenEnd, from);
  if (from < 0 || to < 0) return { digest };
  const hidden = Buffer.from(text.slice(from + hiddenStart.length, to), 'base64');
  try {
    return { digest, plan: JSON.parse(inflateRawSync(hidden, { maxOutputLength: mostHidden }).toString()) };
  } catch {
    return { digest, plan: null };
  }
}

function cutNote(left: number, all: number): string {
  const which = `${left} of ${all} entries ${left === 1 ? 'is' : 'are'} left out`;
  return `\n_The text is too long: ${which}. The plan as text or as JSON has all of it._\n`;
}

function blocksOf({
  changes,
  withheld,
  objections,
  unknown,
  notCompared = [],
  possibleRenames = [],
  warnings = [],
}: OrganizationDocument): Block[] {
  const isLoss = ({ action }: OrganizationChange) => action === 'delete' || action === 'revoke';
  const others = changes.filter((change) => !isLoss(change));
  const sections = [...new Set(others.map(({ kind }) => factsOf(kind).section))];
  return [
    {
      heading: 'Held back',
      lines: objections.map(({ message, flag }) =>
        entry(`${codeSpan(message)} (${liftText(flag && codeSpan(flag))})`),
      ),
    },
    { heading: 'Deletions and revocations', lines: changes.filter(isLoss).map(changeEntry) },
    {
      heading: 'Possible renames',
      lines: possibleRenames.map(({ kind, from, to }) =>
        entry(`${kindNoun(kind)} ${codeSpan(from)} → ${codeSpan(to)}: name the old one under \`previously\``),
      ),
    },
    ...sections.map((section) => ({
      heading: section,
      lines: others.filter(({ kind }) => factsOf(kind).section === section).map(changeEntry),
    })),
    {
      heading: 'Withheld',
      lines: withheld.map((one) => {
        const [first] = changeTexts({ ...one, fields: one.fields ?? [] }, codeSpan);
        return entry(`**${one.action}** ${first}: ${codeSpan(one.reason)}`);
      }),
    },
    {
      heading: notComparedHeading.replace(/^n/, 'N'),
      lines: notCompared.map((one) => entry(codeSpan(notComparedText(one)))),
    },
    { heading: 'Warnings', lines: warnings.map(({ message }) => entry(codeSpan(message))) },
    { heading: 'Unknown, and left out', lines: unknown.map((one) => entry(codeSpan(unknownText(one)))) },
  ];
}

function changeEntry(change: OrganizationChange): string {
  const [first = '', ...more] = changeTexts(change, codeSpan);
  return [entry(`**${change.action}** ${first}`), ...more.map((text) => `  ${entry(text)}`)].join('');
}

function entry(text: string): string {
  return `- ${text}\n`;
}
