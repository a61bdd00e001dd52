import { parseToolId, type Yard } from '@toolyard/core';
import type { HookYard } from '@toolyard/hooks';
import type { ForeignYard } from '../foreign/open-foreign-yard.ts';
import { createHookYard } from './create-hook-yard.ts';

/** The yard of the configuration together with the servers of other programs that run beside it; the configuration's keys come first. */
export function withForeignServers(own: HookYard, foreign: Pick<ForeignYard, 'yard'>): HookYard {
  let known: { readonly yard: Yard; readonly hookYard: HookYard } | undefined;

  /** There is none until the first one was approved. */
  function beside(): HookYard | undefined {
    const yard = foreign.yard();
    if (yard !== undefined && known?.yard !== yard) known = { yard, hookYard: createHookYard(yard) };
    return known?.hookYard;
  }

  const of = (key: string): HookYard => {
    const other = own.server(key) === undefined ? beside() : undefined;
    return other?.server(key) === undefined ? own : other;
  };
  const ofTool = (tool: string): HookYard => of(parseToolId(tool)?.server ?? '');
  return {
    caller: { call: (call, signal) => ofTool(call.tool).caller.call(call, signal) },
    server: (key) => of(key).server(key),
    tool: (server, name) => of(server).tool(server, name),
    settled: (key, signal) => of(key).settled(key, signal),
    revive: (key) => of(key).revive(key),
    noteRefusal: (call, why) => ofTool(call.tool).noteRefusal(call, why),
    onAttempt(run, listener) {
      const ends = [own, beside()].map((yard) => yard?.onAttempt(run, listener));
      return () => {
        for (const end of ends) end?.();
      };
    },
  };
}
