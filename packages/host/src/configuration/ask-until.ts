import { orAborted, ToolyardError } from '@toolyard/core';

/** What a person answers; throws `interrupted` where `signal` is aborted first, also where the host does not take its question back. */
export async function askUntil<Answer>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (signal.aborted) throw toTakenBack();
  return orAborted(ask(signal), signal, toTakenBack);
}

function toTakenBack(): ToolyardError {
  return new ToolyardError('interrupted', 'Stopped before there was an answer.');
}
