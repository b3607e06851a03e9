import { flag, list, maxCharsFlag, number, outFlag, writesSummaryInJobs } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { type AnyVerb, defineVerb, type OwnVerb, type Verb, verb } from '../../cli/verb.ts';
import { UsageError } from '../../errors.ts';
import { inputName, isStdin } from '../../inputs.ts';
import { countedBy } from '../../model/counted-by.ts';
import type { Format } from '../../output/output.ts';
import { counted, quoted } from '../../text/words.ts';
import { acrossFlag } from '../access/flags.ts';

export const audit = (command: Verb): AnyVerb => {
  for (const below of [
    verb(
      'rules',
      {
        summary: 'List the rules of the audit',
        effect: 'read',
        fields: ruleFields,
        worksWithoutSettings: true,
      },
      ['docs-admin org audit rules', 'docs-admin org audit rules --severity high --json'],
    )
      .addOption(severityFlag('--severity <severity>', 'leave out rules of a lower severity'))
      .run(async ({ out }, { severity }) => {
        const { listedRules } = await import('../../audit/select.ts');
        const { sampleInWords } = await import('../../cli/report/fixes.ts');
        const { ruleView } = await import('../../views/audit.ts');
        await out.list([listedRules(severity, sampleInWords)], ruleView);
      }),
    diff(),
    accept(),
  ])
    command.addCommand(below);
  return auditVerb(command);
};

const findingFields = [
  ...['rule', 'version', 'severity', 'outcome', 'object.kind', 'object.id', 'object.name'],
  ...['message', 'evidence.*', 'fix', 'fixable', 'controls', 'baseline', 'exception.*'],
];

/** An audit is a list of its findings, or one object. */
const auditFields = (format: Format) =>
  isObjectIn(format)
    ? [
        ...[
          'format',
          'organization',
          'taken',
          'accessRules.*',
          'complete',
          'leftOut.*',
          'controls.*',
          'findings.*',
        ],
        ...['counts.pass', 'counts.fail', 'counts.accepted', 'counts.notEvaluated'],
      ]
    : findingFields;

const auditDiffFields = (format: Format) =>
  isObjectIn(format) ? ['new.*', 'gone.*', 'changed.*', 'incomparable.*'] : ['change', ...findingFields];

const ruleFields = [
  ...['id', 'version', 'severity', 'title', 'why', 'howToFix'],
  ...['looksAt', 'needs', 'controls', 'fixes'],
];

function isObjectIn(format: Format): boolean {
  return format === 'json' || format === 'yaml';
}

type PlainVerb = ReturnType<typeof verb<OwnVerb>>;

const severityFlag = <Usage extends string>(usage: Usage, description: string) =>
  flag(usage, description).with({ known: ['critical', 'high', 'medium', 'low', 'note'] });

/** Adds the flags that choose rules and say what they compare with. */
const choosing = (command: PlainVerb) =>
  command
    .addOption(list('--rules <rule>', 'rule to apply (default: all)'))
    .addOption(list('--except <rule>', 'rule to leave out'))
    .addOption(severityFlag('--severity <severity>', 'leave out rules of a lower severity'))
    .addOption(
      number('--max-admins <n>', 1, 1_000_000, 'most administrators (default: 5, or 5 % if that is more)'),
    )
    .addOption(list('--domains <domain>', 'domain of e-mail addresses that is expected'))
    .addOption(list('--internal <collection>', 'collection by id or title whose content must not be public'))
    .option(
      '--review-field <name>',
      'custom field that says when a space is to be reviewed: a date, or days after its last change',
    )
    .option('--owner-field <name>', 'custom field that names the owner of a space');

