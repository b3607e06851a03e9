import { mostAsked } from '../access/questions.ts';
import { beginningOf } from '../formats/beginning.ts';
import type { InputPorts } from '../inputs.ts';
import { createReader } from '../model/read/reader.ts';
import type { SnapshotProgress } from '../model/read/snapshot.ts';
import { withCopy } from '../work/journal/copy.ts';
import { fixtureIn, inputBytes } from '../work/journal/kept-input.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { withExceptions } from './accept.ts';
import type { LeftOut } from './answers.ts';
import type { JudgedFinding } from './exceptions.ts';
import type { Fix, FixCode, TeamOfLeaver } from './fixes.ts';
import { missingKinds } from './missing-kinds.ts';
import { readExceptions } from './read-exceptions.ts';
import { readAudit } from './read-report.ts';
import { type AuditReport, auditReport, hasPlaceholder, type ReportedLeftOut } from './report.ts';
import type { NeededOption, Rule, Severity } from './rule.ts';
import { type AuditWork, audit } from './run.ts';
import { selectRules, severityOf } from './select.ts';

/** What to audit, and how. Names, ids and paths are those that the user gave; `-` is standard input. */
interface AuditSettings {
  readonly rules?: string[] | undefined;
  readonly except?: string[] | undefined;
  readonly severity?: string | undefined;
  readonly maxAdmins?: number | undefined;
  readonly domains?: string[] | undefined;
  readonly internal?: string[] | undefined;
  readonly reviewField?: string | undefined;
  readonly ownerField?: string | undefined;
  readonly failOn?: string | undefined;
  readonly exceptions?: string | undefined;
  readonly baseline?: string | undefined;
  /** A file for the command lines of fixes that need no choice. */
  readonly fixes?: string | undefined;
}

/** The word for the service, in the place of a file. */
const live = 'live';

/** An audit whose flags and files are read. */
interface Auditing {
  readonly rules: readonly Rule[];
  readonly failOn: Severity;
  /** Returns what fixes the findings that fail, for a file, if one is chosen. Call it when `run` has ended. */
  readonly fixLines: () => ReturnType<typeof linesOfFixes>;
  /** Audits the service (`live`), or a snapshot. */
  run(source: string): Promise<AuditReport>;
  /**
   * Returns the report in a file, or the audit of a snapshot or of the service, with these rules. @default all chosen
   * rules
   */
  earlier(source: string, applied?: readonly Rule[]): Promise<AuditReport>;
}

interface Ways {
  /** Makes the command line of a fix. */
  readonly inWords: (fix: Fix) => string;
  /** The same without the name of the program and the flags of the line. */
  readonly inFile: (fix: Fix) => string;
  readonly onProgress: (progress: SnapshotProgress) => void;
}

/** Reads the settings and the files of an audit. Throws `UsageError` before anything is requested. */
export async function prepareAudit(
  session: Pick<Session, 'system' | 'reading' | 'place' | 'scope' | 'progress' | 'inWords' | 'accessRules'>,
  flags: AuditSettings,
  { inWords, inFile, onProgress }: Ways,
): Promise<Auditing> {
  const { system, scope, progress, accessRules } = session;
  const now = system.clock.now();
  const rules = selectRules({ ...flags, given: givenOptions(flags) });
  const failOn = severityOf('fail-on', flags.failOn) ?? 'high';
  const exceptions = flags.exceptions === undefined ? [] : await readExceptions(system, flags.exceptions);
  const baseline = flags.baseline === undefined ? [] : await readExceptions(system, flags.baseline);

  async function run(source: string, applied: readonly Rule[] = rules): Promise<AuditReport> {
    const work: AuditWork = {
      ...{ rules: applied, accessRules, now, maxAdmins: flags.maxAdmins, internal: flags.internal },
      ...{ reviewField: flags.reviewField, ownerField: flags.ownerField },
      domains: flags.domains?.map((domain) => domain.toLowerCase().replace(/^@/, '')),
      named: new Set(flags.rules && rules.map(({ id }) => id)),
      reading: { onProgress },
      onAsked(done) {
        if (done === 1) progress.start('people asked');
        progress.update({ done });
      },
    };
    progress.start('things read');
    const evaluation =
      source === live
        ? await audit(sessionReader(session), scope.org(), work)
        : await withCopy(system, await fixtureIn(system, source), async ({ client, organization, unread }) =>
            audit(createReader({ client, org: organization }), organization, {
              ...work,
              isCopy: true,
              missing: await missingKinds(inputBytes(system, source)),
              reading: { ...work.reading, unread },
            }),
          );
    progress.stop();
    const findings = collected(withExceptions(evaluation, { exceptions, baseline, now }));
    const leftOut = await Promise.all(evaluation.leftOut.map((one) => reportedLeftOut(session, one)));
    return auditReport({ ...evaluation, findings, leftOut, now, inWords });
  }

  const open: Fix[] = [];
  function* collected(findings: Iterable<JudgedFinding>) {
    for (const finding of findings) {
      const { fix, outcome } = finding;
      if (flags.fixes !== undefined && fix && outcome === 'fail') open.push(fix);
      yield finding;
    }
  }

  async function earlier(source: string, applied: readonly Rule[] = rules): Promise<AuditReport> {
    if (source === live || !(await isReport(system, source))) return run(source, applied);
    return chosenOf(await readAudit(system, source), applied);
  }

  return { rules, failOn, fixLines: () => linesOfFixes(open, inFile), run, earlier };
}

