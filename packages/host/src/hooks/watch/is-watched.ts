import { ToolyardError } from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { locateEngine } from '../engine/engine-place.ts';

/** Whether some process notices events of a workspace and runs its hooks now; starts nothing. */
export async function isWatched(surroundings: Surroundings, workspace: string): Promise<boolean> {
  const { watch } = await locateEngine(surroundings, workspace);
  try {
    const link = await joinYard(watch);
    await link?.close();
    return link !== undefined;
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    // Somebody is there and very busy; in a place that is not the user's own nobody of theirs can be.
    return error.code === 'socket-unavailable';
  }
}
