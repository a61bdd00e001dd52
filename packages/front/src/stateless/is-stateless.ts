import { STATELESS_REVISION, type Frame, type JsonRpcError } from '@toolyard/core';
import { claimedRevision } from './envelope.ts';
import { STATELESS_ERROR_CODES } from './error-codes.ts';

/** Opens a stream of what changes. */
export const LISTEN = 'subscriptions/listen';

const OWN_METHODS: readonly (string | undefined)[] = ['server/discover', LISTEN];

/** Whether a message is of the stateless revision, which it says itself. */
export function isStateless(frame: Frame): boolean {
  return claimedRevision(frame) !== undefined || OWN_METHODS.includes(frame.method);
}

/** Refuses a request that says it is of another revision. */
export function checkRevision(frame: Frame): JsonRpcError | undefined {
  const requested = claimedRevision(frame);
  if (requested === STATELESS_REVISION || typeof requested !== 'string') return undefined;
  const message = `Revision ${JSON.stringify(requested)} is not served without a session. Use ${STATELESS_REVISION}.`;
  return {
    code: STATELESS_ERROR_CODES.unsupportedVersion,
    message,
    data: { supported: [STATELESS_REVISION], requested },
  };
}
