import * as z from 'zod/mini';
import { fields } from '../../api/contract/operation.ts';
import { type Change, madeIn } from '../../domain/change.ts';
import type { ReportedMembership } from '../../domain/memberships/report.ts';
import { heldGrades } from '../../domain/reach/grades.ts';
import type { GuardLimits } from '../guards/judge.ts';

/** What a schema takes, as the program has it: nothing in it changes. */
type Read<Schema extends z.ZodMiniType> = Unchanging<z.output<Schema>>;

type Unchanging<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : { readonly [Key in keyof Value]: Unchanging<Value[Key]> };

/** Says of which type the values of a schema are, where it checks less than the type says. */
function of<Value>(schema: z.ZodMiniType): z.ZodMiniType<Value> {
  return schema as z.ZodMiniType<Value>;
}

const Count = z.int().check(z.gte(0));
const Fields = z.record(z.string(), z.unknown());
const Ids = z.record(z.string(), z.string());
const Id = z.union([z.string(), z.strictObject({ $change: Count, at: z.optional(z.string()) })]);

/** The result of a request or a task; `unchanged` if the wanted state already existed. */
export type TaskState = Read<typeof TaskStates>;
const TaskStates = z.enum(['done', 'unchanged', 'failed', 'unknown', 'not-attempted']);

/** A file that a run has read, with the hash of its content. */
export type InputFile = Read<typeof File>;
const File = z.strictObject({
  /** Its absolute path, or `-` for what can be read only once: standard input, a pipe. */
  path: z.string(),
  sha256: z.string(),
});

const ChangeSchema = fields(() => ({
  action: z.enum(['create', 'update', 'rename', 'move', 'grant', 'revoke', 'delete']),
  kind: z.string(),
  ref: z.record(z.string(), Id),
  name: z.string(),
  before: z.nullable(Fields),
  after: z.nullable(Fields),
  operation: z.string(),
  input: z.strictObject({ params: z.record(z.string(), Id), body: z.optional(z.unknown()) }),
  requires: z.array(Count),
  isUnique: z.optional(z.literal(true)),
  again: z.optional(z.record(z.string(), z.string())),
  contents: z.optional(z.array(z.string())),
}));

/** A thing in the structure of sites before a run. */
const StructureThingSchema = fields(() => ({
  kind: z.enum(['site', 'section-group', 'section', 'site-space']),
  key: z.string(),
  site: z.string(),
  fields: Fields,
  title: z.optional(z.string()),
}));

/** What a plan opens or loses; only its text is read. */
const Entry = of<object & { readonly text: string }>(z.looseObject({ text: z.string() }));

/**
 * What is open between two changes, because the service allows no closed order: the first opens it, and the second narrows it
 * again. Their numbers, and what is open, as a plan shows it.
 */
export type OpenBetween = Read<typeof OpenBetweenSchema>;
const OpenBetweenSchema = z.strictObject({ from: Count, until: Count, opens: Entry });

const ChangesWork = fields(() => ({
  kind: z.literal('changes'),
  /** Each change comes after those that it requires; its index is the number of its task. */
  changes: of<readonly Change[]>(
    z
      .array(ChangeSchema)
      .check(
        z.refine((changes) =>
          changes.every((change, at) => [...change.requires, ...madeIn(change)].every((other) => other < at)),
        ),
      ),
  ),
  /** The memberships to report on instead of the changes, in order. */
  memberships: z.optional(
    of<readonly ReportedMembership[]>(z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())]))),
  ),
  /** The largest number of memberships in one request, also of an undo. */
  batchSize: z.optional(z.int().check(z.gte(1))),
  /** Whether what the changes are about is read again at the end. */
  isReadBack: z.optional(z.literal(true)),
  /** The roster; `undefined` if the changes have another source. */
  input: z.optional(File),
  /**
   * Whether the records of the requests have the values before, as those of rows have. The values in `changes` are
   * then in the words of their source, for people.
   */
  isRecorded: z.optional(z.literal(true)),
  /** The structure before of the sites whose structure they change; undo restores it as a whole. */
  structure: z.optional(z.array(StructureThingSchema)),
  /** What a run that ends in the middle leaves open. */
  openBetween: z.optional(z.array(OpenBetweenSchema)),
}));

