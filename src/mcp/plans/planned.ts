import { createHash } from 'node:crypto';
import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { consequenceOf } from '../../api/contract/effect.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { mask } from '../../api/redact/secret-forms.ts';
import { madeIn } from '../../domain/change.ts';
import { NothingCalled, OutOfDate, UsageError } from '../../errors.ts';
import { lostOf, whyNotRestorable } from '../../model/effects/restoring.ts';
import { touches } from '../../model/effects/things.ts';
import { operationOf } from '../../model/operations.ts';
import { foreignThing } from '../../model/read/foreign.ts';
import { wordOf } from '../../model/resource.ts';
import { partOf } from '../../model/resources.ts';
import type { Lines } from '../../rows/lines.ts';
import { createInputCheck } from '../../rows/row-inputs.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { shellQuote } from '../../text/shell.ts';
import { shortened } from '../../text/shortened.ts';
import { quoted } from '../../text/words.ts';
import { differenceLines } from '../../work/change-words.ts';
import { runName } from '../../work/journal/journal-path.ts';
import type { RowInputs } from '../../work/journal/journal-schema.ts';
import { type IntendedRequest, type Session, sessionReader } from '../../work/run/session.ts';
import type { ChangedThing } from '../../work/undo/changed-things.ts';
import { lostWhenUndone, thingsToChange } from '../../work/undo/losses.ts';
import { readStatesBefore } from '../../work/undo/states-before.ts';
import type { Caller } from '../caller.ts';
import { NotAllowed } from '../refused-words.ts';
import { type Printed, restrictedSystem } from '../restricted-system.ts';
import type { Server } from '../tool.ts';
import { nounOf } from '../usage.ts';
import { firstSections, gradesToAllow, requestEffects } from './effects.ts';
import { formText } from './form.ts';
import { type Intended, type Labels, readLabels } from './labels.ts';
import { planSteps } from './steps.ts';

/** Work that changes something, and that a dry run shows. */
export interface PlannedWork {
  /** The words of command lines that do the same. */
  readonly words: readonly (readonly string[])[];
  /** Does it, or prints what it would do, as the session says. */
  run(session: Session, lines: Lines): Promise<void>;
}

/** What a dry run has shown. */
export interface Planned {
  readonly work: PlannedWork;
  /** Exact command lines with which a person can do the same; secrets are the name of a variable. */
  readonly commandLines: readonly string[];
  /** What is printed as data: requests, or changes. */
  readonly changes: readonly (PlannedRequest & Readonly<Record<string, unknown>>)[];
  /** Lines for people: the plan, what is lost. */
  readonly notes: readonly string[];
  readonly operations: readonly string[];
  /** What people should know before, as sentences without the last full stop. */
  readonly consequences: readonly string[];
  /** What `runs undo` cannot take back, with the reasons. */
  readonly final: readonly string[];
  /** The files that it reads, with their hashes. */
  readonly inputs: RowInputs;
  /** The text of the form in which a person is asked. */
  readonly form: string;
  /** The same for the same changes of the same state, from files with the same content. */
  readonly digest: string;
}

/**
 * Makes a dry run of work. Throws what it throws, and `NotAllowed` for an operation of a noun that this server may not
 * change.
 */
export async function planWork(
  server: Server,
  work: PlannedWork,
  { signal }: Pick<Caller, 'signal'>,
): Promise<Planned> {
  const { restricted, printed } = restrictedSystem(server, { mayChange: false, holdsJournals: true, signal });
  const inputCheck = createInputCheck({ system: restricted });
  const operations: string[] = [];
  const assertAllowed = (ids: readonly string[]) => {
    operations.push(...ids);
    assertNouns(server, ids);
  };
  const intended: IntendedRequest[] = [];
  const onIntended = (requests: readonly IntendedRequest[]) => void intended.push(...requests);
  const run = async (session: Session, lines: Lines) => {
    await work.run(session, lines);
    const changes = changesIn(printed);
    await assertInside(session, changes);
    const consequences = await consequencesOf(operations, changes);
    const all = await completed(session, intended);
    assertThere(all);
    const labels = await readLabels(session, all);
    const things = thingsToChange(all);
    const shown = {
      commandLines: await commandLinesOf(server, session, work, all),
      final: [...(await finalOf(all, things, labels)), ...(await firstSections(session, all, labels))],
      consequences,
    };
    const form = formText(
      {
        ...shown,
        effects: await requestEffects(session, all, things, labels),
        warnings: linesOf(printed.stderr).filter((line) => line.startsWith('warning: ')),
        steps: all.flatMap((request) => planSteps(request, labels)),
      },
      server.settings,
    );
    return { changes, ...shown, form };
  };
  const shown = await server.commands.inSession(
    { ...restricted, files: inputCheck.files },
    { dryRun: true, assertAllowed, onIntended },
    run,
  );
  const inputs = inputCheck.inputs([]);
  const digest = createHash('sha256')
    .update(JSON.stringify([printed, inputs, shown.form]))
    .digest('hex');
  return { work, ...shown, notes: linesOf(printed.stderr), operations, inputs, digest };
}

