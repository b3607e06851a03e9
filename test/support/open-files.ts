import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const descriptors = '/proc/self/fd';

/** Returns the paths of the files in a folder that this process has open; none where the system does not tell. */
export function openFilesIn(folder: string): string[] {
  return linksIn(descriptors).filter((path) => path.startsWith(folder));
}

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => targetOf(join(folder, name)));
  } catch {
    return [];
  }
}

/** The descriptor with which the folder was read is closed already. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
