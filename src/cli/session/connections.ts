import { type Client, type ClientOptions, createClient, type RecordChange } from '../../api/client/client.ts';
import { createRateGate, type RateGate } from '../../api/client/rate-gate.ts';
import type { Reached } from '../../api/client/reach.ts';
import type { SendOptions, WireEvent } from '../../api/client/send.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System, Transport } from '../../ports.ts';
import { kept } from '../../text/kept.ts';
import type { RunSignals } from '../../work/run/session.ts';
import type { Context } from '../settings/context.ts';
import { noteVersion } from './addresses.ts';
import type { Guard } from './questions.ts';
import type { RunningLine } from './running-line.ts';
import type { ListCount } from './summary.ts';

export interface Connection {
  readonly baseUrl: string;
  readonly token: string | (() => Promise<string>);
}

interface Further {
  readonly pace?: RunSignals | undefined;
  readonly record?: RecordChange | undefined;
  readonly beforeSending?: ClientOptions['beforeSending'];
}

/** Further ways to the service. */
export interface Connections {
  /** A client for another address or token than the line's own. */
  connect(connection: Connection): Client;
  /** Downloads the file at an address in an answer to `path`. The token is not sent. */
  download(url: string, path: string): Promise<void>;
  /** Requests the service without a token, to see whether it answers. Throws `TransportFailure`. */
  reach(): Promise<Reached>;
  /** Returns the requests in a second that the line's own address takes; `undefined` while no limit is known. */
  rate(): number | undefined;
  /** Returns how long requests to it take, in milliseconds, as `RateGate.time` does. */
  readingTime(requests: number, atOnce: number): number | undefined;
}

/** The parts of a command line that its requests use. */
export interface ConnectedLine extends Guard {
  readonly system: System;
  readonly context: Context;
  readonly out: Output;
  readonly progress: Progress;
  readonly redactor: Redactor;
  readonly line: RunningLine;
  readonly count: ListCount;
  /** Records the requests that change something with the line's own address and token; those of a run are in its journal. */
  readonly record: RecordChange;
  /** Asks before such a request, where that is needed and nothing has asked yet. */
  readonly beforeSending: NonNullable<ClientOptions['beforeSending']>;
  /** Prints a message without waiting. */
  print(message: Promise<void>): void;
  /** Called when a request that changes something leaves. */
  onChange(): void;
  /** Called with the source of the token, when a request uses it. */
  onToken(source: string): void;
}

