import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TestRunner } from 'vitest';
import { linesRun } from './coverage.ts';

const src = pathToFileURL('src/').href;

/** What the runner keeps to itself. */
interface Worker {
  readonly workerState: {
    readonly evaluatedModules: { getModuleById(path: string): { meta?: { code?: string } } | undefined };
    /** How many characters stand before the code of a module, by path. */
    readonly moduleExecutionInfo: ReadonlyMap<string, { readonly startOffset: number }>;
  };
}

let measures = false;

/** Runs tests, and writes down at the end of the worker which lines of src have run in it, for `coverage-reporter.ts`. */
export default class CoverageRunner extends TestRunner {
  constructor(config: TestRunner['config']) {
    super(config);
    if (measures) return;
    measures = true;
    const session = startMeasuring();
    // Once for all files of the worker: V8 takes long to say what has run.
    this.onCleanupWorkerContext(() => this.writeDown(session));
  }

  private writeDown(session: Session): void {
    const { evaluatedModules, moduleExecutionInfo } = (this as unknown as Worker).workerState;
    const found: [string, [number, boolean][]][] = [];
    for (const { url, functions } of scriptsRun(session)) {
      if (!url.startsWith(src)) continue;
      const path = fileURLToPath(url);
      const code = evaluatedModules.getModuleById(path)?.meta?.code;
      const offset = moduleExecutionInfo.get(path)?.startOffset;
      if (code === undefined || offset === undefined) continue;
      found.push([relative('.', path), [...linesRun(functions, code, offset)]]);
    }
    writeFileSync(join(this.injectValue('coverage'), `${process.pid}.json`), JSON.stringify(found));
  }
}

function startMeasuring(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  return session;
}

/** Returns what has run since the start, at once: the session answers before `post` returns. */
function scriptsRun(session: Session): Profiler.ScriptCoverage[] {
  let scripts: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    scripts = result;
  });
  return scripts;
}
