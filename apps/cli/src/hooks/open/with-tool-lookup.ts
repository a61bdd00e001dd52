import type { Yard } from '@toolyard/core';
import { joinRunningYard, locateYard } from '@toolyard/host';
import { createToolLookup, locateForeignState, type ToolLookup } from '@toolyard/host/hooks';
import type { CommandHooks } from './open-command-hooks.ts';

/** Does something with what is known of the tools of servers; joins a yard that runs, and starts none. */
export async function withToolLookup<Result>(
  opened: CommandHooks,
  use: (lookup: ToolLookup, yard: Yard | undefined) => Promise<Result>,
): Promise<Result> {
  const { host, surroundings, named, shown } = opened;
  const place = await locateYard(surroundings, named);
  const yard = await joinRunningYard(place, shown, host);
  try {
    const own = await createToolLookup(host, place, yard);
    // Servers of other programs run for hooks alone, so that only what is remembered of them can be known here.
    const foreign = await createToolLookup(host, locateForeignState(opened), undefined);
    const lookup: ToolLookup = {
      findSchema: (server, tool) => own.findSchema(server, tool) ?? foreign.findSchema(server, tool),
      listTools: (server) => own.listTools(server) ?? foreign.listTools(server),
    };
    return await use(lookup, yard);
  } finally {
    await yard?.stop();
  }
}
