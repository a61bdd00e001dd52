import { createErrorResponse, type Frame } from '@toolyard/core';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import type { StatelessLink } from './stateless-link.ts';

/** Tells a server that its question is not put to the client. */
export function refuseQuestion(link: StatelessLink, { id }: Frame, why: string): undefined {
  if (id === undefined) return;
  const refusal = createErrorResponse(id, { code: STATELESS_ERROR_CODES.methodNotFound, message: why });
  // Whoever asked is still sending the question, and expects no answer before that is done.
  queueMicrotask(() => link.push(refusal));
}
