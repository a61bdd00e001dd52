import { CYCLE_MESSAGE, type LinkEnd, type ToolyardErrorCode } from '@toolyard/core';
import { describeLinkEnd } from './describe-link-end.ts';
import type { FailureKind, ReportedFailure } from './server-life.ts';

/** What the end of a link means for its server; `kind` is what is known otherwise. */
export function toFailure(end: LinkEnd, kind: FailureKind = 'outage'): ReportedFailure {
  const failure = { reason: describeLinkEnd(end), lastLines: end.lastLines ?? [] };
  switch (end.code) {
    case undefined:
      return { ...failure, kind: isCircle(end) ? 'configuration' : kind };
    case 'login-required':
      return { ...failure, kind: 'login' };
    default:
      return { ...failure, kind: toFailureKind(end.code), phase: 'startup' };
  }
}

/** Whether the server was a Toolyard on a configuration that led to it: it would go in circles each time. */
function isCircle({ lastLines = [] }: LinkEnd): boolean {
  return lastLines.some((line) => line.startsWith(CYCLE_MESSAGE));
}

/** What kind of failure an error is. */
export function toFailureKind(code: ToolyardErrorCode): FailureKind {
  switch (code) {
    case 'server-misconfigured':
    case 'not-available-yet':
      return 'configuration';
    case 'login-required':
      return 'login';
    default:
      return 'outage';
  }
}
