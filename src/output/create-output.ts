import { watchForAbsent } from './absent-fields.ts';
import { loadColors } from './color.ts';
import { csvFormatter } from './csv.ts';
import type { Formatter } from './format.ts';
import { idFormatter } from './id.ts';
import { jsonFormatter, jsonLinesFormatter } from './json.ts';
import type { Format, Output, OutputOptions } from './output.ts';
import type { Query } from './query.ts';
import { visible } from './text.ts';
import { tsvFormatter } from './tsv.ts';
import type { View } from './view.ts';

type LoadFormatter = (options: OutputOptions) => Formatter | Promise<Formatter>;

/** The formats that need a library load it only when they are used. */
const formatters: Readonly<Record<Format, LoadFormatter>> = {
  table: async (options) => (await import('./table.ts')).tableFormatter(options),
  json: jsonFormatter,
  jsonl: jsonLinesFormatter,
  csv: csvFormatter,
  tsv: tsvFormatter,
  yaml: async (options) => (await import('./yaml.ts')).yamlFormatter(options),
  id: idFormatter,
};

/**
 * The output of one command. Text of the service reaches the sinks as `text.ts` allows, except through `raw`. `-o id`
 * throws `NoIdentifier` for an object without one.
 */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, format, quiet, query } = options;
  const formatter = () => formatters[format](options);
  const shownFields = format === 'id' ? [] : (options.fields ?? []);
  const colors = () => loadColors(options.messageColor);

  async function tell(line: string): Promise<void> {
    if (!quiet) await stderr.write(`${line}\n`);
  }

  async function printQueried(value: unknown, view: View, queried: Query): Promise<void> {
    const { queryResult } = await import('./query-result.ts');
    const text = await queryResult(queried(value), view, options, await formatter());
    if (text !== '') await stdout.write(text);
  }

  const output: Output = {
    drawsTrees: format === 'table' && stdout.isTerminal && options.fields === undefined,

    async item(value, view, done) {
      if (query) await printQueried(value, view, query);
      else {
        await stdout.write(await (await formatter()).item(value, view));
        const absent = watchForAbsent(shownFields, view);
        absent.see([value]);
        for (const warning of absent.warnings()) await output.warn(warning);
      }
      // The other formats are for programs, which see what was done from the object.
      if (done !== undefined && format === 'table') await output.done(done);
    },

    async list(pages, view) {
      if (query) return await printQueried(await collected(pages), view, query);
      const list = (await formatter()).list(view);
      const absent = watchForAbsent(shownFields, view);
      let empty = true;
      for await (const items of pages) {
        if (items.length === 0) continue;
        empty = false;
        absent.see(items);
        await stdout.write(list.page(items));
      }
      const end = list.end();
      if (end !== '') await stdout.write(end);
      for (const warning of absent.warnings()) await output.warn(warning);
      if (empty && format === 'table') await output.note('no items');
    },

    done: async (message) => tell((await colors()).green(visible(message))),
    note: (message) => tell(visible(message)),
    warn: async (message) => tell(`${(await colors()).yellow('warning:')} ${visible(message)}`),
    raw: (text) => stdout.write(text.endsWith('\n') ? text : `${text}\n`),
  };
  return output;
}

async function collected(pages: Parameters<Output['list']>[0]): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}
