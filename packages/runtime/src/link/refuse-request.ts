import type { RelayedRequest, SentRequest, ToolyardError } from '@toolyard/core';

/** Answers a request that is not sent with the reason, in a later turn as an answer would; not where it is cancelled before. */
export function refuseRequest(request: RelayedRequest, reason: ToolyardError): SentRequest {
  let isCancelled = false;
  void Promise.resolve().then(() => (isCancelled ? undefined : request.onAnswer(reason)));
  return { cancel: () => void (isCancelled = true) };
}
