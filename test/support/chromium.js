import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The browser of the machine: `CHROMIUM` names one, else Debian's. */
const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium'].find((path) => existsSync(path));

export const hasChromium = executablePath !== undefined;

/** Starts the browser. Tests may run as root, where it has no sandbox. */
export function openBrowser() {
  return chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] });
}