/** The ids of the site, the space and the change request. */
export type KnownScope = Read<typeof Scope>;
const Scope = z.strictObject({
  site: z.optional(z.string()),
  space: z.optional(z.string()),
  changeRequest: z.optional(z.string()),
});

/** The source of the rows: a file, ids on the command line or in standard input, or whole command lines. */
export type RowSource = Read<typeof Source>;
const Source = z.union([
  z.strictObject({ from: z.literal('file'), input: File }),
  z.strictObject({ from: z.literal('ids'), ids: z.array(z.string()) }),
  z.strictObject({ from: z.literal('lines'), lines: z.array(z.array(z.string())) }),
]);

export type RowInputs = Pick<Read<typeof RowsWork>, 'folder' | 'files' | 'gitUrl'>;

const RowsWork = fields(() => ({
  kind: z.literal('rows'),
  /** Words of the command, with a `{column}` for each value from the input; ids follow behind them. */
  template: z.array(z.string()),
  /** Whether the words contained a secret, which is not written. */
  isRedacted: z.boolean(),
  /** The scope of rows that name none. */
  surroundings: Scope,
  source: Source,
  shard: z.optional(z.string()),
  /** The values before are not read: `runs undo` can only delete what the run has made. */
  noUndo: z.optional(z.literal(true)),
  /** The number of rows. */
  total: Count.check(z.lte(10_000_000)),
  /** The folder to which their paths are relative. */
  folder: z.optional(z.string()),
  /** The files that they name. A text is hashed without its byte order mark. */
  files: z.optional(z.array(File)),
  /** Salted hash of the repository's address in the environment, if they use it. */
  gitUrl: z.optional(z.string()),
}));

/** A command of its own, in the file of a day: it cannot be resumed. */
const SingleWork = fields(() => ({
  kind: z.literal('single'),
  /** The command and what it names, without secrets: `teams delete name:Editors`. */
  what: z.string(),
  /** The values before are not read. */
  noUndo: z.optional(z.literal(true)),
}));

/** Everything that is needed to resume a run. */
export type RunWork = Read<typeof ChangesWork> | Read<typeof RowsWork> | Read<typeof SingleWork>;

/** The first line of a journal: the work, and the service that it is for. It never contains a token. */
export type RunHeader = Read<typeof Header>;
const Header = fields(() => ({
  type: z.literal('run'),
  format: z.literal(3),
  tool: z.string(),
  id: z.string(),
  /** ISO time. */
  started: z.string(),
  /** The whole base address, with its path. */
  baseUrl: z.string(),
  org: z.nullable(z.string()),
  /** A word for the data of the sandbox. */
  data: z.optional(z.string()),
  /** The profile of the command line. */
  profile: z.string(),
  /** The server that began it, if that was no command line. */
  via: z.optional(z.literal('mcp')),
  /** The name of the client of that server. */
  client: z.optional(z.string()),
  /** The command, for people: `teams members sync`. */
  command: z.string(),
  work: z.union([ChangesWork, RowsWork, SingleWork]),
  /** The journal of the run that this one undoes. */
  undoes: z.optional(z.string()),
  /** The limits of the guards, as far as they are not the usual ones. */
  limits: z.optional(
    of<Partial<GuardLimits>>(
      z.strictObject({
        maxRemovals: z.optional(
          z.union([z.strictObject({ count: Count }), z.strictObject({ percent: z.number() })]),
        ),
        allowOwnerless: z.optional(z.literal(true)),
        allowOpening: z.optional(z.array(z.enum(heldGrades))),
        smallest: z.optional(Count),
      }),
    ),
  ),
}));

/** For a thing that the request itself does not name: it ends because of the request, or these fields lose their values. */
const Follows = z.optional(z.enum(['ends', 'clears']));

/** The values of one thing. Secrets are left out. */
export type State = Read<typeof StateSchema>;
const StateSchema = fields(() => ({
  kind: z.string(),
  ids: Ids,
  name: z.optional(z.string()),
  /** `null` if there is no such thing. In the values after a request, long ones are `{ $sha256 }`. */
  value: z.optional(z.nullable(Fields)),
  /** The reason if there is no value. */
  unknown: z.optional(z.string()),
  /** If the value is the one that the plan was made on: why it could not be read again before the first request. */
  planned: z.optional(z.string()),
  follows: Follows,
}));

