import { execFileSync, spawnSync } from 'node:child_process';

/** Returns the result of the first call again: npm takes longer to start than a test that uses it. */
function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}

/** What a program needs to reach the registry of packages as this system does: proxies, and certificates. */
export const registrySettings = once((): Record<string, string> => {
  const inherited = Object.entries(process.env).filter(([name]) =>
    /proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
  );
  const read = (key: string) => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim();
  const cafile = read('cafile');
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    ...(cafile !== 'null' && cafile !== '' && { npm_config_cafile: cafile }),
    npm_config_registry: read('registry'),
    npm_config_prefer_offline: 'true',
  };
});

/** Returns whether the registry answers, for tests that install packages from it; says so if it does not. */
export const reachesRegistry = once((): boolean => {
  const { PATH = '', HOME = '' } = process.env;
  const words = ['view', 'libsql', 'version', '--fetch-retries=0', '--fetch-timeout=20000'];
  const { status } = spawnSync('npm', words, { env: { PATH, HOME, ...registrySettings() }, stdio: 'ignore' });
  if (status !== 0) console.warn('no registry of packages can be reached: tests that install are left out');
  return status === 0;
});
