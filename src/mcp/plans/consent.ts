import { randomBytes } from 'node:crypto';
import { counted } from '../../text/plural.ts';
import { visible } from '../../text/printable.ts';
import { type Caller, isStateless } from '../caller.ts';
import type { Pinned } from '../outside.ts';
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '../protocol.ts';
import type { Planned } from './planned.ts';
import { formWaits, type Plans, type Waiting } from './store.ts';

/** What a person has said about a plan. */
export type Said = 'yes' | 'no' | 'nothing';

/** What the answer to a form carries: the plan and the form that it is about. */
interface FormState {
  readonly plan: string;
  readonly nonce: string;
}

/** The seal of the state of forms. Its key lives as long as this process. */
export type FormSeal = ReturnType<typeof createFormSeal>;

export function createFormSeal() {
  return createRequestStateCodec<FormState>({ key: randomBytes(32), ttlSeconds: formWaits / 1000 });
}

const schema = {
  type: 'object' as const,
  properties: {
    agree: {
      type: 'boolean' as const,
      title: 'I have read this, and want it to be carried out',
      default: false,
    },
  },
  required: ['agree'],
};

export interface Asking {
  readonly context: ServerContext;
  readonly caller: Caller;
  readonly seal: FormSeal;
  readonly plans: Plans;
  readonly pinned: Pinned;
}

/**
 * Asks a person about a plan. Resolves with what they said, or with the form that the client has to show; it then calls
 * again, with the answer. Only *accept* with the box ticked is a yes, and only for the form that was shown for this plan.
 * Resolves with `undefined` if another form for the plan is open.
 */
export async function ask(asking: Asking, waiting: Waiting): Promise<Said | InputRequiredResult | undefined> {
  return isStateless(asking.context) ? askByResult(asking, waiting) : askDirectly(asking, waiting);
}

async function askByResult({ context, seal, plans, pinned }: Asking, waiting: Waiting) {
  const state = context.mcpReq.requestState<FormState>();
  if (state === undefined) {
    const nonce = plans.show(waiting);
    if (nonce === undefined) return undefined;
    return inputRequired({
      inputRequests: {
        consent: inputRequired.elicit({
          message: formText(waiting.planned, pinned),
          requestedSchema: schema,
        }),
      },
      requestState: await seal.mint({ plan: waiting.id, nonce }, context),
    });
  }
  if (state.plan !== waiting.id || state.nonce !== waiting.form?.nonce) return undefined;
  return saidIn(context.mcpReq.inputResponses?.consent);
}

async function askDirectly({ plans, pinned, caller }: Asking, waiting: Waiting): Promise<Said | undefined> {
  if (plans.show(waiting) === undefined) return undefined;
  const form = { message: formText(waiting.planned, pinned), requestedSchema: schema } as const;
  const options = { timeout: formWaits, signal: caller.signal };
  return caller.server.server.elicitInput(form as never, options).then(saidIn, () => 'nothing' as const);
}

/** Reads an answer. Whatever is not exactly a yes is none. */
function saidIn(answer: unknown): Said {
  const { action, content } = (answer ?? {}) as { action?: unknown; content?: { agree?: unknown } };
  return action === 'accept' && content?.agree === true ? 'yes' : 'no';
}

const mostLines = 20;
const longestLine = 400;
const longestValue = 100;

/** Returns the text of a form. All of it is written by this program; names in it cannot hide or reorder anything. */
function formText(
  { commandLines, changes, notes, operations, consequences, final }: Planned,
  { profile, baseUrl, org, secrets }: Pinned,
): string {
  const place = [`profile ${profile}`, baseUrl, ...(org === undefined ? [] : [`organization ${org}`])].join(
    ', ',
  );
  // The changes of a file or an undo are in the notes; beside requests, notes are warnings.
  const requests = changes.filter(({ url }) => url !== undefined);
  const clean = (line: string) => visible(secrets.hide(line));
  const list = (lines: readonly string[]) => cut(lines.map((line) => shortLine(clean(line))));
  return [
    'docs-admin: an assistant wants to change your documentation organization.',
    clean(`Where: ${place}`),
    `What: ${counted(operations.length, 'request')}: ${countsOf(operations)}`,
    ...list(commandLines.map((line) => `  $ ${line}`)),
    ...list(requests.flatMap(changeLines)),
    ...(notes.length > 0 ? [requests.length > 0 ? 'Warnings:' : 'What it changes:'] : []),
    ...list(notes.map((line) => `  ${line}`)),
    ...(consequences.length > 0 ? ['Know before:', ...consequences.map((line) => `  ${line}.`)] : []),
    final.length > 0 ? 'What cannot be undone:' : 'All of it can be undone with `runs undo`.',
    ...final.map((line) => `  ${line}`),
  ].join('\n');
}

function countsOf(operations: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of operations) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => `${count} x ${id}`).join(', ');
}

/** Returns a request, and what it is going to change. */
function changeLines({ method, url, body, before }: Readonly<Record<string, unknown>>): string[] {
  const pieces = (Array.isArray(before) ? before : []) as { kind: string; name?: string; value?: unknown }[];
  return [
    `  ${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body, shortValue)}`}`,
    ...pieces.map(
      ({ kind, name, value }) => `    now: ${kind} ${name ?? ''} ${JSON.stringify(value, shortValue)}`,
    ),
  ];
}

/** Shortens a long text in a body, so that it does not push the other fields out of the line. */
function shortValue(_: string, value: unknown): unknown {
  return typeof value === 'string' ? shortTo(longestValue, value) : value;
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `  ... and ${more} more`] : [...lines];
}

function shortLine(line: string): string {
  return shortTo(longestLine, line);
}

function shortTo(most: number, text: string): string {
  const more = text.length - most;
  return more > 0 ? `${text.slice(0, most).toWellFormed()}… (${counted(more, 'more character')})` : text;
}
