import { collected } from '../text/collected.ts';
import { exactText, visible, withArrow } from '../text/printable.ts';
import type { AbsentFields } from './absent-fields.ts';
import { loadColors } from './color.ts';
import { rowsOf } from './columns.ts';
import { csvFormatter, tsvFormatter } from './delimited.ts';
import type { Formatter, LoadFormatter } from './format.ts';
import { idFormatter } from './id.ts';
import { jsonFormatter, jsonLinesFormatter } from './json.ts';
import { fitted } from './message.ts';
import { outcomeView } from './outcome.ts';
import { type Format, hasCells, isFlat, isTable, type Output, type OutputOptions } from './output.ts';
import type { Query } from './query.ts';
import type { View } from './view.ts';

type Pages = Parameters<Output['list']>[0];

async function loadTable(options: OutputOptions): Promise<Formatter> {
  return (await import('./table.ts')).tableFormatter(options);
}

/** Formats that need a library load it when they are used. */
const formatters: Readonly<Record<Format, LoadFormatter>> = {
  table: loadTable,
  wide: loadTable,
  json: jsonFormatter,
  jsonl: jsonLinesFormatter,
  csv: csvFormatter,
  tsv: tsvFormatter,
  yaml: async (options) => (await import('./yaml.ts')).yamlFormatter(options),
  id: idFormatter,
};

/**
 * Returns the output of one command. Text of the service is made safe for the sinks as `text/printable.ts` says, except
 * by `raw`. `-o id` throws `NoIdentifier` for an object without one, `--fields` throws `NoSuchField` for a field that
 * no item has.
 */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, format, quiet, query, fieldFacts } = options;
  const formatter = () => formatters[format](options);
  const shownFields = format === 'id' ? [] : (options.fields ?? []);
  const showsOutcomes = query !== undefined || !hasCells(format);
  const tick = stderr.isTerminal && options.unicode && !options.plain ? '✓ ' : '';
  const colors = () => loadColors(options.messageColor);

  const shown = (text: string) => visible(withArrow(text, options));

  async function tell(message: string, paint = (text: string) => text): Promise<void> {
    if (!quiet) await stderr.write(`${paint(await fitted(shown(message), stderr.columns))}\n`);
  }

  async function* nested(pages: Pages, id: string, nests: NonNullable<View['nests']>) {
    const { asTree, branchesFor } = await import('./tree.ts');
    yield asTree(await collected(pages), id, nests, branchesFor(options));
  }

  async function absentIn(view: View): Promise<AbsentFields> {
    if (shownFields.length === 0) return noneAbsent;
    return (await import('./absent-fields.ts')).watchForAbsent(shownFields, view, fieldFacts);
  }

  async function warnOf(absent: AbsentFields): Promise<void> {
    for (const warning of absent.warnings()) await output.warn(warning);
  }

  /** Where nothing says which columns there are, they are those of the answer, as for the result of a query. */
  function queryFor({ columns }: View, needsColumns: (format: Format) => boolean): Query | undefined {
    const lacks = columns.length === 0 && options.fields === undefined && needsColumns(format);
    return query ?? (lacks ? async (answer) => answer : undefined);
  }

  async function printQueried(value: unknown, view: View, queried: Query): Promise<void> {
    const { queryHint, queryResult } = await import('./query-result.ts');
    const result = await queried(value);
    const absent = await absentIn(view);
    const text = await queryResult(result, view, options, formatters[format], absent);
    if (text !== '') await stdout.write(text);
    await warnOf(absent);
    const hint = result === null ? await queryHint(value, queried, options.queryText) : undefined;
    if (hint !== undefined) await output.note(hint);
  }

  const output: Output = {
    drawsTrees: isTable(format) && stdout.isTerminal && options.fields === undefined,

    saysChanges: options.brief === true && !quiet,

    async item(value, view, done) {
      if (done !== undefined && options.brief) return await output.done(tick + done);
      const queried = queryFor(view, isFlat);
      if (queried) await printQueried(value, view, queried);
      else {
        const absent = await absentIn(view);
        absent.see([value]);
        absent.refuse();
        await stdout.write(await (await formatter()).item(value, view));
        await warnOf(absent);
      }
      // The other formats are for programs, which get the object itself.
      if (done !== undefined && isTable(format)) await output.done(done);
    },

    async list(pages, view) {
      const { within, ...own } = view;
      if (within && (query || (format === 'yaml' && !options.fields)))
        return output.item({ ...within.beside, [within.field]: await collected(pages) }, own);
      const queried = queryFor(view, hasCells);
      if (queried) return await printQueried(await collected(pages), view, queried);
      const list = (await formatter()).list(view);
      const absent = await absentIn(view);
      let count = 0;
      let held: (readonly unknown[])[] = [];
      let freedAt = 0;
      let freePages: (() => void) | undefined;
      const nests = output.drawsTrees && !options.plain ? view.nests : undefined;
      const print = async (items: readonly unknown[]) => {
        if (items.length === 0) return;
        count += rowsOf(items, view).length;
        absent.see(items);
        held.push(items);
        // A later page may still have an unknown field. Nothing is printed until then.
        if (absent.isRefused()) return;
        for (const page of held)
          for (const part of format === 'json' ? parted(page) : [page]) await stdout.write(list.page(part));
        held = [];
        if (count > itemsToFree) freePages ??= await options.pageFreer?.();
      };
      const free = () => {
        if (count < freedAt + itemsToFree) return;
        freedAt = count;
        freePages?.();
      };
      await eachPage(nests ? nested(pages, view.id, nests) : pages, print, free);
      absent.refuse();
      const end = list.end();
      if (end !== '') await stdout.write(end);
      await warnOf(absent);
      if (!isTable(format)) return;
      const summary = count === 0 ? 'no items' : options.summary?.(count);
      if (summary !== undefined) await output.note(summary);
    },

    async joined(pages, view) {
      const { rowsOfJoined, textOfJoined } = await import('./joined.ts');
      const text = textOfJoined(pages, view, await formatter(), options);
      if (!text) return output.list(rowsOfJoined(pages), view);
      for await (const piece of text) if (piece !== '') await stdout.write(piece);
    },

    showsOutcomes,

    async outcome(how, what, message) {
      if (!showsOutcomes) return output.done(tick + message);
      await output.item({ [how]: what }, outcomeView(how));
    },

    done: async (message) => tell(message, (await colors()).green),
    async note(message, tone) {
      if (!tone) return tell(message);
      const { green, red, yellow } = await colors();
      const paint = { good: green, bad: red, attention: yellow };
      await tell(message, paint[tone]);
    },
    async warn(message) {
      const { yellow } = await colors();
      await tell(`warning: ${message}`, (text) => text.replace(/^warning:/, yellow));
    },
    async plan(print) {
      const { planPager } = options;
      if (!planPager || quiet) return print(output, false);
      const { printPlan } = await import('./paged-plan.ts');
      return printPlan(print, planPager, stderr.write, (write) =>
        createOutput({ ...options, stderr: { ...stderr, write }, planPager: undefined }),
      );
    },
    async together(print) {
      if (!stdout.isTerminal) return print(output);
      let text = '';
      const write = async (more: string) => {
        text += more;
      };
      try {
        await print(createOutput({ ...options, stdout: { ...stdout, write } }));
      } finally {
        if (text !== '') await stdout.write(text);
      }
    },
    async lines(lines) {
      const { bold, green, red, yellow } = await loadColors(options.color);
      const paint = { good: green, bad: red, attention: yellow, heading: bold };
      const texts = lines.map(({ text, tone }) => (tone ? paint[tone](shown(text)) : shown(text)));
      await stdout.write(`${texts.join('\n')}\n`);
    },
    async raw(text) {
      for (const part of typeof text === 'string' ? [text] : inLines(text))
        await stdout.write(exactText(part.endsWith('\n') ? part : `${part}\n`, stdout.isTerminal));
    },
  };
  return output;
}

