import { spawn } from 'node:child_process';
import { envWithoutSecrets } from './child-env.ts';

/** Opens a page in the user's browser. Resolves with `false` if no program can open it. */
export async function openPage(
  url: string,
  { env, platform }: Pick<NodeJS.Process, 'env' | 'platform'>,
): Promise<boolean> {
  const [command, ...args] = openerFor(env, platform);
  if (command === undefined) return false;
  const child = spawn(command, [...args, url], {
    stdio: 'ignore',
    detached: true,
    env: envWithoutSecrets(env),
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Returns the program that opens pages, with its arguments; empty if no browser could be shown. */
function openerFor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open'];
  // `start` of cmd would end the command at a & in the address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER ? ['xdg-open'] : [];
}