const auditVerb = (command: Verb) =>
  writesSummaryInJobs(
    choosing(
      defineVerb(
        command,
        {
          summary: 'Find what is wrong in an organization, and how to fix it',
          effect: 'read',
          fields: auditFields,
          ownFormats: ['markdown', 'sarif', 'junit', 'html'],
        },
        [
          'docs-admin org audit --fail-on critical',
          'docs-admin org audit --rules DA101,DA104 --json',
          'docs-admin org audit --severity critical -o sarif --out audit.sarif',
        ],
      ),
    )
      .addOption(severityFlag('--fail-on <severity>', 'least severity that fails (default: high)'))
      .option(
        '--exceptions <file>',
        'accepted findings, as `org audit accept` writes them; - for standard input',
      )
      .option(
        '--baseline <file>',
        'the same, for findings that are known: they stay listed, and do not fail; - for standard input',
      )
      .option(
        '--controls',
        'group the findings by the controls of SOC 2 and ISO 27001 that their rules serve',
      )
      .addOption(
        flag(
          '--fixes <file>',
          'write the command lines of fixes that need no choice, for `batch --file`',
        ).with({
          writesFile: true,
        }),
      )
      .option('--snapshot <file>', 'audit a snapshot instead of the service; - for standard input')
      .addOption(
        list(
          '--file <file>',
          'organization file, or a folder of its parts, for the lines that SARIF names; - for standard input',
        ),
      )
      .addOption(outFlag)
      .addOption(maxCharsFlag())
      .run(
        async (
          { session, system, context, line, out, summary, progress, askToReplace },
          { failOn, snapshot = 'live', file, maxChars, controls = false, ...flags },
        ) => {
          const { prepareAudit } = await import('../../audit/prepare.ts');
          const { reportAudit } = await import('../../audit/show.ts');
          const ways = await waysOf({ line, progress });
          await system.saveMemory();
          const { fixes } = flags;
          if (fixes !== undefined) await askToReplace(fixes);
          const {
            rules,
            failOn: least,
            run,
            fixLines,
          } = await prepareAudit(session, { failOn, ...flags }, ways);
          const reader = file && (await import('../../org/file/read.ts'));
          const organizationFile = reader && (await reader.readOrganizationFile(system, file));
          const hasBaseline = flags.baseline !== undefined;
          const options = { rules, failOn: least, organizationFile, hasBaseline, maxChars };
          const { reportedControls } = await import('../../audit/controls.ts');
          const audited = await run(snapshot);
          const report = controls ? { ...audited, controls: reportedControls(audited, rules) } : audited;
          const { auditMarkdown } = await import('../../audit/formats/markdown.ts');
          summary.add(report, auditMarkdown);
          if (fixes !== undefined) await writeFixes({ system, out }, fixes, fixLines());
          await reportAudit(out, report, { ...options, ...formOf({ context, line }) });
        },
      ),
  );

const accept = () =>
  verb(
    'accept',
    {
      summary: 'Accept findings of an audit, with what they show now: for --exceptions and --baseline',
      effect: 'read',
      worksWithoutSettings: true,
      ownFormats: ['yaml'],
      usualFormats: ['json'],
    },
    [
      'docs-admin org audit accept audit.json --rules DA102 --reason "a second owner starts soon" --expires never',
      'docs-admin org audit accept audit.json --reason "known since May" --expires never --out accepted.yaml',
    ],
  )
    .argument('<report>', 'an audit as JSON; - for standard input')
    .addOption(flag('--reason <text>', 'why they are accepted').with({ isNeeded: true }))
    .addOption(
      flag('--expires <day>', 'last day on which this holds, such as 2027-01-31, or never').with({
        isNeeded: true,
      }),
    )
    .addOption(list('--rules <rule>', 'rule whose findings are accepted (default: all)'))
    .addOption(list('--object <object>', 'object by its id, name or kind:name (default: all)'))
    .option('--owner <name>', 'who answers for it')
    .addOption(
      flag(
        '--out <file>',
        'file to add to; the same rule and object is replaced (default: standard output)',
      ).with({ writesFile: true }),
    )
    .run(async ({ system, context, out }, path, { out: file, object, reason, expires, ...given }) => {
      const hint = 'an exception says why it holds, and until when';
      if (reason === undefined) throw new UsageError('no --reason given', { hint });
      if (expires === undefined) throw new UsageError('no --expires given', { hint });
      const { readExceptions } = await import('../../audit/read-exceptions.ts');
      const { readAudit } = await import('../../audit/read-report.ts');
      const { acceptedEntries, withEntries } = await import('../../audit/write-exceptions.ts');
      const { yamlText } = await import('../../formats/yaml-text.ts');
      const report = await readAudit(system, path);
      const accepted = new Date(system.clock.now()).toISOString().slice(0, 10);
      const entries = acceptedEntries(report, { ...given, objects: object, reason, expires, accepted });
      const before = file !== undefined && system.files.size(file) > 0;
      const whole = withEntries(before ? await readExceptions(system, file) : [], entries, report);
      const isJson =
        file === undefined ? context.format() === 'json' && !context.ownFormat() : /\.json$/i.test(file);
      const text = isJson ? `${JSON.stringify(whole, null, 2)}\n` : yamlText(whole);
      if (file === undefined) await out.raw(text.trimEnd());
      else await system.files.write(file, text);
      await out.done(
        `accepted ${counted(entries.length, 'finding')}${file === undefined ? '' : `; ${file} has ${counted(whole.exceptions.length, 'exception')}`}`,
      );
    });

