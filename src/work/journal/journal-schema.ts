import * as z from 'zod/mini';
import { fields } from '../../api/contract/fields.ts';
import { madeIn } from '../../domain/change.ts';
import { heldGrades } from '../../domain/reach/grades.ts';
import { journalFormat } from './journal.ts';

const Count = z.int().check(z.gte(0));
const Fields = z.record(z.string(), z.unknown());
const Ids = z.record(z.string(), z.string());
const Id = z.union([z.string(), z.strictObject({ $change: Count, at: z.optional(z.string()) })]);
const TaskStates = z.enum(['done', 'unchanged', 'failed', 'unknown', 'not-attempted']);
const File = z.strictObject({ path: z.string(), sha256: z.string() });

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

const ChangesWork = fields(() => ({
  kind: z.literal('changes'),
  changes: z
    .array(ChangeSchema)
    .check(
      z.refine((changes) =>
        changes.every((change, at) => [...change.requires, ...madeIn(change)].every((other) => other < at)),
      ),
    ),
  memberships: z.optional(z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())]))),
  batchSize: z.optional(z.int().check(z.gte(1))),
  isReadBack: z.optional(z.literal(true)),
  input: z.optional(File),
  isRecorded: z.optional(z.literal(true)),
  structure: z.optional(z.array(StructureThingSchema)),
  openBetween: z.optional(
    z.array(z.strictObject({ from: Count, until: Count, opens: z.looseObject({ text: z.string() }) })),
  ),
}));

const RowsWork = fields(() => ({
  kind: z.literal('rows'),
  template: z.array(z.string()),
  isRedacted: z.boolean(),
  surroundings: z.strictObject({
    site: z.optional(z.string()),
    space: z.optional(z.string()),
    changeRequest: z.optional(z.string()),
  }),
  source: z.union([
    z.strictObject({ from: z.literal('file'), input: File }),
    z.strictObject({ from: z.literal('ids'), ids: z.array(z.string()) }),
    z.strictObject({ from: z.literal('lines'), lines: z.array(z.array(z.string())) }),
  ]),
  shard: z.optional(z.string()),
  noUndo: z.optional(z.literal(true)),
  total: Count.check(z.lte(10_000_000)),
  folder: z.optional(z.string()),
  files: z.optional(z.array(File)),
  gitUrl: z.optional(z.string()),
}));

const SingleWork = fields(() => ({
  kind: z.literal('single'),
  what: z.string(),
  noUndo: z.optional(z.literal(true)),
}));

const Header = fields(() => ({
  type: z.literal('run'),
  format: z.literal(journalFormat),
  tool: z.string(),
  id: z.string(),
  started: z.string(),
  baseUrl: z.string(),
  org: z.nullable(z.string()),
  profile: z.string(),
  via: z.optional(z.literal('mcp')),
  client: z.optional(z.string()),
  command: z.string(),
  work: z.union([ChangesWork, RowsWork, SingleWork]),
  undoes: z.optional(z.string()),
  limits: z.optional(
    z.strictObject({
      maxRemovals: z.optional(
        z.union([z.strictObject({ count: Count }), z.strictObject({ percent: z.number() })]),
      ),
      allowOwnerless: z.optional(z.literal(true)),
      allowOpening: z.optional(z.array(z.enum(heldGrades))),
      smallest: z.optional(Count),
    }),
  ),
}));

const Follows = z.optional(z.enum(['ends', 'clears']));

const States = z.array(
  z.union([
    fields(() => ({
      kind: z.string(),
      ids: Ids,
      name: z.optional(z.string()),
      value: z.optional(z.nullable(Fields)),
      unknown: z.optional(z.string()),
      planned: z.optional(z.string()),
      follows: Follows,
    })),
    fields(() => ({
      kind: z.string(),
      in: Ids,
      key: z.string(),
      values: z.record(z.string(), z.nullable(Fields)),
      follows: Follows,
    })),
  ]),
);

const Values = fields(() => ({
  type: z.literal('values'),
  before: z.array(z.strictObject({ task: Count, values: States })),
}));

const IntentSchema = fields(() => ({
  type: z.literal('intent'),
  task: Count,
  call: Count,
  operation: z.string(),
  params: Ids,
  at: z.string(),
  name: z.optional(z.string()),
  users: z.optional(z.array(z.string())),
  sent: z.optional(z.unknown()),
  before: z.optional(States),
}));

const OutcomeSchema = fields(() => ({
  type: z.literal('outcome'),
  task: Count,
  call: Count,
  state: TaskStates,
  id: z.optional(z.string()),
  after: z.optional(States),
}));

const End = fields(() => ({
  type: z.literal('task'),
  task: Count,
  name: z.string(),
  state: TaskStates,
  exitCode: z.int(),
  id: z.optional(z.string()),
  error: z.optional(z.string()),
}));

const WholeEnd = fields(() => ({
  type: z.literal('end'),
  exitCode: z.int(),
  ended: z.string(),
  seconds: z.optional(z.number()),
}));

const UndoneSchema = fields(() => ({
  type: z.literal('undone'),
  by: z.string(),
  at: z.string(),
}));

const PassedSchema = fields(() => ({
  type: z.literal('passed'),
  at: z.string(),
}));

const Effects = fields(() => ({
  type: z.literal('effects'),
  opens: z.array(Fields),
  loses: z.array(Fields),
}));

const Addresses = fields(() => ({
  type: z.literal('addresses'),
  addresses: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
}));

/** A line of a file of single commands that says where the journal of a run is. */
export const elsewhereLine = z.strictObject({
  run: z.string(),
  journal: z.string(),
  started: z.string(),
  baseUrl: z.string(),
  org: z.nullable(z.string()),
  profile: z.string(),
  command: z.string(),
  undoes: z.optional(z.string()),
});

/** The record that a line of a journal holds, by its `type`. */
export const recordSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  run: Header,
  values: Values,
  intent: IntentSchema,
  outcome: OutcomeSchema,
  task: End,
  end: WholeEnd,
  undone: UndoneSchema,
  passed: PassedSchema,
  effects: Effects,
  addresses: Addresses,
};
