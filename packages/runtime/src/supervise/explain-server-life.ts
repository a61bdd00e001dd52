import type { FailurePhase } from '@toolyard/core';
import type { ServerLife } from './server-life.ts';

const FAILED: Readonly<Record<FailurePhase, string>> = {
  startup: 'did not start',
  initialization: 'started but did not become ready',
  runtime: 'stopped working',
};

/** Why a server takes no requests now, and what happens next or what to do. */
export function explainServerLife(key: string, life: ServerLife, now: number): string {
  const what = `Server "${key}" ${life.failure === undefined ? `is ${life.state}` : describeFailure(life)}`;
  switch (life.state) {
    case 'disabled':
      return `Server ${key} is disabled. Run "toolyard enable ${key}" to use it.`;
    case 'retrying':
      return `${what}. It is tried again in ${toSeconds((life.nextTryAt ?? now) - now)} (retry ${life.retries}).`;
    case 'auto-disabled':
      return `${what}. ${afterRetries(life)} is not tried any more. Mend it, then run "toolyard enable ${key}".`;
    case 'failed':
      return `${what}. Mend its configuration, then run "toolyard enable ${key}".`;
    case 'needs-login':
      return `${what}. Put its token into "headers", then run "toolyard enable ${key}".`;
    case 'stopped':
      return `Server "${key}" was stopped, since Toolyard is ending.`;
    default:
      return `Server "${key}" is ${life.state}. Try again when it runs.`;
  }
}

function describeFailure({ failure }: ServerLife): string {
  if (failure === undefined) return '';
  return `${FAILED[failure.phase]}: ${failure.reason.replace(/\.$/, '')}`;
}

function afterRetries({ retries }: ServerLife): string {
  return retries === 0 ? 'It' : `After ${retries} ${retries === 1 ? 'retry' : 'retries'} it`;
}

function toSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`;
}
