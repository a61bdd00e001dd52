import type { FailurePhase, ServerStatus } from '@toolyard/core';

const BEGINNINGS: Readonly<Record<FailurePhase, string>> = {
  startup: 'did not start: ',
  initialization: 'started but did not become ready: ',
  runtime: '',
};

/** What went wrong with a server, as one sentence; `undefined` where nothing did. */
export function describeFailure({ key, state, reason, phase }: ServerStatus): string | undefined {
  if (state === 'disabled') return `Server ${key} is disabled. Run "toolyard enable ${key}" to use it.`;
  if (reason === undefined || state === 'running' || state === 'starting') return undefined;
  return `Server "${key}" ${BEGINNINGS[phase ?? 'runtime']}${reason}`;
}
