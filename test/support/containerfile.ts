import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registrySettings } from './registry.ts';
/** One image of a Containerfile, from its FROM on. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly { readonly word: string; readonly text: string }[];
}

/** What the steps have made: a folder as the root of a file system, and how a process begins in it. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volume: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** Whether this system can run steps without a container engine: root may mount, and Node.js is in /usr. */
export const runsSteps =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  process.execPath.startsWith('/usr/') &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Reads a Containerfile with an instruction on each line. */
export function readStages(path: string): Stage[] {
  const parts = readFileSync(path, 'utf8')
    .split(/^(?=FROM )/m)
    .slice(1);
  return parts.map((part) => {
    const [from = '', ...lines] = part.split('\n').filter((line) => /^[A-Z]/.test(line));
    const [, base = '', , name] = from.split(' ');
    const steps = lines.map((line) => {
      const [word = ''] = line.split(' ', 1);
      return { word, text: line.slice(word.length + 1) };
    });
    return { base, name, steps };
  });
}

/** Runs the steps with the programs of this system in place of the base image. `context` is what COPY sees. */
export function build(stages: readonly Stage[], context: string): Image {
  const images = new Map<string | undefined, Image>();
  let image: Image | undefined;
  for (const stage of stages) {
    image = emptyImage();
    for (const { word, text } of stage.steps) image = step(image, word, text, { images, context });
    images.set(stage.name, image);
  }
  if (image === undefined) throw new Error('there is no stage');
  for (const { root } of images.values()) if (root !== image.root) rmSync(root, { recursive: true });
  return image;
}

function emptyImage(): Image {
  const root = mkdtempSync(join(tmpdir(), 'docs-admin-image-'));
  chmodSync(root, 0o755);
  for (const folder of ['usr', 'etc/ssl', 'proc', 'dev', 'tmp', 'home/node', 'npm'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder));
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  for (const file of ['etc/resolv.conf', 'etc/hosts'])
    writeFileSync(join(root, file), readFileSync(`/${file}`));
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/root' };
  return { root, env, user: '0:0', volume: '', entrypoint: [], command: [] };
}

interface Surroundings {
  readonly images: ReadonlyMap<string | undefined, Image>;
  readonly context: string;
}

function step(image: Image, word: string, text: string, { images, context }: Surroundings): Image {
  switch (word) {
    case 'RUN':
      enter(image, ['sh', '-ec', text], { ...registrySettings(), npm_config_cache: '/npm' });
      return image;
    case 'COPY':
      copy(image.root, text, (name) => (name ? String(images.get(name)?.root) : context));
      return image;
    case 'ENV': {
      const added = text.split(' ').map((pair) => pair.split(/=(.*)/s) as [string, string]);
      const expanded = added.map(([name, value]) => [name, value.replace('$PATH', String(image.env.PATH))]);
      return { ...image, env: { ...image.env, ...Object.fromEntries(expanded) } };
    }
    case 'USER':
      return { ...image, user: text };
    case 'VOLUME':
      return { ...image, volume: text };
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(text) };
    case 'CMD':
      return { ...image, command: JSON.parse(text) };
    default:
      throw new Error(`this test does not know the instruction ${word}`);
  }
}

function copy(root: string, text: string, folderOf: (name: string | undefined) => string): void {
  const words = text.split(' ');
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
  const script = `
    cd "$1"
    case "$3" in */) mkdir -p "$3" ;; esac
    for path in ./$2; do
      if [ -d "$path" ]; then mkdir -p "$3" && cp -a "$path/." "$3"; else cp "$path" "$3"; fi
    done
    if [ -n "$4" ]; then chown -R "$4" "$3"; fi`;
  const target = join(root, to) + (to.endsWith('/') ? '/' : '');
  execFileSync('sh', ['-ec', script, 'sh', folderOf(flag('from')), from, target, flag('chown') ?? '']);
}

/** Runs the image, with a file system that is read-only but for its volume. */
export function runImage(image: Image, args: readonly string[] = image.command) {
  const words = [...image.entrypoint, ...args];
  return enter(image, words, { HOME: '/home/node' }, { isReadOnly: true });
}

function enter(
  { root, env, user, volume }: Image,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  { isReadOnly = false } = {},
) {
  const script = `
    root=$1 user=$2 cache=$3 volume=$4
    shift 4
    mount --bind "$root" "$root"
    mount --bind /usr "$root/usr" && mount -o remount,bind,ro "$root/usr"
    mount --bind /etc/ssl "$root/etc/ssl"
    mount --rbind /dev "$root/dev"
    mount --bind /proc "$root/proc"
    if [ -n "$volume" ]; then
      mount --bind "$root$volume" "$root$volume"
      mount -o remount,bind,ro "$root"
    else
      mount --bind "$cache" "$root/npm"
    fi
    exec chroot --userspec="$user" --groups= "$root" env -i "$@"`;
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const pairs = Object.entries({ ...env, ...more }).map(([name, value]) => `${name}=${value}`);
  const places = ['sh', root, user, cache, isReadOnly ? volume : ''];
  const child = spawnSync('unshare', ['--mount', 'sh', '-ec', script, ...places, ...pairs, ...words], {
    encoding: 'utf8',
  });
  if (!isReadOnly && child.status !== 0) throw new Error(`${words.join(' ')}:\n${child.stderr}`);
  return { code: child.status, stdout: child.stdout, stderr: child.stderr };
}
