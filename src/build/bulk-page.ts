import { allowOpeningFlag, allowOwnerlessFlag, maxRemovalsFlag } from '../cli/flags/removal-flags.ts';
import { hintTexts } from '../hints.ts';
import type { Reference } from '../model/effects/facts.ts';
import { references } from '../model/effects/nouns.ts';
import { resourceCalled } from '../model/resources.ts';
import { guards } from '../work/guards/facts.ts';
import type { LimitName } from '../work/guards/judge.ts';

const flags: Readonly<Record<LimitName | 'allowOpening', string>> = {
  maxRemovals: `\`${maxRemovalsFlag.long} 25\`, or a percentage of each kind: \`${maxRemovalsFlag.long} 30%\``,
  allowOwnerless: `\`${allowOwnerlessFlag.long}\``,
  allowOpening: `\`${allowOpeningFlag.long} public,administrators\``,
};

const guardHeading =
  '| guard | refuses | counts | lifted by | judged again before each request |\n|---|---|---|---|---|';

export function guardsTable(): string {
  const rows = guards.map(({ name, refuses, counts, lifts, instead }) => {
    const lifting = lifts.map((limit) => flags[limit]).join('; ');
    const nothing = `nothing${instead ? `: ${hintTexts[instead]}` : ''}`;
    return `| ${name} | ${refuses} | ${counts} | ${lifting || nothing} | ${lifts.length > 0 ? '' : 'yes'} |`;
  });
  return [guardHeading, ...rows].join('\n');
}

const endingHeading = `| what ends | what names it | as | then that | in a transfer | source |
|---|---|---|---|---|---|`;

/** Returns the table of what becomes of things that name one that ends. */
export async function endingsTable(): Promise<string> {
  const order = [...new Set(references.map(({ to }) => to))];
  const rows = references.toSorted((one, other) => order.indexOf(one.to) - order.indexOf(other.to));
  return [endingHeading, ...(await Promise.all(rows.map(row)))].join('\n');
}

const policies: Readonly<Record<Reference['policy'], string>> = {
  ends: 'ends',
  clears: 'names none',
  chooses: 'gets another one',
};

const transfers: Readonly<Record<NonNullable<Reference['transferred']>, string>> = {
  ends: 'ends',
  follows: 'goes along',
};

async function row({ to, kind, by, policy, transferred, basis }: Reference): Promise<string> {
  const [ended, other] = await Promise.all([resourceCalled(to), resourceCalled(kind)]);
  const then = [policies[policy], transferred ? transfers[transferred] : ''];
  return `| \`${ended.noun}\` | \`${other.noun}\` | \`${by}\` | ${then.join(' | ')} | ${basis} |`;
}
