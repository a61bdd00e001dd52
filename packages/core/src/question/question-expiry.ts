import { ToolyardError } from '../error/toolyard-error.ts';

/** How long whoever is asked may take for an answer, in milliseconds. */
export const QUESTION_EXPIRES_MS = 600_000;

/** What ends a request whose question nobody answered in time. */
export function toExpired(server: string): ToolyardError {
  const message = `Server "${server}" asked a question that was not answered within 10 minutes, so the request was cancelled. Send it again to be asked again.`;
  return new ToolyardError('call-timeout', message);
}