/** Throws `NothingCalled` for a change of a thing that is not there: a form would show what cannot happen. */
function assertThere(requests: readonly Intended[]): void {
  for (const { op, input, part, valuesBefore } of requests) {
    const own = touches(op, input as AnyInput)[0];
    if (!part || own?.kind !== part.resource.kind) continue;
    const { operations } = part.resource;
    // What is set is made if it is not there.
    if (op === operations.set || op === operations.setSeveral) continue;
    const before = valuesBefore.find(({ kind, ids }) => kind === own.kind && isEqual(ids, own.ids));
    const id = input.params?.[paramNames(op.path).at(-1) ?? ''];
    if (before?.value === null)
      throw new NothingCalled(`${wordOf(part.resource)} ${quoted(id)} not found; nothing was sent`, {});
  }
}

/** Returns requests with all that a form says of them, without secrets. */
async function completed(session: Session, requests: readonly IntendedRequest[]): Promise<Intended[]> {
  const { redactor } = session;
  const operations = requests.map(({ operation }) => operationOf(operation));
  const sendings = requests.map(({ input, valuesBefore }, place) => {
    // What the same plan makes has no values yet.
    const isKnown = valuesBefore !== undefined || madeIn(input).length > 0;
    return isKnown ? undefined : { op: operations[place] as Operation, input: input as AnyInput };
  });
  const read = await readStatesBefore(session, sendings, {});
  return Promise.all(
    requests.map(async ({ operation, input, valuesBefore }, place): Promise<Intended> => {
      const op = operations[place] as Operation;
      const body = redactor.redactValue(input.body, op.body);
      return {
        ...{ operation, op, valuesBefore: valuesBefore ?? read[place] ?? [] },
        input: { params: input.params ?? {}, body },
        part: await partOf(op),
      };
    }),
  );
}

/** The variable that stands for a secret in a command line. */
const secretVariable = '"$SECRET"';

/** Returns the lines that a person can run instead, each with the flag that the guard of what opens wants. */
function commandLinesOf(
  server: Server,
  session: Session,
  { words: lines }: PlannedWork,
  requests: readonly Intended[],
): Promise<readonly string[]> {
  const [first, ...others] = lines;
  return Promise.all(
    lines.map(async (words, place) => {
      const own = words === first && others.length === 0 ? requests : requests.slice(place, place + 1);
      const grades = await gradesToAllow(session, own);
      const flag = grades.length > 0 ? ['--allow-opening', grades.join(',')] : [];
      return commandLine(server, [...words, ...flag], session.redactor.redactText);
    }),
  );
}

/** Returns the line that a person can run instead. */
function commandLine(
  { settings: { profile } }: Server,
  words: readonly string[],
  redact: (text: string) => string,
): string {
  const safe = words.map((word) => {
    const redacted = redact(word);
    return redacted === word ? shellQuote(word) : redacted.split(mask).map(shellQuote).join(secretVariable);
  });
  const place = ['--profile', shellQuote(profile)];
  // Behind --, it would be no flag.
  const whole = words.includes('--') ? [...place, ...safe] : [...safe, ...place];
  return ['docs-admin', ...whole].join(' ');
}

/** Returns what people should know about operations. What depends on the body is said where a request has such a body. */
async function consequencesOf(ids: readonly string[], requests: Planned['changes']): Promise<string[]> {
  const said: (string | undefined)[] = [];
  for (const op of [...new Set(ids)].map(operationOf)) {
    const bodies = requests
      .filter(({ operation }) => operation === op.id)
      .map(({ body }) => (isObject(body) ? body : undefined));
    said.push(...(bodies.length > 0 ? bodies : [undefined]).map((body) => consequenceOf(op, body)));
  }
  return [...new Set(said.filter((text) => text !== undefined))];
}

