import type { Command } from 'commander';
import { type Client, createClient } from '../../api/client/client.ts';
import { createRateGate, type RateGate } from '../../api/client/rate-gate.ts';
import type { SendOptions } from '../../api/client/send.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Pace } from '../../runs/session.ts';
import { commandFacts } from '../command.ts';
import { describeProblem } from '../naming.ts';
import { describeEvent } from '../report/debug.ts';
import type { Context } from '../settings/context.ts';
import { listedNoun, tellingTransport } from './waiting.ts';

export interface Connection {
  readonly baseUrl: string;
  readonly token: string | (() => Promise<string>);
}

/** What is known of a command line when its first request leaves. */
export interface Line {
  readonly system: System;
  readonly context: Context;
  readonly out: Output;
  readonly progress: Progress;
  readonly redactor: Redactor;
  readonly running: Command | undefined;
  readonly debug: boolean;
  beforeChange(): Promise<void>;
}

interface Listeners {
  /** Takes messages that nothing waits for. */
  readonly later: (told: Promise<void>) => void;
  /** Called with the number of items of the list that the command shows, if the service sends it. */
  readonly onTotal: (total: number) => void;
  /** Called when that list ends. */
  readonly onEnd: () => void;
}

/** How requests of a command line travel. */
export function createConnections(line: Line, { later, onTotal, onEnd }: Listeners) {
  /** One for each address: what one client has learned of its pace counts for the next one. */
  const gates = new Map<string, RateGate>();

  function gateOf(baseUrl: string): RateGate {
    const gate = gates.get(baseUrl) ?? createRateGate();
    gates.set(baseUrl, gate);
    return gate;
  }

  function isShown(op: Operation): boolean {
    return line.running !== undefined && commandFacts(line.running).operations.includes(op);
  }

  let toldOfLimit = false;

  /** Said once, to somebody who watches: every request may have to wait. */
  function tellOfLimit(): void {
    if (toldOfLimit || !line.system.stderr.isTerminal) return;
    toldOfLimit = true;
    later(line.out.note('rate limited by the service: waiting as long as it says'));
  }

  /** Whatever the requests are. */
  function wire(): SendOptions {
    const { system, context } = line;
    const onProxy = (address: string) => {
      if (line.debug) later(line.out.note(`debug: proxy: ${address}`));
    };
    const timeout = context.number('timeout', 30) * 1000;
    const transport = context.isSandbox
      ? system.sandbox.transport
      : system.network({ timeout, onProxy, caFile: context.find('ca-file')?.value });
    return {
      transport: tellingTransport(transport, (host) => line.progress.waitFor(host)),
      clock: system.clock,
      limits: {
        maxRetries: context.number('max-retries', 3),
        maxWait: context.number('max-wait', 120) * 1000,
      },
      signal: system.interrupt,
      onEvent: (event) => {
        if (line.debug) later(line.out.note(describeEvent(event)));
        else if (event.kind === 'wait' && event.rateLimited) tellOfLimit();
      },
    };
  }

  function connect({ baseUrl, token }: Connection, pace?: Pace): Client {
    const usual = wire();
    return createClient({
      ...usual,
      ...pace,
      onEvent: (event) => {
        usual.onEvent?.(event);
        pace?.onEvent(event);
      },
      baseUrl,
      gate: gateOf(baseUrl),
      token,
      allowHttp: line.context.baseUrlRules.allowHttp,
      dryRun: line.context.dryRun,
      beforeChange: line.beforeChange,
      redactor: line.redactor,
      onPage: (op, done, total, count) => {
        line.progress.listed(listedNoun(op), { done, total });
        if (isShown(op) && typeof count === 'number') onTotal(count);
      },
      onListEnd: (op) => {
        line.progress.listed(listedNoun(op), undefined);
        if (isShown(op)) onEnd();
      },
      onUnknown: (problem, op) => {
        // Bulk work has printed this warning, with the row, before it started.
        if (line.running && !pace)
          later(line.out.warn(`${describeProblem(problem, op, line.running)}; sent as it is`));
      },
    });
  }

  return { wire, connect };
}
