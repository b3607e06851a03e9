import type { Command } from 'commander';
import type { Client } from '../../api/client/client.ts';
import type { Reached } from '../../api/client/reach.ts';
import { createRedactor, type Redactor } from '../../api/redact/redact.ts';
import { ofIds, type Resolve, resolvedInput, withNames } from '../../model/names.ts';
import { createOutput } from '../../output/create-output.ts';
import type { Output } from '../../output/output.ts';
import { coveringSink, createProgress, type Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Session } from '../../runs/session.ts';
import { commandFacts } from '../command.ts';
import type { Lookup } from '../names/line-refs.ts';
import { describeError, redactReport, reportLines } from '../report/report.ts';
import { noteVersion } from '../settings/addresses.ts';
import { type Context, createContext } from '../settings/context.ts';
import { secretsOf } from '../settings/secrets.ts';
import type { SharedFlags } from '../shared-flags.ts';
import { type BodyOf, createBodyOf } from './body.ts';
import { type Connection, createConnections } from './connections.ts';
import { createGuard, saysYes } from './guard.ts';
import { createInput, type Input } from './input.ts';
import { later } from './later.ts';
import { createLosses } from './losses.ts';
import type { PagingSink } from './paging.ts';
import { mayPage, outputOptions, progressOptions } from './presentation.ts';
import { safePrompts } from './safe-prompts.ts';
import { withSorting } from './sorted-lists.ts';
import { isPlain } from './terminal.ts';
import type { Verb } from './verb.ts';
import type { Watch } from './watch.ts';

/** What a command may touch. `api`, `out` and the rest work once the line's flags are known. */
export interface App extends Session {
  /** What its verbs may use. */
  readonly verb: Verb;
  readonly context: Context;
  readonly out: Output;
  /** A client for another address or token than the line's own. */
  connect(connection: Connection): Client;
  readonly bodyOf: BodyOf;
  readonly input: Input;
  /** Writes what is at an address that an answer named into a file. The token does not go along. */
  download(url: string, path: string): Promise<void>;
  /** Asks the service, without a token, whether it is there. Throws `TransportFailure`. */
  reach(): Promise<Reached>;
  /** The flags that every command takes, as the line gives them. */
  readonly flags: SharedFlags;
  /** How the command is run again and again; `undefined` where it is run once. */
  readonly watch: Watch | undefined;
  /** What the command reports while it works. */
  readonly progress: Progress;
  /** Whether the user wants to see what happens on the wire. */
  readonly debug: boolean;
  /** The command that runs; `undefined` before its flags are known. */
  readonly running: Command | undefined;
  /** The output format that the settings name; `undefined` where they are not read. */
  readonly storedFormat: string | undefined;
  /** Where the token comes from that requests of the line have used; `undefined` before the first one. */
  readonly tokenSource: string | undefined;
  /** Takes the flags of the line, before the command's action. Throws where they cannot be used. */
  start(flags: SharedFlags, command: Command): Promise<void>;
  /** For a command that runs until it is interrupted: the interrupt is then its normal end. */
  endsByInterrupt(): void;
  readonly isOpenEnded: boolean;
  /** Writes text without waiting, such as help. */
  print(text: string): void;
  /** Resolves when everything that was printed has been taken. */
  finish(): Promise<void>;
}

/** What an app for one row of bulk work takes over instead of making it. */
export interface RowParts {
  /** Flags that every row has; its own come on top. */
  readonly flags: SharedFlags;
  /** The app of the whole work, which looks names up for every row. */
  readonly whole: App;
  readonly api: Client;
  readonly out: Output;
  readonly redactor: Redactor;
  confirm(question: string): Promise<void>;
}

