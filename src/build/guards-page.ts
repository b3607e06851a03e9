import { allowOwnerlessFlag, maxRemovalsFlag } from '../cli/flags/removal-flags.ts';
import { hintTexts } from '../hints.ts';
import { guards } from '../work/guards/facts.ts';
import type { LimitName } from '../work/guards/judge.ts';

const flags: Readonly<Record<LimitName, string>> = {
  maxRemovals: `\`${maxRemovalsFlag.long} 25\`, or a percentage of each kind: \`${maxRemovalsFlag.long} 30%\``,
  allowOwnerless: `\`${allowOwnerlessFlag.long}\``,
};

const heading =
  '| guard | refuses | counts | lifted by | judged again before each request |\n|---|---|---|---|---|';

/** Returns the table of all guards for the page on bulk work. */
export function guardsTable(): string {
  const rows = guards.map(({ name, refuses, counts, lifts, instead }) => {
    const lifting = lifts.map((limit) => flags[limit]).join('; ');
    const nothing = `nothing${instead ? `: ${hintTexts[instead]}` : ''}`;
    return `| ${name} | ${refuses} | ${counts} | ${lifting || nothing} | ${lifts.length > 0 ? '' : 'yes'} |`;
  });
  return [heading, ...rows].join('\n');
}
