import type { Surroundings } from './surroundings.ts';

/** The same surroundings as seen from another folder. */
export function atFolder({ env, homeDir, platform, userId, isDesktop }: Surroundings, cwd: string): Surroundings {
  return { env, cwd, homeDir, platform, userId, ...(isDesktop !== undefined && { isDesktop }) };
}
