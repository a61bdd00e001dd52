import { userInfo } from 'node:os';
import { findHome, type Surroundings } from '@toolyard/host';

/** What is around this process; its variables where no others are given. */
export function createProcessSurroundings(env: Surroundings['env'] = process.env): Surroundings {
  return {
    env,
    cwd: process.cwd(),
    // A getter, since help needs none, and whoever needs one says it where there is none.
    get homeDir() {
      return findHome();
    },
    platform: process.platform,
    userId: process.getuid?.() ?? userInfo().username,
  };
}
