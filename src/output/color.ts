export interface Colors {
  readonly bold: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const same = (text: string) => text;
const none: Colors = { bold: same, green: same, red: same, yellow: same };

/** Returns functions that colour texts, or return them unchanged. chalk is loaded only if it is needed. */
export async function loadColors(color: boolean): Promise<Colors> {
  if (!color) return none;
  const { Chalk } = await import('chalk');
  // The caller has decided about colour; chalk's own detection would decide again.
  const chalk = new Chalk({ level: 1 });
  // chalk's functions join all their arguments, and callbacks may get more than one.
  return {
    bold: (text) => chalk.bold(text),
    green: (text) => chalk.green(text),
    red: (text) => chalk.red(text),
    yellow: (text) => chalk.yellow(text),
  };
}
