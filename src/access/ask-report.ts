import { isAtLeast } from '../domain/access/levels.ts';
import { Unfinished } from '../errors.ts';
import { sessionReader } from '../work/run/session.ts';
import type { AskPorts } from './ask.ts';
import { Fit } from './fit.ts';
import { namingFor } from './pseudonyms.ts';
import { mostAsked } from './questions.ts';
import type { AccessReport, PersonAccess, PlaceAccess, ReportRow } from './report.ts';
import { readReport } from './report-of.ts';

export interface AskedReport {
  readonly report: AccessReport;
  /** Where people have at least the wanted level, and where it is unknown. */
  readonly access: AsyncIterable<readonly PersonAccess[]>;
  /** The rows where the service gives less than the rules; complete when all access is taken. */
  readonly disagreements: readonly ReportRow[];
  /** Whether the service is asked about each member. */
  readonly asks: boolean;
  /** How the rule sets fit the answers of the service; complete when all access is taken. */
  readonly fit: Fit;
}

/** Reads a report. Throws `Unfinished` if there are no people or no places to report on, because they cannot be read. */
export async function askReport(
  session: AskPorts,
  {
    wanted,
    verify,
    redact,
    withSiteReach = false,
  }: {
    readonly wanted: string;
    readonly verify: boolean;
    readonly redact: boolean;
    readonly withSiteReach?: boolean;
  },
): Promise<AskedReport> {
  const { scope, progress, accessRules } = session;
  const org = scope.org();
  const naming = await namingFor(session, redact);
  const fit = new Fit();
  progress.start('people asked');
  const report = await readReport(sessionReader(session), org, {
    rules: accessRules,
    naming,
    wanted,
    verify,
    withSiteReach,
    fit,
    onAsked: (done) => progress.update({ done }),
  });
  if (!report.isWhole)
    throw new Unfinished('there is no report: it needs the members, the collections and the spaces', {
      kind: 'incomplete',
      details: await report.unknown(),
    });
  const disagreements: ReportRow[] = [];
  const asks = verify || report.members <= mostAsked;
  // The rules alone cannot disagree.
  const access = asks ? chosen(report, wanted, disagreements) : report.access();
  return { report, access, disagreements, asks, fit };
}

/** Yields the access without disagreements about lower levels; `disagreements` gets all of them. */
async function* chosen(
  report: AccessReport,
  wanted: string,
  disagreements: ReportRow[],
): AsyncGenerator<readonly PersonAccess[]> {
  for await (const people of report.access()) {
    yield people.map((person) => {
      const { places, ...who } = person;
      const disputed = places.filter(({ disagreement }) => disagreement);
      for (const place of disputed) disagreements.push({ ...who, ...place });
      if (wanted === 'read' || disputed.length === 0) return person;
      const isChosen = ({ level, unknown, disagreement }: PlaceAccess) =>
        unknown || !disagreement || level === null || isAtLeast(level, wanted);
      return { ...who, places: places.filter(isChosen) };
    });
  }
}