/** Returns the rules that look at what a snapshot among the sources does not have: nothing of them can be compared. */
export async function beyondSnapshots(
  system: InputPorts,
  rules: readonly Rule[],
  sources: readonly string[],
): Promise<Rule[]> {
  const beyond = new Set<Rule>();
  for (const source of sources) {
    if (source === live || (await isReport(system, source))) continue;
    const missing = await missingKinds(inputBytes(system, source));
    for (const rule of rules)
      if (rule.asks || rule.asksSites || missing.some((kind) => rule.looksAt[kind])) beyond.add(rule);
  }
  return [...beyond];
}

async function reportedLeftOut(
  { inWords }: Pick<Session, 'inWords'>,
  { rule, people }: LeftOut,
): Promise<ReportedLeftOut> {
  const hint = await inWords({ code: 'apply-rule', data: { rule } });
  const reason = `was left out: it asks the service about each of ${people} people, and an audit asks about ${mostAsked} at most by itself; ${hint}`;
  return { rule, people, reason };
}

function givenOptions({ domains, internal, reviewField, ownerField }: AuditSettings): Set<NeededOption> {
  const options = { domains, internal, 'review-field': reviewField, 'owner-field': ownerField };
  return new Set((Object.keys(options) as NeededOption[]).filter((name) => options[name] !== undefined));
}

/**
 * Returns whether an input begins as a report does, also as one whose keys were sorted; anything else is read as a
 * snapshot.
 */
async function isReport(ports: InputPorts, path: string): Promise<boolean> {
  const start = await beginningOf(inputBytes(ports, path));
  return /^\{\s*"(?:format"\s*:\s*"docs-admin-audit\/|complete"\s*:)/.test(start);
}

function chosenOf(report: AuditReport, rules: readonly Rule[]): AuditReport {
  const isChosen = ({ rule }: { readonly rule: string }) => rules.some(({ id }) => id === rule);
  const leftOut = report.leftOut?.filter(isChosen) ?? [];
  return { ...report, findings: report.findings.filter(isChosen), leftOut };
}

/** What comes after everything else, by its step: what ends things ends nothing that another fix needs. */
const laterSteps: { readonly [Code in FixCode]?: number } = {
  'archive-change-request': 1,
  'leave-teams': 1,
  'remove-member': 2,
  'take-out-of-site': 3,
  'delete-team': 4,
  'delete-site': 4,
};

/**
 * Returns the command lines of fixes without a placeholder, each once, in an order that works when all of them are carried out. A person stays where
 * the fixes before would leave a team without an owner; `leftOut` counts these fixes.
 */
function linesOfFixes(
  fixes: readonly Fix[],
  inWords: (fix: Fix) => string,
): { readonly lines: readonly string[]; readonly leftOut: number } {
  const stepOf = ({ code }: Fix) => laterSteps[code] ?? 0;
  const gone = new Set<string>();
  const keepsOwners = (fix: Fix) => {
    if (!('teams' in fix.data)) return true;
    const { user, teams } = fix.data;
    const stays = ({ team, staying }: TeamOfLeaver) =>
      gone.has(`${team} ${user}`) || !staying || staying.some((owner) => !gone.has(`${team} ${owner}`));
    if (!teams.every(stays)) return false;
    for (const { team } of teams) gone.add(`${team} ${user}`);
    return true;
  };
  const whole = fixes.filter((fix) => !hasPlaceholder(inWords(fix)));
  const ordered = whole.toSorted((one, other) => stepOf(one) - stepOf(other));
  const possible = ordered.filter(keepsOwners);
  return {
    lines: [...new Set(possible.flatMap((fix) => inWords(fix).split('\n')))],
    leftOut: whole.length - possible.length,
  };
}