/** So many characters of a long text are printed at once. */
const printedLength = 65_536;

/** Yields a text in longer pieces, which end where a line ends. */
function* inLines(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < printedLength || !text.endsWith('\n')) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** The memory of so many printed items, a full page, is freed at once. A list of one page needs no such help. */
const itemsToFree = 1000;

/**
 * Calls `use` with each page, and `meanwhile` while the next one is awaited. Then nothing holds the page before: the
 * variable of a `for await` loop would.
 */
async function eachPage(
  pages: Pages,
  use: (page: readonly unknown[]) => Promise<void>,
  meanwhile: () => void,
): Promise<void> {
  const iterator = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
  async function step(): Promise<boolean> {
    const coming = iterator.next();
    meanwhile();
    const { done, value } = await coming;
    if (!done) await use(value);
    return !done;
  }
  try {
    while (await step());
  } finally {
    await iterator.return?.();
  }
}

/** Items whose JSON is made at once. It is indented and copied several times: for whole pages, that fills the heap. */
const itemsOfPart = 500;

function* parted(page: readonly unknown[]): Generator<readonly unknown[]> {
  for (let at = 0; at < page.length; at += itemsOfPart) yield page.slice(at, at + itemsOfPart);
}

const noneAbsent: AbsentFields = { see() {}, isRefused: () => false, refuse() {}, warnings: () => [] };
