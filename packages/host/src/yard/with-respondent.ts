import type { CallRespondent, ToolCaller, ToolId } from '@toolyard/core';

/** The same caller, but what servers ask in a call that brings nobody to answer goes to the host's respondent, which learns the tool too. */
export function withRespondent(caller: ToolCaller, respondent: CallRespondent | undefined): ToolCaller {
  if (respondent === undefined) return caller;
  return {
    call: (request, signal) => caller.call({ respondent: forCall(respondent, request.tool), ...request }, signal),
  };
}

function forCall(respondent: CallRespondent, tool: ToolId): CallRespondent {
  return {
    capabilities: respondent.capabilities,
    answer: (question, signal) => respondent.answer({ ...question, tool }, signal),
    onRefused: (question) => respondent.onRefused?.({ ...question, tool }),
  };
}
