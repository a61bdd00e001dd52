import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installOnDebian, toInstallCommand } from './install-on-debian.ts';
import type { StartedExternal } from './external-program.ts';

/** A program that only has to be there, such as a shell; its Debian package has its name. */
export async function findProgram(name: string): Promise<StartedExternal> {
  if (find(name) === undefined) installOnDebian(name);
  const where = find(name);
  return where === undefined ? { missing: `it is not installed. Run "${toInstallCommand(name)}".` } : { where };
}

function find(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
