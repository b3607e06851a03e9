import type { Clock } from '../../ports.ts';
import { type Caller, isStateless } from '../caller.ts';
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '../protocol.ts';
import { formWaits, type Plans, type Waiting } from './store.ts';

export type Said = 'yes' | 'no' | 'nothing';

/** What the answer to a form carries: the plan and the form that it is about. */
interface FormState {
  readonly plan: string;
  readonly nonce: string;
}

/** The seal of the state of forms. Its key lives as long as this process. */
export type FormSeal = ReturnType<typeof createFormSeal>;

export function createFormSeal(clock: Pick<Clock, 'bytes'>) {
  return createRequestStateCodec<FormState>({ key: clock.bytes(32), ttlSeconds: formWaits / 1000 });
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

export interface ConsentForm {
  readonly context: ServerContext;
  readonly caller: Caller;
  readonly seal: FormSeal;
  readonly plans: Plans;
}

/**
 * Asks a person about a plan. Resolves with what they said, or with the form that the client has to show; it then calls
 * again, with the answer. Only *accept* with the box ticked is a yes, and only for the form that was shown for this plan.
 * Resolves with `undefined` if another form for the plan is open.
 */
export async function ask(
  asking: ConsentForm,
  waiting: Waiting,
): Promise<Said | InputRequiredResult | undefined> {
  return isStateless(asking.context) ? askByResult(asking, waiting) : askDirectly(asking, waiting);
}

async function askByResult({ context, seal, plans }: ConsentForm, waiting: Waiting) {
  const state = context.mcpReq.requestState<FormState>();
  if (state === undefined) {
    const nonce = plans.show(waiting);
    if (nonce === undefined) return undefined;
    return inputRequired({
      inputRequests: {
        consent: inputRequired.elicit({
          message: waiting.planned.form,
          requestedSchema: schema,
        }),
      },
      requestState: await seal.mint({ plan: waiting.id, nonce }, context),
    });
  }
  if (state.plan !== waiting.id || state.nonce !== waiting.form?.nonce) return undefined;
  return saidIn(context.mcpReq.inputResponses?.consent);
}

async function askDirectly({ plans, caller }: ConsentForm, waiting: Waiting): Promise<Said | undefined> {
  if (plans.show(waiting) === undefined) return undefined;
  const form = { message: waiting.planned.form, requestedSchema: schema } as const;
  const options = { timeout: formWaits, signal: caller.signal };
  return caller.server.server.elicitInput(form, options).then(saidIn, () => 'nothing' as const);
}

/** Reads an answer. Whatever is not exactly a yes is none. */
function saidIn(answer: unknown): Said {
  const { action, content } = (answer ?? {}) as { action?: unknown; content?: { agree?: unknown } };
  return action === 'accept' && content?.agree === true ? 'yes' : 'no';
}
