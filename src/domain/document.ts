/** A document of the service, with the nodes that Markdown can express. */
export type TextDocument = {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number };
  readonly nodes: Block[];
};

type Block = {
  readonly object: 'block';
  readonly type: string;
  readonly nodes: (Block | Text)[];
};

interface Text {
  readonly object: 'text';
  readonly leaves: { object: 'leaf'; text: string; marks: [] }[];
}

interface OpenList {
  readonly indent: number;
  readonly list: Block;
}

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
const listItem = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/;
const deepestHeading = 3;

/**
 * Makes a document with the paragraphs, headings and lists of a Markdown text. Marks within a line are kept as text,
 * because the translator reads them as well.
 */
export function parsedMarkdown(markdown: string): TextDocument {
  const document = block('document');
  const lists: OpenList[] = [];
  let open: Text | undefined;

  /** Returns the parent of a paragraph or a deeper list: the last item of the innermost list, else the document. */
  const innermost = () => (lists.at(-1)?.list.nodes.at(-1) ?? document) as Block;

  function addItem(indent: number, type: string, content: Text): void {
    while (lists.some((one) => one.indent > indent)) lists.pop();
    const top = lists.at(-1);
    if (top?.indent === indent && top.list.type !== type) lists.pop();
    if (lists.at(-1)?.indent !== indent) {
      const list = block(type);
      innermost().nodes.push(list);
      lists.push({ indent, list });
    }
    lists.at(-1)?.list.nodes.push(block('list-item', block('paragraph', content)));
  }

  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const [, level = '', title] = heading.exec(line) ?? [];
    const [, blanks = '', number, first] = listItem.exec(line) ?? [];
    if (line.trim() === '') open = undefined;
    else if (title !== undefined) {
      lists.length = 0;
      open = undefined;
      document.nodes.push(block(`heading-${Math.min(level.length, deepestHeading)}`, text(title)));
    } else if (first !== undefined) {
      open = text(first.trim());
      addItem(blanks.length, number === undefined ? 'list-unordered' : 'list-ordered', open);
    } else if (open) for (const leaf of open.leaves) leaf.text += ` ${line.trim()}`;
    else {
      if (!/^[ \t]/.test(line)) lists.length = 0;
      open = text(line.trim());
      innermost().nodes.push(block('paragraph', open));
    }
  }
  return { object: 'document', data: { schemaVersion: 8 }, nodes: document.nodes as Block[] };
}

function block(type: string, ...nodes: (Block | Text)[]): Block {
  return { object: 'block', type, nodes };
}

function text(content: string): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text: content, marks: [] }] };
}
