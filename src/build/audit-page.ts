import { type Rule, severities } from '../audit/rule.ts';
import { rules } from '../audit/rules/index.ts';
import { sampleInWords } from '../cli/report/fixes.ts';

/** Returns a table of all rules and a section for each, for the guide of audits. */
export function rulesText(): string {
  return `${table()}\n${rules.map(section).join('\n').trimEnd()}`;
}

function table(): string {
  const rows = severities.map((severity) => {
    const own = rules.filter((rule) => rule.severity === severity);
    return `| ${severity} | ${own.map(({ id }) => `[${id}](#${id.toLowerCase()})`).join(', ')} |\n`;
  });
  return `| severity | rules |\n|---|---|\n${rows.join('')}`;
}

function section({ id, version, severity, title, why, howToFix, looksAt, asks, needs, fixes }: Rule): string {
  const facts = [
    `${severity}, version ${version}`,
    `looks at ${Object.keys(looksAt).join(', ')}`,
    ...(asks ? ['asks for the spaces of each person'] : []),
    ...(needs ? [`only with \`--${needs}\``] : []),
  ];
  const commands = fixes.map((code) => `${sampleInWords(code)}\n`).join('');
  return `### ${id}

**${title}.** (${facts.join('; ')})

${why}

${howToFix}
${commands === '' ? '' : `\n\`\`\`sh\n${commands}\`\`\`\n`}`;
}
