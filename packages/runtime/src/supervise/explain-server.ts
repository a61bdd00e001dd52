import type { FailurePhase, ServerStatus } from '@toolyard/core';

const FAILED: Readonly<Record<FailurePhase, string>> = {
  startup: 'did not start',
  initialization: 'started but did not become ready',
  runtime: 'stopped working',
};

/** Why a server takes no requests now, and what happens next or what to do; `now` is in milliseconds since 1970. */
export function explainServer(status: ServerStatus, now: number): string {
  const { key, state, code, nextTryAt, retries = 0 } = status;
  const what = `Server "${key}" ${describeState(status)}`;
  switch (state) {
    case 'disabled':
      return `Server ${key} is disabled. Run "toolyard enable ${key}" to use it.`;
    case 'retrying':
      return nextTryAt === undefined
        ? `${what}.`
        : `${what}. Retrying in ${toSeconds(Date.parse(nextTryAt) - now)} (retry ${retries}).`;
    case 'auto-disabled':
      return `${what}. ${describeGivingUp(retries)} Fix it, then run "toolyard enable ${key}".`;
    case 'failed':
      return code === 'missing_env_var'
        ? `${what}. Set what is missing in the environment, then restart Toolyard.`
        : `${what}. Fix its configuration, then run "toolyard enable ${key}".`;
    case 'needs-login':
      return `${what}. Put its token into "headers", then run "toolyard enable ${key}".`;
    case 'stopped':
      return `Server "${key}" was stopped, because Toolyard is stopping.`;
    default:
      return `Server "${key}" is ${state}. Try again when it runs.`;
  }
}

function describeState({ state, phase = 'runtime', reason }: ServerStatus): string {
  return reason === undefined ? `is ${state}` : `${FAILED[phase]}: ${reason.replace(/\.$/, '')}`;
}

function describeGivingUp(retries: number): string {
  return retries === 0
    ? 'Toolyard gave up.'
    : `Toolyard gave up after ${retries} ${retries === 1 ? 'retry' : 'retries'}.`;
}

function toSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`;
}