/** Makes the connections of a command line; `connectOwn` makes clients for its own address and token. */
export function createConnections(
  connected: ConnectedLine,
): Connections & { connectOwn(pace?: RunSignals): Client } {
  const { system, context, out, progress, redactor, line, count, print } = connected;
  /** One for each address, so that the next client knows the pace that one client has learned. */
  const gates = new Map<string, RateGate>();

  function isShown(op: Operation): boolean {
    return line.running?.facts.operations.includes(op) === true;
  }

  let toldOfLimit = false;

  /** Prints once, for a person who watches, that requests may have to wait. */
  function tellOfLimit(): void {
    if (toldOfLimit || !system.stderr.isTerminal) return;
    toldOfLimit = true;
    print(out.note('rate limited by the service: waiting as long as it says'));
  }

  let network: Transport | undefined;

  /** Returns one transport for all clients: what is read before a change and the change itself share a connection. */
  function transport(): Transport {
    if (context.isSandbox) return system.sandbox.transport;
    const onProxy = (address: string) => {
      if (line.debug) print(out.note(`debug: proxy: ${address}`));
    };
    const timeout = context.number('timeout') * 1000;
    network ??= system.network({ timeout, onProxy, caFile: context.caFile() });
    return network;
  }

  /** Returns the options of every request. */
  function wire(): SendOptions {
    return {
      transport: tellingTransport(transport(), (host) => progress.waitFor(host)),
      clock: system.clock,
      limits: {
        maxRetries: context.number('max-retries'),
        maxWait: context.number('max-wait') * 1000,
      },
      signal: system.interrupt,
      onEvent: (event) => {
        if (line.debug) print(out.note(describeEvent(event)));
        else if (event.kind === 'wait' && event.rateLimited) tellOfLimit();
      },
    };
  }

  function connect({ baseUrl, token }: Connection, { pace, record, beforeSending }: Further = {}): Client {
    const usual = wire();
    return createClient({
      ...usual,
      ...pace,
      transport(request, signal) {
        if (request.method !== 'GET') connected.onChange();
        return usual.transport(request, signal);
      },
      onEvent: (event) => {
        usual.onEvent?.(event);
        pace?.onEvent(event);
      },
      baseUrl,
      gate: kept(gates, baseUrl, createRateGate),
      token,
      allowHttp: context.baseUrlRules.allowHttp,
      dryRun: context.dryRun,
      readOnly: context.readOnly,
      refuse: system.refuse,
      beforeChange: connected.beforeChange,
      record,
      beforeSending,
      redactor,
      blocking: system.blocking,
      onPage: (op, done, total, whole) => {
        progress.listed(listedNoun(op), { done, total });
        if (isShown(op) && typeof whole === 'number') count.onTotal(whole);
      },
      onListEnd: (op) => {
        progress.listed(listedNoun(op), undefined);
        if (isShown(op)) count.onEnd();
      },
      onUnknown: (problem, op) => {
        // Bulk work has printed this warning, with the row, before it started.
        const { running } = line;
        if (!running || pace) return;
        const warning = import('../input-words.ts').then(({ describeProblem }) =>
          out.warn(`${describeProblem(problem, op, running)}; sent as it is`),
        );
        print(warning);
      },
    });
  }

  let versionNote: Promise<void> | undefined;

  function connectOwn(pace?: RunSignals): Client {
    const baseUrl = context.baseUrl();
    const given = context.given['base-url'];
    if (given !== undefined) {
      versionNote ??= noteVersion(out, given, baseUrl);
      print(versionNote);
    }
    const token = async () => {
      const { value, source } = await context.token();
      connected.onToken(source);
      return value;
    };
    return connect(
      { baseUrl, token },
      pace ? { pace } : { record: connected.record, beforeSending: connected.beforeSending },
    );
  }

  return {
    connect: (connection) => connect(connection),
    connectOwn,
    async download(url, path) {
      const { download } = await import('../../api/client/download.ts');
      await system.files.write(path, await download(url, wire()));
    },
    async reach() {
      const { probe: reach } = await import('../../api/client/reach.ts');
      return reach(context.baseUrl(), wire());
    },
    rate: () => gates.get(context.baseUrl())?.rate(),
    readingTime: (...work) => gates.get(context.baseUrl())?.time(...work),
  };
}

/** Returns the line of --debug about an event of a request. */
function describeEvent(event: WireEvent): string {
  const request = `${event.request.method} ${event.request.url}`;
  const attempt = event.attempt > 0 ? ` (attempt ${event.attempt + 1})` : '';
  switch (event.kind) {
    case 'request':
      return `debug: ${request}${attempt}`;
    case 'answer':
      return `debug: ${request}: ${event.status} in ${event.ms} ms${event.requestId ? `, request id ${event.requestId}` : ''}`;
    case 'failure':
      return `debug: ${request}: ${event.message} after ${event.ms} ms`;
    case 'wait':
      return event.rateLimited
        ? `debug: rate limited, waiting ${seconds(event.ms)} s`
        : `debug: trying again in ${seconds(event.ms)} s`;
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}

/** Returns the noun for the items of a list: `members` for `members.list` and for `teams.members.list`. */
function listedNoun({ id }: Operation): string {
  const words = id.split('.');
  if (words.length === 1) return 'items';
  const [last, before] = words.toReversed() as [string, string];
  return (last === 'list' ? before : last).replaceAll('-', ' ');
}

/** Returns the transport with calls of `tell` that name what is waited for; `undefined` if no request runs. */
function tellingTransport(transport: Transport, tell: (what: string | undefined) => void): Transport {
  let underway = 0;
  return async (request, signal) => {
    if (underway++ === 0) tell(new URL(request.url).host);
    try {
      return await transport(request, signal);
    } finally {
      if (--underway === 0) tell(undefined);
    }
  };
}