/** The states of several things of one list, as they are on disk: a request can be about thousands of them. */
export type StateList = Read<typeof StateListSchema>;
const StateListSchema = fields(() => ({
  kind: z.string(),
  /** The ids of what is around them. */
  in: Ids,
  /** The path parameter with the id of one. */
  key: z.string(),
  values: z.record(z.string(), z.nullable(Fields)),
  follows: Follows,
}));

/** Lists of states are only on disk. */
const States = of<readonly State[]>(z.array(z.union([StateSchema, StateListSchema])));

/** The values before the requests of a run, read before the first one is sent. */
export type ValuesBefore = Read<typeof Values>;
const Values = fields(() => ({
  type: z.literal('values'),
  before: z.array(z.strictObject({ task: Count, values: States })),
}));

/** A request is about to be sent. A task may send several; they are counted from 0. */
export type Intent = Read<typeof IntentSchema>;
const IntentSchema = fields(() => ({
  type: z.literal('intent'),
  task: Count,
  call: Count,
  operation: z.string(),
  params: Ids,
  /** ISO time of the machine. */
  at: z.string(),
  /** The user's name for the row; absent for a change, which has one. */
  name: z.optional(z.string()),
  /** The people whose memberships a request changes, if they are not all people of the change. */
  users: z.optional(z.array(z.string())),
  /** The body without secrets and with long texts cut; absent for a change, which has it. */
  sent: z.optional(z.unknown()),
  /** The values before, for `runs undo`; absent if they are not read. */
  before: z.optional(States),
}));

export type Outcome = Read<typeof OutcomeSchema>;
const OutcomeSchema = fields(() => ({
  type: z.literal('outcome'),
  task: Count,
  call: Count,
  state: TaskStates,
  /** The id of the thing that was made or changed, if the answer has it. */
  id: z.optional(z.string()),
  /** The values after, for `runs undo`. */
  after: z.optional(States),
}));

export type TaskEnd = Read<typeof End>;
const End = fields(() => ({
  type: z.literal('task'),
  task: Count,
  /** The user's name for it: a row of the input, an id, a team. */
  name: z.string(),
  state: TaskStates,
  exitCode: z.int(),
  id: z.optional(z.string()),
  error: z.optional(z.string()),
}));

export type RunEnd = Read<typeof WholeEnd>;
const WholeEnd = fields(() => ({
  type: z.literal('end'),
  exitCode: z.int(),
  ended: z.string(),
  /** The seconds for which this process has worked on it. */
  seconds: z.optional(z.number()),
}));

/** Another run undoes this one, which cannot be resumed any more. */
export type Undone = Read<typeof UndoneSchema>;
const UndoneSchema = fields(() => ({
  type: z.literal('undone'),
  /** The id of the other run, or the absolute path of its journal. */
  by: z.string(),
  at: z.string(),
}));

/** An undo has found nothing that it could take back: the next undo of the last run goes on with the run before. */
const Passed = fields(() => ({ type: z.literal('passed'), at: z.string() }));

/** What the changes of a plan open and lose: the entries of a plan. */
export type RunEffects = Read<typeof Effects>;
const Effects = fields(() => ({
  type: z.literal('effects'),
  opens: z.array(Entry),
  loses: z.array(Entry),
}));

/** The public addresses that a run is going to change. */
const Addresses = fields(() => ({
  type: z.literal('addresses'),
  addresses: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
}));

/** A line of a file of single commands that says where the journal of a run is, with what finds the last run. */
export type ElsewhereLine = Read<typeof elsewhereLine>;
export const elsewhereLine = z.strictObject({
  run: z.string(),
  /** The absolute path of its journal. */
  journal: z.string(),
  started: z.string(),
  baseUrl: z.string(),
  org: z.nullable(z.string()),
  profile: z.string(),
  command: z.string(),
  undoes: z.optional(z.string()),
});

/** The record that a line of a journal holds, by its `type`. */
export const recordSchemas = {
  run: Header,
  values: Values,
  intent: IntentSchema,
  outcome: OutcomeSchema,
  task: End,
  end: WholeEnd,
  undone: UndoneSchema,
  passed: Passed,
  effects: Effects,
  addresses: Addresses,
};

type Schemas = typeof recordSchemas;
export type JournalRecord = { [Type in keyof Schemas]: Read<Schemas[Type]> }[keyof Schemas];
