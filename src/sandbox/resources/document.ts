import type { Store } from '../store/store.ts';

export function textAs(
  format: string,
  markdown: string,
): { document: ReturnType<typeof toDocument> } | { markdown: string } {
  return format === 'document' ? { document: toDocument(markdown) } : { markdown };
}

/** Turns Markdown into a document: headings and paragraphs, with the marks inside them unchanged. */
export function toDocument(markdown: string) {
  const blocks = markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return { object: 'document', data: { schemaVersion: 1 }, nodes: blocks.map(toBlock) };
}

function toBlock(text: string) {
  const [, marks, title] = /^(#{1,6}) (.*)$/.exec(text) ?? [];
  const leaf = { object: 'leaf', text: title ?? text, marks: [] };
  return {
    object: 'block',
    type: marks === undefined ? 'paragraph' : `heading-${marks.length}`,
    nodes: [{ object: 'text', leaves: [leaf] }],
  };
}

const inclusion = /\{% include "([^"]+)" %\}/g;

/** Replaces the includes in a Markdown text by the reusable contents; unknown ones stay. */
export function computed(store: Store, revision: string, markdown: string): string {
  return markdown.replace(inclusion, (marker, id: string) => {
    const found = store.get<{ markdown: string }>(
      'SELECT markdown FROM reusable_contents WHERE revision = ? AND id = ?',
      revision,
      id,
    );
    return found?.markdown.trimEnd() ?? marker;
  });
}
