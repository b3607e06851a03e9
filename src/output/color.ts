export interface Colors {
  readonly bold: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const same = (text: string) => text;
const none: Colors = { bold: same, green: same, red: same, yellow: same };

/** Colours, or texts left as they are. chalk is loaded only where there is something to colour. */
export async function loadColors(color: boolean): Promise<Colors> {
  if (!color) return none;
  const { Chalk } = await import('chalk');
  // Whether to colour has been decided by the caller; chalk's own detection would decide again.
  const chalk = new Chalk({ level: 1 });
  // chalk's functions join all that they are given, which callbacks cannot know.
  return {
    bold: (text) => chalk.bold(text),
    green: (text) => chalk.green(text),
    red: (text) => chalk.red(text),
    yellow: (text) => chalk.yellow(text),
  };
}
