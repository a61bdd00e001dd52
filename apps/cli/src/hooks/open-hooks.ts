import type { Host } from '../host/host.ts';
import { toMessageText } from '../terminal/text-width.ts';
import type { HooksOptions } from './locate-hooks.ts';
import { refuseFindings } from './read-hooks-file.ts';
import { readHooks, type ReadHooks } from './read-hooks.ts';

/** Reads the hooks that a command means, and tells of files that are not used; throws `config-invalid` with one line a problem. */
export async function openHooks(host: Host, options: HooksOptions): Promise<ReadHooks> {
  const read = await readHooks(host, options);
  warnPassedBy(read);
  refuseFindings(read.findings);
  return read;
}

/** Tells of files on the way to the workspace that are not used. */
export function warnPassedBy({ host, passedBy }: Pick<ReadHooks, 'host' | 'passedBy'>): void {
  for (const passed of passedBy) host.stderr.write(`warning: ${toMessageText(passed)}\n`);
}
