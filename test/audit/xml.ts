/** An element of XML. */
export interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Parses XML without comments, CDATA and namespaces. Throws for everything that is not well-formed. */
export function parseXml(xml: string): Element {
  const [, body = ''] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n(.*)$/s.exec(xml) ?? [];
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|([^<>]+)/gy;
  for (let at = 0; at < body.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [found, end, name = '', attributes = '', empty, text] = token.exec(body) ?? [];
    if (found === undefined) throw new Error(`not well-formed at ${body.slice(at, at + 80)}`);
    const top = open.at(-1) as Element;
    if (text !== undefined) top.text += decoded(text);
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends nothing`);
    } else {
      const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)];
      if (new Set(pairs.map(([, key]) => key)).size < pairs.length) throw new Error('an attribute twice');
      const values = pairs.map(([, key = '', value = '']) => [key, decoded(value)]);
      const element = { name, attributes: Object.fromEntries(values), children: [], text: '' };
      top.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1 || root.children.length !== 1 || root.text.trim() !== '')
    throw new Error('not one element');
  return root.children[0] as Element;
}

function decoded(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = whole.endsWith(';') ? entities[name] : undefined;
    if (character === undefined) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}
