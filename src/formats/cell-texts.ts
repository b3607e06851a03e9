/** Returns the cells of one row of CSV as they are written, with quotes and blanks. */
export function cellTexts(text: string, separator: string): string[] {
  // A quote inside a quoted cell is written twice, so that every second quote ends the quotation.
  const [first = '', ...parts] = text.split(separator);
  const cells = [first];
  for (const part of parts) {
    const last = cells.at(-1) as string;
    const isOpen = last.split('"').length % 2 === 0;
    if (isOpen) cells[cells.length - 1] = last + separator + part;
    else cells.push(part);
  }
  return cells;
}
