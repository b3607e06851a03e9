/**
 * Breaks the lines of a message between words for a terminal of `columns`. What is not for a terminal, without columns,
 * stays as it is.
 */
export async function fitted(message: string, columns: number | undefined): Promise<string> {
  // No character takes more than two columns.
  if (columns === undefined || 2 * message.length <= columns) return message;
  const { wrapMessage } = await import('./width.ts');
  return message
    .split('\n')
    .map((line) => wrapMessage(line, columns))
    .join('\n');
}
