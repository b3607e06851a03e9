import { createClockwork } from './clockwork.ts';
import { createMemoryDisk } from './disk.ts';
import type { Act, History, Trouble } from './history.ts';
import { allowOpening, isBulk, type Line } from './lines.ts';
import { fixtureOf, org } from './organization.ts';
import { home } from './process.ts';
import { baseUrl, type Rows, type Served, token, withService } from './service.ts';
import { createStage, type Interference, type Ran, type Stage, type World } from './stage.ts';

/** An act as it was played. */
export interface Played {
  readonly act: Act;
  readonly ran: readonly Ran[];
  readonly before: Rows;
  readonly after: Rows;
  /** The state when the first undo began. */
  readonly beforeUndo?: Rows | undefined;
  /** What the lines alone lead to, when nothing goes wrong; absent where a colleague came in between. */
  readonly calm?: { readonly code: number | undefined; readonly rows: Rows } | undefined;
  readonly served: readonly Served[];
  readonly interference: readonly Interference[];
  /** The troubles that have come. */
  readonly met: readonly Trouble[];
  /** The text of each file at the end. */
  readonly files: ReadonlyMap<string, string>;
  /** Guards that did not hold at some moment. */
  readonly unguarded: readonly string[];
}

const start = Date.parse('2026-06-01T12:00:00Z');

/** The most lines that a person types in one act. */
const mostLines = 8;

/** Plays a history. Throws where something does not end. */
export async function play({ shape, acts, pace }: History): Promise<Played[]> {
  const clockwork = createClockwork(pace, start);
  const disk = createMemoryDisk(clockwork.now);
  const profile = { 'base-url': baseUrl, org };
  const stored = (key: string, value: object) => JSON.stringify({ version: 1, ...{ [key]: value } });
  disk.put(`${home}/.config/docs-admin/config.json`, stored('profiles', { work: profile }));
  disk.put(`${home}/.config/docs-admin/credentials.json`, stored('tokens', { work: { token, baseUrl } }));
  disk.put('/desk/.keep', '');
  return withService(fixtureOf(shape), clockwork.now, async (service) => {
    const played: Played[] = [];
    const computer = { boot: 'boot-0', nextPid: 100, alive: new Set<number>() };
    for (const act of acts) played.push(await playAct(act, { clockwork, disk, service, computer }));
    await clockwork.run(() => false);
    return played;
  });
}

async function playAct(act: Act, world: World): Promise<Played> {
  const { clockwork, disk, service } = world;
  const from = service.served.length;
  for (const { files = {} } of act.lines)
    for (const [path, text] of Object.entries(files)) disk.put(path, text);
  const before = service.rows();
  const calm = act.troubles.some(({ what }) => what === 'colleague') ? undefined : await calmly(act, world);
  const stage = createStage(act.troubles, world);
  const ran = await stage.run(act.lines, 'line');
  await goOn(act, ran, stage);
  await undoAlone(act, ran, stage, service.served.slice(from));
  await clockwork.run(() => false);
  return {
    act,
    ran,
    before,
    after: service.rows(),
    beforeUndo: stage.beforeUndo,
    calm,
    served: service.served.slice(from),
    interference: stage.interference,
    met: [...stage.met],
    files: disk.files(),
    unguarded: stage.unguarded,
  };
}

/** Plays the lines of an act aside, without troubles. */
async function calmly(act: Act, world: World): Promise<Played['calm']> {
  const [first, second] = act.lines;
  const isSame = second && second.words.join(' ') === first?.words.join(' ');
  if (second && !isSame) return undefined;
  return world.service.aside(async () => {
    const clockwork = createClockwork(1, world.clockwork.now());
    const computer = { boot: 'calm', nextPid: 10_000, alive: new Set<number>() };
    const stage = createStage([], { ...world, clockwork, disk: world.disk.copy(), computer });
    const [ran] = await stage.run([first as Line], 'line');
    return { code: ran?.code, rows: world.service.rows() };
  });
}

/** Does what a person does after the lines have ended. */
async function goOn({ afterwards }: Act, ran: Ran[], stage: Stage): Promise<void> {
  const isUndo = afterwards.endsWith('undo');
  if (afterwards === 'nothing' || (!isUndo && ran.every(({ code }) => code === 0))) return;
  for (const journal of ran.flatMap(({ journals }) => journals)) {
    let [run, role]: [string, Ran['role']] = [journal, isUndo ? 'undo' : 'resume'];
    let before: number | undefined;
    for (let count = 0; count < mostLines; count++) {
      const line =
        role === 'undo'
          ? undoing(run)
          : { command: 'runs resume', words: ['runs', 'resume', run, ...allowOpening, '--yes'] };
      const now = await stage.run(count === 0 && afterwards.startsWith('both') ? [line, line] : [line], role);
      ran.push(...now);
      // After a power failure, a person says that the process of the lock is no more.
      const isLocked = now.some(({ stderr }) => stderr.includes('docs-admin runs unlock'));
      if (isLocked)
        ran.push(
          ...(await stage.run(
            [{ command: 'runs unlock', words: ['runs', 'unlock', run, '--yes'] }],
            'unlock',
          )),
        );
      const made = now.flatMap(({ journals }) => journals).at(-1);
      if (made !== undefined) [run, role] = [made, 'resume of the undo'];
      // Who sees the same end again stops, but for one who has just freed the run.
      const [code] = now.map((one) => one.code).filter((one) => one !== 0 || now.length === 1);
      if (code === 0 || (code !== undefined && code === before && !isLocked)) break;
      before = code;
    }
  }
}

/** Undoes the change of a single command, which may have no answer. */
async function undoAlone(
  { lines, afterwards }: Act,
  ran: Ran[],
  stage: Stage,
  served: readonly Served[],
): Promise<void> {
  const [only, ...others] = ran;
  if (!only || others.length > 0 || lines.length > 1 || isBulk(only.words)) return;
  const hasChanged = served.some(
    ({ pid, method, status }) => pid === only.pid && method !== 'GET' && status < 300,
  );
  if (afterwards === 'undo' && hasChanged) ran.push(...(await stage.run([undoing()], 'undo')));
}

/** Returns the line that undoes a run, or the last change. */
function undoing(run?: string): Line {
  return {
    command: run === undefined ? 'undo' : 'runs undo',
    words: [
      ...(run === undefined ? ['undo'] : ['runs', 'undo', run]),
      ...['--max-removals', '100', '--allow-ownerless', ...allowOpening],
      ...['--allow-delete', 'sites,collections', '--yes'],
    ],
  };
}