/** Returns a line for everything that cannot be undone, with the reason. */
async function finalOf(
  requests: readonly Intended[],
  things: readonly ChangedThing[],
  labels: Labels,
): Promise<string[]> {
  const lines = requests.map(async (request) => {
    const { op } = request;
    const { place, who } = planSteps(request, labels)[0] ?? { place: '', who: 'the organization' };
    const final = await whyNotRestorable(op.id);
    const reason =
      final === undefined ? lostOf({ op, input: request.input as AnyInput }) : `${op.summary}: ${final}`;
    return reason === undefined ? [] : [`${place}${who}: ${reason}`];
  });
  const lost = lostWhenUndone(things).map(({ name, reason }) => `${name}: ${reason}`);
  return [...new Set([...(await Promise.all(lines)).flat(), ...lost])];
}

/** Says what is different between the forms of two plans of the same work. */
function differencesOf(earlier: Planned, now: Planned): string[] {
  const lines = differenceLines(entriesIn(earlier), entriesIn(now));
  return lines.length > 0 ? shortened(lines) : ['a file that it reads, or its output, is another one'];
}

function entriesIn({ form }: Planned): string[] {
  return linesOf(form).flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}

export interface PlanEnd {
  /** The id of its run; `undefined` if it has not begun. */
  readonly run: string | undefined;
  readonly results: unknown;
  readonly notes: readonly string[];
  readonly error: unknown;
}

/**
 * Carries a plan out, if a dry run shows the same as before. Throws `OutOfDate` if it does not; all errors after the first
 * request are in the result.
 */
export async function carryOut(server: Server, planned: Planned, caller: Caller): Promise<PlanEnd> {
  const now = await planWork(server, planned.work, caller);
  if (now.digest !== planned.digest)
    throw new OutOfDate('the plan is out of date: what it changes is not as it was; nothing was sent', {
      details: differencesOf(planned, now),
      hint: 'make a new plan, and look at it again',
    });
  const { restricted, printed } = restrictedSystem(server, { mayChange: true, signal: caller.signal });
  let run: string | undefined;
  const { journals } = restricted;
  const watched = {
    ...restricted,
    files: createInputCheck({ system: restricted }, now.inputs).files,
    journals: {
      ...journals,
      create: (path: string) => {
        run = runName(journals, path);
        return journals.create(path);
      },
    },
  };
  const options = {
    dryRun: false,
    via: { via: 'mcp', client: caller.name },
    onProgress: caller.tellProgress,
    assertAllowed: (ids: readonly string[]) => assertNouns(server, ids),
  } as const;
  const error = await server.commands
    .inSession(watched, options, (session, lines) => planned.work.run(session, lines))
    .then(
      () => undefined,
      (failure: unknown) => failure,
    );
  if (error !== undefined && run === undefined) throw error;
  return { run, results: dataOf(printed), notes: linesOf(printed.stderr), error };
}

function assertNouns({ allowed }: Server, operations: readonly string[]): void {
  const noun = operations.map(nounOf).find((name) => !allowed.has(name));
  if (noun !== undefined) throw new NotAllowed(noun, [...allowed]);
}

/** Returns the changes that a dry run has printed; with what they open and lose, they are a field. */
function changesIn(printed: Printed): Planned['changes'] {
  const data = dataOf(printed);
  return (isObject(data) ? data.changes : data) as Planned['changes'];
}

/** Returns the data that work has printed; none if it has printed nothing. */
function dataOf({ stdout }: Printed): unknown {
  return stdout === '' ? [] : JSON.parse(stdout);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** A request of a plan, as a dry run prints it. */
interface PlannedRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Makes sure that requests change only the organization of the server. Some addresses name a space, a collection or an
 * integration and no organization, and the token may reach those of others. Throws `UsageError` for one of another
 * organization, and for one that cannot be found here.
 */
async function assertInside(session: Session, requests: readonly PlannedRequest[]): Promise<void> {
  const own = session.scope.org();
  for (const { params = {}, body } of requests) {
    const named = [params.org, isObject(body) ? body.organization : undefined];
    const other = named.find((org) => org !== undefined && org !== own);
    if (other !== undefined) throw foreign(`organization ${quoted(other)}`);
  }
  const all = requests.map(({ params = {} }) => params);
  const found = await foreignThing(sessionReader(session), own, all);
  if (found) throw foreign(found.name);
}

function foreign(what: string): UsageError {
  return new UsageError(`${what} does not belong to the organization of this server; nothing was sent`, {
    hint: 'a person can change it in a shell, or start a server for it',
  });
}
