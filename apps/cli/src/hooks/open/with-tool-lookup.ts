import type { Yard } from '@toolyard/core';
import { joinRunningYard, locateYard } from '@toolyard/host';
import { createToolLookup, type ToolLookup } from '@toolyard/host/hooks';
import type { CommandHooks } from './open-command-hooks.ts';

/** Does something with what is known of the tools of servers; joins a yard that runs, and starts none. */
export async function withToolLookup<Result>(
  { host, surroundings, named, shown }: CommandHooks,
  use: (lookup: ToolLookup, yard: Yard | undefined) => Promise<Result>,
): Promise<Result> {
  const place = await locateYard(surroundings, named);
  const yard = await joinRunningYard(place, shown, host);
  try {
    return await use(await createToolLookup(host, place, yard), yard);
  } finally {
    await yard?.stop();
  }
}
