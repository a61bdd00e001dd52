import { join } from 'node:path';
import { systemClock } from '@toolyard/node';
import type { Host } from '../src/ports/host.ts';

/** A host that keeps everything it knows below a folder, and approves everything; `changes` win. */
export function createTestHost(folder: string, changes: Partial<Host> = {}): Host {
  const env = { PATH: process.env['PATH'], TOOLYARD_STATE_DIR: join(folder, 'state'), GIT_CONFIG_NOSYSTEM: '1' };
  return {
    surroundings: { env, cwd: folder, homeDir: folder, platform: process.platform, userId: process.getuid?.() ?? 0 },
    info: { name: 'a host', version: '1.0.0' },
    clock: systemClock,
    notify: () => undefined,
    approve: async () => true,
    ...changes,
  };
}
