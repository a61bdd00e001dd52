import type { ServerStatus } from '@toolyard/core';

/** What went wrong with a server, as one sentence; `undefined` where nothing did. */
export function describeFailure(status: ServerStatus): string | undefined {
  const { key, state, reason, phase } = status;
  const name = `Server "${key}"`;
  if (state === 'disabled') return `Server ${key} is disabled`;
  if (reason === undefined || state === 'running' || state === 'starting') return undefined;
  const prefix = `${name} `;
  // What comes from the link already says which server it is about.
  const cause = reason.startsWith(prefix) ? reason.slice(prefix.length) : reason;
  return phase === 'runtime' ? `${name} ${cause}` : `${name} did not start: ${cause}`;
}
