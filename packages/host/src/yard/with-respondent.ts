import type { CallRespondent, ToolCaller } from '@toolyard/core';

/** The same caller, but what servers ask in a call that brings nobody to answer goes to the host's respondent. */
export function withRespondent(caller: ToolCaller, respondent: CallRespondent | undefined): ToolCaller {
  if (respondent === undefined) return caller;
  return { call: (request, signal) => caller.call({ respondent, ...request }, signal) };
}
