import type { Formatter } from './format.ts';
import type { Format, JoinedPages, OutputOptions } from './output.ts';
import type { View } from './view.ts';

/** So many items are a page: the first page decides the widths of a table's columns. */
const pageSize = 200;

/** Yields the rows as items of a list. Rows before a failure are not lost. */
export async function* rowsOfJoined(pages: JoinedPages): AsyncGenerator<readonly object[]> {
  let page: object[] = [];
  try {
    for await (const joined of pages) {
      for (const { first, rest } of joined) for (const one of rest) page.push({ ...first, ...one });
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
  } catch (error) {
    if (page.length > 0) yield page;
    throw error;
  }
  if (page.length > 0) yield page;
}

/**
 * Yields the text that `formatter` makes of the rows, in pieces, without an object for each row. Returns `undefined` if
 * the format needs the rows.
 */
export function textOfJoined(
  pages: JoinedPages,
  view: View,
  formatter: Formatter,
  { format, fields, query }: Pick<OutputOptions, 'format' | 'fields' | 'query'>,
): AsyncGenerator<string> | undefined {
  const make = fields || query ? undefined : forms[format];
  return make && piecesOf(pages, (sample) => make(view, formatter, sample), formatter.list(view).end());
}

/** So many characters are written at once. */
const pieceLength = 65_536;

async function* piecesOf(
  pages: JoinedPages,
  formFor: (sample: object) => Form,
  empty: string,
): AsyncGenerator<string> {
  let form: Form | undefined;
  let text = '';
  try {
    for await (const joined of pages) {
      for (const { first, rest } of joined) {
        if (rest.length === 0) continue;
        const isFirst = !form;
        form ??= formFor(first);
        const beginning = form.first(first);
        text += (isFirst ? form.start : form.separator) + beginning;
        text += rest.map(form.rest).join(form.separator + beginning);
        if (text.length < pieceLength) continue;
        yield text;
        text = '';
      }
    }
  } catch (error) {
    if (text !== '') yield text;
    throw error;
  }
  yield form ? text + form.end : empty;
}

/** How a format writes rows: each as the text of its first part and that of its other part. */
interface Form {
  readonly start: string;
  readonly first: (part: object) => string;
  readonly rest: (part: object) => string;
  readonly separator: string;
  readonly end: string;
}

/** Makes the form of a view; `sample` is an example of a first part. */
type MakeForm = (view: View, formatter: Formatter, sample: object) => Form;

const forms: { readonly [Name in Format]?: MakeForm } = {
  csv: delimitedBy(','),
  tsv: delimitedBy('\t'),
  json(view, formatter) {
    const text = (part: object) => formatter.list(view).page([part]);
    return {
      start: '[',
      first: (part) => `${text(part).slice('['.length, -'\n  }'.length)},`,
      rest: keptFor((part) => text(part).slice('[\n  {'.length)),
      separator: ',',
      end: '\n]\n',
    };
  },
  jsonl(view, formatter) {
    const text = (part: object) => formatter.list(view).page([part]);
    return {
      start: '',
      first: (part) => `${text(part).slice(0, -'}\n'.length)},`,
      rest: keptFor((part) => text(part).slice('{'.length)),
      separator: '',
      end: '',
    };
  },
};

function delimitedBy(mark: string): MakeForm {
  return (view, formatter, sample) => {
    const isOfFirst = ({ field }: View['columns'][number]) =>
      Object.hasOwn(sample, field.split('.', 1)[0] as string);
    const cells = (columns: View['columns']) => {
      const list = formatter.list({ ...view, columns });
      list.end(); // The header is at the start of all rows.
      return (part: object) => list.page([part]);
    };
    const first = cells(view.columns.filter(isOfFirst));
    return {
      start: formatter.list(view).end(),
      first: (part) => first(part).slice(0, -'\n'.length) + mark,
      rest: keptFor(cells(view.columns.filter((column) => !isOfFirst(column)))),
      separator: '',
      end: '',
    };
  };
}

/** Makes a function that computes the text of an object only once. */
function keptFor(compute: (part: object) => string): (part: object) => string {
  const texts = new WeakMap<object, string>();
  return (part) => {
    const known = texts.get(part);
    if (known !== undefined) return known;
    const text = compute(part);
    texts.set(part, text);
    return text;
  };
}