const diff = () =>
  choosing(
    verb(
      'diff',
      {
        summary: 'Compare two audits: findings that are new, gone, or have another outcome',
        effect: 'read',
        fields: auditDiffFields,
      },
      [
        'docs-admin org audit diff audit.json live',
        'docs-admin org audit diff acme.json live --rules DA101 --check',
      ],
    ),
  )
    .argument('<before>', 'an audit as JSON or a snapshot (- for standard input), or live for the service')
    .argument('<after>', 'the same')
    .option('--check', 'end with exit code 11 if there are new findings')
    .addOptions(acrossFlag(), outFlag)
    .run(
      async (
        { session, system, context, line, out, progress },
        before,
        after,
        { check, across = false, ...flags },
      ) => {
        const { beyondSnapshots, prepareAudit } = await import('../../audit/prepare.ts');
        const { reportDifferences } = await import('../../audit/show.ts');
        const { auditDifferences } = await import('../../audit/diff.ts');
        if (isStdin(before) && isStdin(after))
          throw (await import('../../cli/line/one-input.ts')).readTwice('<before>', '<after>');
        const { rules, earlier } = await prepareAudit(session, flags, await waysOf({ line, progress }));
        const beyond = flags.rules ? [] : await beyondSnapshots(system, rules, [before, after]);
        const compared = rules.filter((rule) => !beyond.includes(rule));
        const [one, other] = [await earlier(before, compared), await earlier(after, compared)];
        if (!across && one.organization !== other.organization) throw notOfOne([before, one], [after, other]);
        const differences = auditDifferences(one, other, { across });
        if (beyond.length > 0) {
          const ids = beyond.map(({ id }) => id).join(', ');
          await out.note(
            `not compared, since a snapshot does not hold what they look at: ${ids}; --rules names rules to compare all the same`,
          );
        }
        const isChecked = check ?? false;
        const accessRules = [other.accessRules, one.accessRules].find((known) => known);
        await reportDifferences(out, differences, { ...formOf({ context, line }), accessRules, isChecked });
      },
    );

/** Returns the error for audits of two organizations: nothing of one is gone because the other does not have it. */
function notOfOne(...audits: readonly (readonly [source: string, { readonly organization: string }])[]) {
  const named = audits.map(
    ([source, { organization }]) => `${inputName(source)} is of ${quoted(organization)}`,
  );
  return new UsageError(`the audits cannot be compared: ${named.join(', ')}`, {
    hint: { code: 'compare-across', data: {} },
  });
}

/** Writes the command lines of fixes that need no choice. */
async function writeFixes(
  { system, out }: Pick<LineParts, 'system' | 'out'>,
  path: string,
  { lines, leftOut }: { readonly lines: readonly string[]; readonly leftOut: number },
): Promise<void> {
  await system.files.write(path, lines.map((one) => `${one}\n`).join(''));
  if (leftOut > 0)
    await out.warn(
      `${counted(leftOut, 'finding')} left out: together with the others, the fixes would leave a team without an owner`,
    );
  await out.done(
    `wrote ${path}: ${counted(lines.length, 'command line')}; \`docs-admin batch --file\` takes it`,
  );
}

/** Returns the words of fixes, in which the line's own profile, address and organization are repeated. */
async function waysOf({ line, progress }: Pick<LineParts, 'line' | 'progress'>) {
  const { fixInWords } = await import('../../cli/report/fixes.ts');
  const { profile, baseUrl, org } = line.flags;
  const given = [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ...(org === undefined ? [] : ['--org', org]),
  ];
  return {
    inWords: (fix: Parameters<typeof fixInWords>[0]) => fixInWords(fix, given),
    inFile: (fix: Parameters<typeof fixInWords>[0]) => fixInWords(fix).replaceAll(/^docs-admin /gm, ''),
    ...countedBy(progress),
  };
}

function formOf({ context, line }: Pick<LineParts, 'context' | 'line'>) {
  const { query, fields } = line.flags;
  return {
    format: context.ownFormat() ?? context.format(),
    isQueried: query !== undefined || (fields !== undefined && context.format() === 'json'),
  };
}
