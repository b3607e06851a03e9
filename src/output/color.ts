export interface Colors {
  readonly bold: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const plain: Colors = { bold: (text) => text, green: (text) => text, yellow: (text) => text };

/** Colours, or texts left as they are. chalk is loaded only where there is something to colour. */
export async function loadColors(color: boolean): Promise<Colors> {
  if (!color) return plain;
  const { Chalk } = await import('chalk');
  // Whether to colour has been decided by the caller; chalk's own detection would decide again.
  return new Chalk({ level: 1 });
}
