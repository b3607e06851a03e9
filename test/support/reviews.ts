import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvCell } from '../../src/text/cells.ts';
import { type CliInFolder, type Run, sandboxCli } from './cli.ts';

/** A row of a packet or of the population, by its columns. */
export type ReviewCells = Record<string, string>;

/** Returns the rows of a table in the folder of a command line. */
export function cellsIn({ folder }: Pick<CliInFolder, 'folder'>, name: string): ReviewCells[] {
  return parse(readFileSync(join(folder, name)), { columns: true });
}

/** What is decided about a row: the decision, the level for `lower`, the reason; nothing for an open one. */
export type Decide = (row: ReviewCells) => readonly string[] | undefined;

/** Decides by the way, the person or team, and the place: `{ 'team-member user_uma team_design': ['remove', '', 'left'] }`. */
export function deciding(decisions: Readonly<Record<string, readonly string[]>>, other?: string): Decide {
  return ({ way, person_id, place_id }) =>
    decisions[`${way} ${person_id} ${place_id}`] ?? (other === undefined ? undefined : [other]);
}

/** Writes copies of packets with decisions, and resolves with their names. `round` is that of packets which ask again. */
export function writeDecisions(docs: CliInFolder, decide: Decide, review = 'q4', round = ''): string[] {
  const names = readdirSync(join(docs.folder, review, 'packets')).filter((name) =>
    round === '' ? /^[^.]+\.csv$/.test(name) : name.endsWith(`${round}.csv`),
  );
  for (const name of names) {
    const rows = cellsIn(docs, `${review}/packets/${name}`).map((row) => {
      const [decision = '', to = '', reason = ''] = decide(row) ?? [];
      return { ...row, decision, to, reason };
    });
    writeFileSync(join(docs.folder, name), csvOf(rows));
  }
  return names;
}

/** Returns CSV of rows with the same columns. */
export function csvOf(rows: readonly ReviewCells[], separator = ','): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\n`).join('');
}

/** Opens a review with decisions, `q4` if not named. `other` is that about all other grants; null leaves them open. */
export async function decidedReview(
  decisions: Readonly<Record<string, readonly string[]>>,
  {
    docs,
    review = 'q4',
    flags = '',
    other = 'keep',
  }: {
    readonly docs?: CliInFolder;
    readonly review?: string;
    readonly flags?: string;
    readonly other?: string | null;
  } = {},
): Promise<CliInFolder> {
  const line = docs ?? (await sandboxCli({}));
  await succeeds(line, `access review open ${review} ${flags}`);
  const names = writeDecisions(line, deciding(decisions, other ?? undefined), review);
  await succeeds(line, `access review import ${review} ${names.join(' ')}`);
  return line;
}

/** Runs a line that must end with exit code 0. */
export async function succeeds(docs: CliInFolder, line: string): Promise<Run> {
  const run = await docs(line);
  if (run.code !== 0) throw new Error(`${line}: ${run.code}\n${run.stderr}`);
  return run;
}