export function createApp(outside: System, row?: RowParts): App {
  let flags: SharedFlags = {};
  let context: Context | undefined;
  let out: Output | undefined;
  let api: Client | undefined;
  let running: Command | undefined;
  let tokenSource: string | undefined;
  let progress: Progress | undefined;
  let watch: Watch | undefined;
  let openEnded = false;
  let listTotal: number | undefined;
  let endedLists = 0;
  let paging: PagingSink | undefined;
  let versionNote: Promise<void> | undefined;
  // All output replaces the progress line.
  const system = {
    ...outside,
    stdout: coveringSink(outside.stdout, () => progress?.clear()),
    stderr: coveringSink(outside.stderr, () => progress?.clear()),
    // A list that is drawn again at every key can neither be heard, nor be shown by every terminal.
    prompts: safePrompts(outside.prompts, () => !isPlain(flags, outside.env) && outside.env.TERM !== 'dumb'),
  };
  let input = createInput(system);
  const pending: Promise<void>[] = [];

  const guard = createGuard({
    system,
    flags: () => flags,
    context: () => started(context),
    canAsk,
    note: (message) => void pending.push(started(out).note(message)),
  });

  const app: App = {
    system,
    context: later(() => started(context)),
    out: later(() => started(out)),
    get watch() {
      return watch;
    },
    progress: later(() => started(progress)),
    get running() {
      return running;
    },
    get flags() {
      return flags;
    },
    get debug() {
      return flags.debug ?? system.env.DOCS_ADMIN_DEBUG === '1';
    },
    get storedFormat() {
      return context?.find('output')?.value;
    },
    get tokenSource() {
      return tokenSource;
    },
    api: later(() => {
      api ??= withSorting(withNames(row?.api ?? connections.connect(ownConnection()), loadResolve), app.verb);
      return api;
    }),
    get verb() {
      return verb;
    },
    get dryRun() {
      return app.context.dryRun;
    },
    place() {
      const baseUrl = app.context.baseUrl();
      return { origin: new URL(baseUrl).origin, baseUrl, org: app.context.find('org')?.value ?? null };
    },
    get profile() {
      return app.context.profile.value;
    },
    get isQuiet() {
      return flags.quiet ?? false;
    },
    get printsIds() {
      return app.context.format() === 'id';
    },
    get limits() {
      return { maxRemovals: flags.maxRemovals, allowOwnerless: flags.allowOwnerless ?? false };
    },
    // The flags of the line are not those of its rows: no command gives the words.
    describe: (error) => describeError(error, { running: undefined, tokenSource }),
    isRow: row !== undefined,
    connect: (connection) => connections.connect(connection),
    names: {
      nameOf: async (kind, id) => (await import('../names/name-of.ts')).nameOf(lookup, kind, id),
      titleOf: async (kind, given) => (await import('../names/name-of.ts')).knownTitle(lookup, kind, given),
      async valuesBefore(kind, id) {
        return app.out.saysChanges
          ? (await import('../names/name-of.ts')).valuesBefore(lookup, kind, id)
          : {};
      },
      resolved: (op, input) => resolvedInput(op, input, loadResolve),
      asIds: ofIds,
    },
    connectForBulk: (pace) => connections.connect(ownConnection(), pace),
    canAsk,
    asksFirst: () => canAsk() && !flags.dryRun && !saysYes(flags, system.env),
    redactor: row?.redactor ?? createRedactor(secretsOf(system.env)),
    scope: {
      org: () => surrounding('org'),
      site: () => surrounding('site'),
      space: () => surrounding('space'),
      changeRequest: () => surrounding('change-request'),
      known: () => ({ site: found('site'), space: found('space'), changeRequest: found('change-request') }),
      supply(scope) {
        flags = { ...flags, ...scope };
        context = createContext(flags, system);
      },
    },
    bodyOf: createBodyOf({ document: (path) => input.document(path) }, () => running),
    input: {
      text: (path) => input.text(path),
      document: (path) => input.document(path),
    },
    async download(url, path) {
      const { download } = await import('../../api/client/download.ts');
      await system.files.write(path, await download(url, connections.wire()));
    },
    reach: async () => {
      const { reach } = await import('../../api/client/reach.ts');
      return reach(app.context.baseUrl(), connections.wire());
    },
    confirm: (question, about = 'service') => (row ?? guard).confirm(question, about),
    async askFirst(question, about) {
      if ((row?.whole ?? app).asksFirst()) await app.confirm(question, about);
    },
    async askToReplace(path) {
      if (system.files.hasContent(path)) await app.askFirst(`replace the file ${path}?`, 'machine');
    },
    beforeChange: guard.beforeChange,
    async start(given, command) {
      running = command;
      input = createInput(system);
      // A command that is watched is started again and again.
      if (watch) return;
      flags = { ...row?.flags, ...given };
      context = createContext(flags, system, commandFacts(command));
      progress = createProgress(progressOptions(row ? { quiet: true } : flags, outside));
      out = row?.out ?? (await openOutput(context, command));
      if (flags.web && !row) out = (await import('./web.ts')).createWebOutput(out, app.verb);
    },
    endsByInterrupt() {
      openEnded = true;
    },
    get isOpenEnded() {
      return openEnded;
    },
    print: (text) => void pending.push(system.stdout.write(text)),
    finish: async () => {
      progress?.stop();
      await Promise.all(pending);
      await system.pager.close();
    },
  };

  async function openOutput(context: Context, command: Command): Promise<Output> {
    if (mayPage(flags, command, system)) {
      const { createPagingSink } = await import('./paging.ts');
      paging = createPagingSink(system, () => {
        progress?.stop();
        progress = createProgress({ ...progressOptions(flags, outside), shows: 'nothing' });
      });
    }
    const output = await outputOptions(flags, context, system, command, {
      total: () => (endedLists > 1 ? undefined : listTotal),
      paging,
    });
    if (!flags.watch) return createOutput(output);
    const { createWatch } = await import('./watch.ts');
    const describe = (error: unknown) => {
      return reportLines(redactReport(describeError(error, app), app.redactor));
    };
    openEnded = true;
    watch = createWatch({ seconds: flags.watch, system, output, describe });
    return watch.out;
  }

  async function loadResolve(): Promise<Resolve> {
    return (await import('../names/line-refs.ts')).resolveFor(lookup);
  }

  function canAsk(): boolean {
    const { stdin, stderr, env } = system;
    return !flags.noInput && !env.CI && stdin.isTerminal && stderr.isTerminal;
  }

  function surrounding(key: 'org' | 'site' | 'space' | 'change-request'): string {
    // Without an address the line cannot succeed: saying that first spares a newcomer one error after the other.
    app.context.baseUrl();
    return app.context.need(key);
  }

  function found(key: 'site' | 'space' | 'change-request'): string | undefined {
    return app.context.find(key)?.value;
  }

  function ownConnection(): Connection {
    const baseUrl = app.context.baseUrl();
    const given = app.context.given['base-url'];
    if (given !== undefined) {
      versionNote ??= noteVersion(app, given, baseUrl);
      pending.push(versionNote);
    }
    return {
      baseUrl,
      token: async () => {
        const { value, source } = await app.context.token();
        tokenSource = source;
        return value;
      },
    };
  }

  const connections = createConnections(app, {
    later: (told) => void pending.push(told),
    onTotal: (total) => {
      listTotal = total;
    },
    onEnd: () => void endedLists++,
  });
  const lookup: Lookup = {
    api: (row?.whole ?? app).api,
    context: app.context,
    scope: app.scope,
    canAsk,
    line: app,
    found: new Map(),
  };
  const verb: Verb = {
    ...createLosses(app),
    session: app,
    system,
    api: app.api,
    out: app.out,
    scope: app.scope,
    names: app.names,
    files: app.input,
    bodyOf: app.bodyOf,
    context: app.context,
    progress: app.progress,
    redactor: app.redactor,
    connections: app,
    line: app,
    canAsk,
    asksFirst: app.asksFirst,
    confirm: app.confirm,
    askFirst: app.askFirst,
    askToReplace: app.askToReplace,
    endsByInterrupt: app.endsByInterrupt,
  };
  return app;
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('used before the flags were known');
  return part;
}
