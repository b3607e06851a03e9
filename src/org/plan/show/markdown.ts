import { codeSpan, defaultMaxChars } from '../../../text/markdown.ts';
import type { OrganizationChange, OrganizationDocument } from '../document.ts';
import { factsOf } from '../kinds.ts';
import { changeTexts } from './change.ts';
import {
  countsSentence,
  liftText,
  notComparedHeading,
  notComparedText,
  nounOf,
  unknownText,
  unmanagedSentence,
} from './words.ts';

/** Lines under a heading. */
interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/**
 * Returns a plan as Markdown of at most `maxChars` characters: what takes away stands first. A line says how much is cut.
 * Text of the service and of the file stands in code.
 */
export function planMarkdown(document: OrganizationDocument, maxChars = defaultMaxChars): string {
  const { organization, digest } = document;
  const head = `## Plan for ${codeSpan(organization)}\n\n**${countsSentence(document)}**\n`;
  const unmanaged = unmanagedSentence(document);
  const tail = `\n${unmanaged === undefined ? '' : `${unmanaged}. `}Digest ${codeSpan(digest)}\n`;
  const blocks = blocksOf(document).filter(({ lines }) => lines.length > 0);
  const most = maxChars - head.length - tail.length;
  const body = blocks.map(({ heading, lines }) => `${headed(heading)}${lines.join('')}`).join('');
  return `${head}${body.length <= most ? body : cutBody(blocks, most)}${tail}`.slice(0, maxChars);
}

/** Room for the line that says what is cut. */
const roomForNote = 100;

function cutBody(blocks: readonly Block[], most: number): string {
  let text = '';
  const all = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
  let shown = 0;
  for (const { heading, lines } of blocks) {
    for (const [at, line] of lines.entries()) {
      const piece = at === 0 ? `${headed(heading)}${line}` : line;
      if (text.length + piece.length > most - roomForNote) return `${text}${cutNote(all - shown, all)}`;
      text += piece;
      shown++;
    }
  }
  return text;
}

function cutNote(left: number, all: number): string {
  return `\n_The text is too long: ${left} of ${all} entries ${left === 1 ? 'is' : 'are'} left out._\n`;
}

function headed(heading: string): string {
  return `\n### ${heading}\n\n`;
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
        entry(`${nounOf(kind)} ${codeSpan(from)} → ${codeSpan(to)}: name the old one under \`previously\``),
      ),
    },
    ...sections.map((section) => ({
      heading: section,
      lines: others.filter(({ kind }) => factsOf(kind).section === section).map(changeEntry),
    })),
    {
      heading: 'Withheld',
      lines: withheld.map((one) => {
        const [first] = changeTexts({ ...one, fields: one.fields ?? [] }, { arrow: '→', mark: codeSpan });
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
  const [first = '', ...more] = changeTexts(change, { arrow: '→', mark: codeSpan });
  return [entry(`**${change.action}** ${first}`), ...more.map((text) => `  ${entry(text)}`)].join('');
}

function entry(text: string): string {
  return `- ${text}\n`;
}
