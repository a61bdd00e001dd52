import {
  createErrorResponse,
  explainSeveral,
  findMissingCapability,
  type AskedQuestion,
  type Question,
} from '@toolyard/core';
import type { Session } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';

/** Where a question came from that belongs to no request. */
export interface UnrelatedQuestion {
  readonly server: string;
  readonly question: Question;
  /** Whose own link it came on. */
  readonly session: string | undefined;
}

const NOT_ASKED: AskedQuestion = { cancel: () => undefined };

/**
 * Puts a question that belongs to no request to the only client it can be for; `undefined` where there is none.
 *
 * Roots are for the only client that has them. What else a server asks may be about what one of several clients did,
 * so it is asked only where there is just one, and never in a stateless request: whoever is there now with one may be
 * another client than the one it is about.
 */
export function putUnrelated(
  { server, question, session }: UnrelatedQuestion,
  sessions: readonly Session[],
): AskedQuestion | undefined {
  const near = session === undefined ? sessions : sessions.filter((one) => one.respondent.session === session);
  const isForRoots = question.frame.method === 'roots/list';
  const able = near.filter((one) => findMissingCapability(one.respondent, question.frame) === undefined);
  const [only] = isForRoots ? able : able.filter((one) => !one.isStateless);
  if (only === undefined) return undefined;
  const rivals = isForRoots ? able : near;
  if (rivals.length === 1) return only.put(question, server);
  const message = explainSeveral(server);
  void question.onAnswer(createErrorResponse(0, { code: ERROR_CODES.internal, message }));
  return NOT_ASKED;
}
