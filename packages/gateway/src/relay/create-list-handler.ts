import type { CatalogueKind, Pressure } from '@toolyard/core';
import type { NamedRouting } from './route-named.ts';
import type { RequestHandler } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';
import { waitForLists } from './wait-for-unlisted-servers.ts';

/**
 * Answers list requests. The first list of a session waits for servers that are starting, later ones never:
 * what is not known yet is found out meanwhile, and announced.
 *
 * Lists are given whole, however long: many clients read one page only, and would miss the rest without a word. So no
 * cursor is ever ours.
 */
export function createListHandler(
  kind: CatalogueKind,
  { yard, clock, offer, listWaitMs }: NamedRouting,
): RequestHandler {
  return ({ id, request, session }) => {
    if ((request.param('cursor') ?? null) !== null) {
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message: 'Invalid cursor' });
    }
    const { respondent } = session;
    const isFirst = !session.hasListed(kind);
    const waiting = isFirst ? waitForLists(yard, respondent, { clock, ms: listWaitMs() }) : undefined;
    if (!isFirst) void yard.learnLists(respondent);
    const answer = (): Pressure => {
      session.noteListed(kind);
      return session.answer(id, offer.listJson(kind, respondent));
    };
    if (waiting === undefined) return answer();
    void waiting.then(answer);
    return undefined;
  };
}
